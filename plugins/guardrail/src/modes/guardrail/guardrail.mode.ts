import { defineMode } from '@ostiary/plugin-api';
import { decider } from '../../child/solver.js';
import { GuardrailRequest } from './request.js';
import { GuardrailResult } from './result.js';
import { decideGuardrail, prepareGuardrail } from './somewhere.js';

export const guardrailMode = defineMode({
  name: 'guardrail',
  title: 'Verify one action',
  grant: 'guardrail',
  request: GuardrailRequest,
  result: GuardrailResult,
  limits: { inlineBytes: 2 * 1024 * 1024, seconds: 60 },
  solvers: ['z3', decider.id],
  endRows: 'tickets',
  example: {
    policy:
      'dialect 1; @id("small") allow refund_order when amount <= 100.00 EUR; @id("medium") confirm refund_order when amount > 100.00 EUR and amount <= 500.00 EUR and principal.role == "lead";',
    action: { tool: 'refund_order', arguments: { amount: '250.00 EUR' } },
  },
  summary: ({ answer, slug, deciding }, { action }) => ({
    answer,
    slug,
    tool: action.tool,
    rules: deciding.map(({ rule }) => rule),
  }),
  prepare: prepareGuardrail,
  // A ticket is used up in a statement of its own, by a job that must be there.
  atOnce: ({ context }) => context?.confirmation === undefined,
  solve: decideGuardrail,
});
