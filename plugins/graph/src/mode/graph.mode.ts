import { defineMode } from '@ostiary/plugin-api';
import { runInChild } from '@ostiary/policy-modes';
import { VERDICT_WORDS, worstOf } from '../model/index.js';
import { GraphRequest } from '../request/request.js';
import { type GraphOutput, GraphResult } from '../request/result/result.js';
import { CheckedProperty, FoundVerdict } from '../request/result/verdict.js';
import { artefacts } from './artefacts.js';
import { prepareGraph } from './prepare.js';
import { verifier } from './solver.js';
import type { GraphTask } from './tasks.js';

export const graphMode = defineMode({
  name: 'graph',
  title: 'Verify an agent graph',
  grant: 'graph',
  request: GraphRequest,
  result: GraphResult,
  progress: { 'finding.found': FoundVerdict, 'property.checked': CheckedProperty },
  limits: { inlineBytes: 2 * 1024 * 1024, seconds: 600 },
  artefacts,
  solvers: [verifier.id],
  example: {
    graph: {
      format: 'agent-graph/1',
      start: 'greet',
      nodes: [
        { id: 'greet', kind: 'llm' },
        { id: 'verify', kind: 'tool', tools: [{ name: 'check_customer' }] },
        { id: 'refund', kind: 'tool', tools: [{ name: 'refund_order' }] },
      ],
      edges: [
        { id: 'unknown', source: 'greet', target: 'verify', guard: { choice: 'llm' } },
        { id: 'known', source: 'greet', target: 'refund', guard: { choice: 'llm' } },
        { id: 'checked', source: 'verify', target: 'refund' },
      ],
    },
    catalogue: {
      name: 'shop',
      tools: [
        {
          name: 'check_customer',
          classes: ['read'],
          args: { kind: 'record', fields: {} },
          checks: [{ tools: ['refund_order'], passes: 'success' }],
        },
        { name: 'refund_order', classes: ['write'], args: { kind: 'record', fields: {} } },
      ],
    },
  },
  summary: ({ verdicts, hygiene }) => {
    const counts = Object.fromEntries(
      VERDICT_WORDS.map((word) => [word, verdicts.filter(({ verdict }) => verdict === word).length]),
    );
    // What hygiene finds breaks no rule: it is counted beside.
    const found = (hygiene ?? []).filter(({ verdict }) => verdict === 'broken').length;
    return { answer: worstOf(verdicts.map(({ verdict }) => verdict)), counts: { ...counts, hygiene: found } };
  },
  prepare: prepareGraph,
  /** In a child process: what it computes would hold up everybody else. */
  solve: (request, ctx) => {
    const { jobId, accountId, attempt, clock } = ctx;
    const job = { jobId, accountId, attempt, now: clock.now() };
    return runInChild<GraphOutput>(
      { kind: 'solve', mode: 'graph', request, job } satisfies GraphTask,
      verifier.id,
      ctx,
      ctx,
    );
  },
});
