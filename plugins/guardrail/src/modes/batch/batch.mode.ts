import { defineMode } from '@ostiary/plugin-api';
import { decider } from '../../child/solver.js';
import { unitsOfBatch } from './prepare.js';
import { BatchRequest } from './request.js';
import { BatchResult } from './result.js';
import { batchPart } from './part.js';
import { decideBatch, prepareBatch } from './somewhere.js';

export const batchMode = defineMode({
  name: 'batch',
  title: 'Verify a table of actions',
  grant: 'batch',
  request: BatchRequest,
  result: BatchResult,
  limits: { inlineBytes: 2 * 1024 * 1024, seconds: 300 },
  artefacts: ['csv', 'jsonl'],
  solvers: ['z3', decider.id],
  example: {
    policy: 'dialect 1; @id("small") allow refund_order when amount <= 100.00 EUR;',
    rows: [
      { custom_id: 'a', action: { arguments: { amount: '100.00 EUR' } }, expected: 'allow' },
      { custom_id: 'b', action: { arguments: { amount: '100.01 EUR' } }, expected: 'refuse' },
    ],
    defaults: { action: { tool: 'refund_order' } },
  },
  summary: ({ row_counts: rows }) => {
    const { total: _total, ...counts } = rows;
    return { answer: null, counts };
  },
  units: unitsOfBatch,
  prepare: prepareBatch,
  part: batchPart,
  solve: decideBatch,
});
