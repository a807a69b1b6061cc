import { FoundInGraph, HuntedGraph } from '@ostiary/hunt/service';
import { defineVariant } from '@ostiary/plugin-api';
import { runInChild } from '@ostiary/policy-modes';
import { prepareGraph } from '../mode/prepare.js';
import { verifier } from '../mode/solver.js';
import { SEVERITIES } from '../model/index.js';
import { huntArtefacts } from './artefacts.js';
import { CheckedProperty } from '../request/result/verdict.js';
import { GraphHuntRequest } from './request.js';
import type { GraphHuntTask } from './tasks.js';

/** Mode `hunt` over an agent graph: what projects keep of a policy they keep of a graph, too. See docs/adr/0152. */
export const huntOverGraph = defineVariant({
  mode: 'hunt',
  selector: 'graph',
  title: 'Look for bugs in an agent graph',
  request: GraphHuntRequest,
  result: HuntedGraph,
  progress: { 'finding.found': FoundInGraph, 'property.checked': CheckedProperty },
  artefacts: huntArtefacts,
  solvers: [verifier.id],
  summary: ({ findings }) => ({
    answer: findings.length === 0 ? 'none' : 'found',
    counts: Object.fromEntries(
      SEVERITIES.map((severity) => [severity, findings.filter((finding) => finding.severity === severity).length]),
    ),
  }),
  prepare: prepareGraph,
  solve: (request, ctx) => {
    const { jobId, accountId, attempt, clock } = ctx;
    const job = { jobId, accountId, attempt, now: clock.now() };
    return runInChild<HuntedGraph>(
      { kind: 'solve', mode: 'hunt', request, job } satisfies GraphHuntTask,
      verifier.id,
      ctx,
      ctx,
    );
  },
  details: {
    alsoNeeds: 'hunt_details',
    cut: ({ findings, comparison, ...rest }) => ({
      ...rest,
      comparison: comparison && {
        ...comparison,
        added: comparison.added.map(({ fingerprint }) => ({ fingerprint })),
        moved: comparison.moved.map(({ fingerprint }) => ({ fingerprint })),
      },
      findings: findings.map(({ witness: _witness, evidence: _evidence, ...finding }) => finding),
    }),
  },
});
