import { describe, expect, it } from 'vitest';
import type { AgentGraph, Bindings } from '../../model/index.js';
import { readNative } from '../index.js';

const graph: AgentGraph = {
  format: 'agent-graph/1',
  start: 'route',
  nodes: [
    { id: 'route', kind: 'code', may_call: '*' },
    { id: 'work', kind: 'subgraph', subgraph: 'gone' },
    { id: 'more', kind: 'subgraph', subgraph: 'body' },
  ],
  edges: [
    { id: 'bound:0', source: 'route', target: 'work', guard: { opaque: 'x' } },
    { id: 'b', source: 'route', target: 'more', guard: { expr: { op: 'present', variable: 'x' } } },
    { id: 'c', source: 'route', target: 'more', otherwise: true },
    { id: 'd', source: 'route', target: 'more', on: 'error' },
  ],
  subgraphs: [
    {
      name: 'body',
      start: 'a',
      nodes: [
        { id: 'a', kind: 'tool', tools: [{ name: 't', requires_confirmation: true }] },
        { id: 'b', kind: 'human' },
      ],
      edges: [],
    },
  ],
};
function bound(bindings: Bindings): Extract<ReturnType<typeof readNative>, { ok: true }> {
  const read = readNative(graph, { bindings });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read;
}

describe('bindings', () => {
  it('say who chooses on edges of which nothing better is known', () => {
    const { edges } = bound({ nodes: new Map([['route', { choice: 'llm' }]]) }).graph;
    expect(edges.map(({ guard }) => guard)).toEqual([{ choice: 'llm' }, graph.edges[1]?.guard, undefined, undefined]);
  });

  it('name the tools of a node, which is opaque no more; what the export says of a tool stays', () => {
    const { graph: told, assumptions } = bound({
      nodes: new Map([
        ['route', { tools: ['look'], tool_choice: 'one', join: 'all' }],
        ['work', { may_call: ['look'] }],
        ['body/a', { tools: ['t', 'u'] }],
        ['body/b', { confirms: ['t'] }],
      ]),
    });
    expect(told.nodes.slice(0, 2)).toEqual([
      { id: 'route', kind: 'tool', tools: [{ name: 'look' }], tool_choice: 'one', join: 'all' },
      { id: 'work', kind: 'subgraph', subgraph: 'gone', may_call: ['look'] },
    ]);
    expect(told.subgraphs?.[0]?.nodes).toEqual([
      { id: 'a', kind: 'tool', tools: [{ name: 't', requires_confirmation: true }, { name: 'u' }] },
      { id: 'b', kind: 'human', confirms: ['t'] },
    ]);
    // A body that is missing is settled by what it may call.
    expect(assumptions.map(({ code }) => code)).toEqual(['no_edges']);
  });

  it('add edges, in the body of their ends, which then has edges', () => {
    const { graph: told, assumptions } = bound({
      edges: [
        { source: 'route', target: 'more' },
        { source: 'body/a', target: 'body/b' },
      ],
    });
    expect(told.edges.at(-1)).toEqual({ id: "bound:0'", source: 'route', target: 'more', provenance: 'declared' });
    expect(told.subgraphs?.[0]?.edges).toEqual([{ id: 'bound:1', source: 'a', target: 'b', provenance: 'declared' }]);
    expect(assumptions.map(({ code }) => code)).toEqual(['body_missing']);
  });

  it('are refused for nodes that are not there, and from one body into another', () => {
    const read = readNative(graph, {
      bindings: {
        nodes: new Map([['rout', {}]]),
        edges: [
          { source: 'x', target: 'work' },
          { source: 'work', target: 'body/a' },
        ],
      },
    });
    expect(read.ok ? [] : read.problems.map(({ slug, params }) => [slug, params])).toEqual([
      ['graph_binding_unknown', { node: 'rout', nearest: 'route' }],
      ['graph_binding_unknown', { node: 'x' }],
      ['graph_value', { expected: 'an edge inside one body', found: 'work to body/a' }],
    ]);
  });
});
