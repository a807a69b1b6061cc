import type { TraceCoverage } from '../../traces/index.js';

/** One run that jumped past what the graph has. */
export const TRACES: TraceCoverage = {
  traces: 1,
  matched: 0,
  unread: 0,
  edges: 2,
  edges_seen: 1,
  edges_never_seen: ['known'],
  nodes: 3,
  nodes_never_seen: ['mail'],
  lacking: [{ code: 'no_edge', name: 'plan', to: 'refund', times: 1, trace: 'a', place: { pointer: '/0' } }],
};
