import { defineMode, type ModeDefinition } from '@ostiary/plugin-api';
import { HuntModeRequest } from '../request/mode-request.js';
import { FoundFinding, HuntResult } from '../request/result.js';
import { SEVERITIES } from '../search/index.js';
import { artefacts } from './artefacts.js';
import { Hunter } from './hunter.js';
import { prepareHunt } from './prepare.js';
import { hunter } from './solver.js';

/** @param ended told of the end of each hunt, in the transaction that ends it */
export const huntMode = (ended: NonNullable<ModeDefinition['ended']>): ModeDefinition =>
  defineMode({
    name: 'hunt',
    title: 'Look for bugs in a policy',
    grant: 'hunt',
    request: HuntModeRequest,
    result: HuntResult,
    progress: { 'finding.found': FoundFinding },
    limits: { inlineBytes: 2 * 1024 * 1024, seconds: 600 },
    artefacts,
    solvers: [hunter.id],
    example: {
      policy:
        'dialect 1; @id("small") allow refund_order when amount <= 100.00 EUR; @id("large") confirm refund_order when amount > 100.00 EUR; @id("none") refuse refund_order when amount > 100.00 EUR;',
    },
    summary: ({ findings }) => ({
      answer: findings.length === 0 ? 'none' : 'found',
      counts: Object.fromEntries(
        SEVERITIES.map((severity) => [severity, findings.filter((finding) => finding.severity === severity).length]),
      ),
    }),
    prepare: prepareHunt,
    solve: (request, ctx) => ctx.own(Hunter).hunt(request, ctx),
    details: {
      alsoNeeds: 'hunt_details',
      cut: ({ findings, ...rest }) => ({
        ...rest,
        findings: findings.map(({ witness: _witness, evidence: _evidence, ...finding }) => finding),
      }),
    },
    ended,
  });
