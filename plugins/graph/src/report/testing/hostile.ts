import type { AgentGraph } from '../../model/index.js';
import { HOSTILE_TEXTS } from '../../../../../tools/testing/hostile-texts.js';
import { edge, fix, hygiene, node, reportOf, verdict } from './build.js';

/** Signs that Mermaid, SVG and sentences read as their own. */
export const HOSTILE_NAMES: readonly string[] = [
  ...HOSTILE_TEXTS,
  'a"] --> b["x',
  'end\nsubgraph x\nclick a href "javascript:alert(1)"',
  '%%{init: {"securityLevel": "loose"}}%%',
  ':::broken; style n0 fill:#f00',
  '#quot;#35;&quot;',
  '`tick` {tool} {{x}}',
  'constructor',
  '/a//b/',
  'y'.repeat(10_000),
];

const ids = HOSTILE_NAMES.map((name) => name);
const first = ids[0] ?? '';
const ring = ids.map((id, at) => ({
  ...edge(id, ids[(at + 1) % ids.length] ?? '', {
    ...(at % 3 === 0 && { guard: { opaque: id } }),
    ...(at % 3 === 1 && { branch: id, on: 'error' as const }),
    ...(at % 3 === 2 && { guard: { expr: { op: 'contains' as const, variable: id, value: id } } }),
  }),
  id: `${id}→`,
}));

const GRAPH: AgentGraph = {
  format: 'agent-graph/1',
  name: first,
  start: first,
  nodes: ids.map((id, at) =>
    at % 4 === 3
      ? node(id, 'subgraph', { title: id, subgraph: id })
      : node(id, 'tool', { title: id, tools: [{ name: id }] }),
  ),
  edges: ring,
  subgraphs: ids.map((name) => ({ name, start: name, nodes: [node(name, 'human')], edges: [] })),
};

/** Hostile strings wherever a string stands. */
export const hostile = reportOf({
  name: '"><b>\u202e',
  graph: GRAPH,
  rules: ids.map((id) => ({ id, kind: 'check_before', tool: id, check: id })),
  verdicts: [
    verdict({
      property: 'P1',
      rule_id: first,
      target: first,
      verdict: 'broken',
      severity: 'critical',
      path: ids.map((id, at) => ({
        node: id,
        edge: `${id}→`,
        events: [{ kind: 'attempt', name: id }],
        guard: { text: id, kind: 'opaque' },
        facts: [id],
        why: { code: at % 2 === 0 ? 'ended_by_write' : id, params: { fact: id } },
      })),
      model: ids.map((id, at) => ({ variable: id, at_step: at, value: id })),
      assumptions: ids,
      fix: fix({ insert_on: [`${first}→`], name: ids[1] ?? '', also: [first] }),
    }),
    ...ids.map((id) =>
      verdict({
        property: 'P1',
        rule_id: id,
        target: id,
        verdict: 'possible',
        path: [{ node: id, events: [], facts: [] }],
        deciders: [{ code: 'opaque_guard', at: id, params: { [id.slice(0, 40)]: id } }],
      }),
    ),
    ...ids.map((id) =>
      verdict({ property: 'P1', rule_id: id, target: id, verdict: 'proved', certificate_id: id, guards_used: [id] }),
    ),
  ],
  hygiene: ids.map((id) => hygiene('dangling_reference', id, [id])),
  assumptions: ids.map((id) => ({ code: id, place: { pointer: id }, params: { [id.slice(0, 40)]: id }, nodes: [id] })),
  coverage: {
    tools: 3,
    tools_classified: 1,
    edges_with_guard: 2,
    opaque_guards: 1,
    unclassified: ids.map((name) => ({ name, proposals: [] })),
    roles: ids.map((name) => ({
      role: 'compensates',
      tool: name,
      of: name,
      code: 'several',
      place: { pointer: name },
    })),
  },
});
