import { describe, expect, it } from 'vitest';
import type { AgentGraph, GraphBody, GraphEdge, GraphNode, Rule, ToolEffect } from '../model/index.js';
import { readNative } from '../read/index.js';
import { verifyGraph } from './index.js';

const calls = (id: string): GraphNode => ({ id, kind: 'tool', tools: [{ name: id }] });
const line = (...ids: readonly string[]): readonly GraphEdge[] =>
  ids.slice(1).map((target, at) => ({ id: `${ids[at] ?? ''}-${target}`, source: ids[at] ?? '', target }));
const body = (
  name: string,
  nodes: readonly GraphNode[],
  edges = line(...nodes.map(({ id }) => id)),
): GraphBody & { name: string } => ({
  name,
  start: nodes[0]?.id ?? '',
  nodes,
  edges,
});
const graph = (
  inside: GraphBody & { name: string },
  nodes: readonly GraphNode[],
  more: Partial<AgentGraph> = {},
): AgentGraph => ({
  format: 'agent-graph/1',
  start: nodes[0]?.id ?? '',
  nodes,
  edges: line(...nodes.map(({ id }) => id)),
  subgraphs: [inside],
  ...more,
});
const items: GraphNode = { id: 'items', kind: 'map', subgraph: 'each', parallel: true };
const check = (more: object = {}): ToolEffect => ({
  name: 'look',
  classes: ['read'],
  checks: [{ tools: ['pay'], passes: 'success', ...more }],
});
const ask = (
  of: AgentGraph,
  rule: Rule = { id: 'r', kind: 'check_before', tool: 'pay', check: 'look' },
  role: ToolEffect = check(),
  pay: Partial<ToolEffect> = {},
): readonly unknown[] => {
  const read = readNative(of);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const effects = new Map(
    [role, { name: 'pay', classes: ['write'], ...pay }, { name: 'log', classes: ['write'] }].map((one) => [
      one.name,
      one,
    ]),
  );
  const { verdicts } = verifyGraph(read, effects, { rules: [rule] });
  return verdicts.map(({ verdict, deciders }) => [verdict, ...(deciders ?? []).map(({ code }) => code)]);
};

describe('items that run at once', () => {
  const paysForEach = graph(body('each', [calls('pay')]), [calls('look'), items]);

  it('are no matter to a check that was before all of them, nor to tools that they do not call', () => {
    expect(ask(paysForEach)).toEqual([['proved']]);
    expect(ask(graph(body('each', [calls('log')]), [calls('look'), items, calls('pay')]))).toEqual([['proved']]);
    const once: Rule = { id: 'r', kind: 'order', pattern: 'at_most', first: 'pay', count: 1 };
    expect(ask(graph(body('each', [calls('log')]), [items, calls('pay')]), once)).toEqual([['proved']]);
  });

  it('matter where one may end what another rests on', () => {
    const possible = [['possible', 'parallel_items']];
    expect(ask(graph(body('each', [calls('look'), calls('pay')]), [items, calls('log')]))).toEqual(possible);
    const nested = graph(body('each', [{ id: 'in', kind: 'subgraph', subgraph: 'more' }, calls('pay')]), [
      calls('look'),
      items,
    ]);
    expect(ask({ ...nested, subgraphs: [...(nested.subgraphs ?? []), body('more', [calls('look')])] })).toEqual(
      possible,
    );
    expect(ask(paysForEach, undefined, check(), { resource: { name: 'order' } })).toEqual(possible);
    const after: Rule = { id: 'r', kind: 'order', pattern: 'existence', first: 'look' };
    expect(
      ask(graph(body('each', [calls('log')]), [calls('look'), items]), after, {
        ...check(),
        classes: ['read', 'infallible'],
      }),
    ).toEqual(possible);
  });

  it('matter where values keep a call away that another item may write', () => {
    const guarded = graph(
      body(
        'each',
        [
          { id: 'make', kind: 'code', writes: ['x'] },
          { id: 'first', kind: 'router' },
          { id: 'second', kind: 'router' },
          calls('pay'),
          { id: 'stop', kind: 'end' },
        ],
        [
          ...line('make', 'first'),
          { id: 'high', source: 'first', target: 'second', guard: { expr: { op: '>', variable: 'x', value: 5 } } },
          { id: 'rest', source: 'first', target: 'stop', otherwise: true },
          { id: 'low', source: 'second', target: 'pay', guard: { expr: { op: '<', variable: 'x', value: 3 } } },
          { id: 'more', source: 'second', target: 'stop', otherwise: true },
        ],
      ),
      [items, calls('log')],
      { variables: [{ name: 'x', type: 'int' }] },
    );
    // One after the other none pays. At once another item may write x between the two questions.
    expect(ask(guarded).flat()[0]).toBe('vacuous');
    const { subgraphs: [inside] = [] } = guarded;
    const looked = graph(inside ?? body('each', []), [{ id: 'way', kind: 'router' }, calls('look'), items], {
      variables: [{ name: 'x', type: 'int' }],
      edges: [
        { id: 'checked', source: 'way', target: 'look' },
        { id: 'unchecked', source: 'way', target: 'items' },
        ...line('look', 'items'),
      ],
    });
    const more = {
      ...looked,
      nodes: [...looked.nodes, calls('pay')].map((node) => (node.id === 'pay' ? { ...node, id: 'again' } : node)),
    };
    const checked = { ...more, edges: [...more.edges, { id: 'again', source: 'look', target: 'again' }] };
    expect(
      ask({
        ...checked,
        nodes: checked.nodes.map((node) =>
          node.id === 'look' ? { ...node, concurrency: 'exclusive' as const } : node,
        ),
      }),
    ).toEqual([['possible', 'parallel_items']]);
  });
});
