import type { AgentGraph, GraphEdge, GraphNode } from '../../model/index.js';
import { calls, edge, fix, node, reportOf, verdict } from './build.js';

/** Stages of a line, with a detour and a failure each: `width` nodes a stage. */
function line(stages: number, prefix: string): { nodes: GraphNode[]; edges: GraphEdge[] } {
  const nodes: GraphNode[] = [];
  const edges: GraphEdge[] = [];
  for (let at = 0; at < stages; at++) {
    const [choose, check, act] = [`${prefix}choose${at}`, `${prefix}check${at}`, `${prefix}act${at}`];
    nodes.push(node(choose, 'router'), calls(check, `check_${at % 7}`), calls(act, `act_${at % 5}`));
    edges.push(
      edge(choose, check, { guard: { choice: 'llm' } }),
      edge(choose, act, { guard: { expr: { op: '<=', variable: 'amount', value: at } } }),
      edge(check, act, { outcome: 'pass' }),
    );
    if (at > 0) edges.push(edge(`${prefix}act${at - 1}`, choose));
  }
  return { nodes, edges };
}

const BODIES = 6;
const STAGES = 12;

const inner = Array.from({ length: BODIES }, (_, at) => ({
  name: `part ${at}`,
  start: 'choose0',
  ...line(STAGES, ''),
}));
const outer = line(94, '');
const GRAPH: AgentGraph = {
  format: 'agent-graph/1',
  start: 'choose0',
  ...outer,
  nodes: [...outer.nodes, ...inner.map(({ name }, at) => node(`run${at}`, 'subgraph', { subgraph: name }))],
  edges: [
    ...outer.edges,
    ...inner.map((_, at) => edge(at === 0 ? 'act93' : `run${at - 1}`, `run${at}`)),
    edge('act50', 'choose20', { branch: 'again', max_times: 3 }),
  ],
  subgraphs: inner,
};

const along = (from: string, to: string) => ({ node: from, edge: `${from}-${to}`, events: [], facts: [] });

/** 504 nodes: 288 in one body, and six sub-graphs of 36; one path through 40 of them, one deep in a sub-graph. */
export const large = reportOf({
  name: 'large',
  graph: GRAPH,
  rules: [
    { id: 'checked', kind: 'check_before', tool: 'act_4', check: 'check_4' },
    { id: 'late', kind: 'order', pattern: 'at_most', first: 'act_1', count: 12 },
  ],
  verdicts: [
    verdict({
      property: 'P1',
      rule_id: 'checked',
      target: 'act_4',
      verdict: 'broken',
      path: [
        ...Array.from({ length: 4 }, (_, at) => [
          along(`choose${at}`, `act${at}`),
          along(`act${at}`, `choose${at + 1}`),
        ]).flat(),
        along('choose4', 'act4'),
        {
          node: 'act4',
          events: [{ kind: 'attempt', name: 'act_4' }],
          facts: [],
          why: { code: 'never_there', params: {} },
        },
      ],
      fix: fix({ insert_on: ['choose4-act4'], name: 'check_4' }),
    }),
    verdict({
      property: 'P3',
      rule_id: 'late',
      target: 'act_1',
      verdict: 'broken',
      severity: 'medium',
      path: [
        ...Array.from({ length: 94 }, (_, at) => [
          along(`choose${at}`, `act${at}`),
          along(`act${at}`, at === 93 ? 'run0' : `choose${at + 1}`),
        ]).flat(),
        { node: 'run0/choose0', edge: 'run0/choose0-act0', events: [], facts: [] },
        { node: 'run0/act0', edge: 'run0/act0-choose1', events: [], facts: [] },
        { node: 'run0/choose1', edge: 'run0/choose1-act1', events: [], facts: [] },
        {
          node: 'run0/act1',
          events: [{ kind: 'attempt', name: 'act_1' }],
          facts: [],
          why: { code: 'gone', params: {} },
        },
      ],
    }),
  ],
});
