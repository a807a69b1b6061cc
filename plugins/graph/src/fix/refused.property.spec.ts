import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../tools/testing/runs.js';
import { checkGraph } from '../check/index.js';
import type { AgentGraph, GraphEdge, GraphNode, ToolEffects } from '../model/index.js';
import { withTools } from '../testing/graphs.js';
import { withInserted } from './insert.js';
import { type InsertionPlace, placesIn } from './places.js';
import type { FactRuleAsked } from './remedy.js';
import { isHopelessIn } from './testing/hopeless.js';

const STATES = 5_000;
const CONFIRMED: FactRuleAsked = { id: 'confirmed', kind: 'confirm_before', tool: 'pay' };
const PAY: GraphNode = { id: 'pay', kind: 'tool', tools: [{ name: 'pay' }] };

const steps: fc.Arbitrary<Omit<GraphNode, 'id'>> = fc.constantFrom<Omit<GraphNode, 'id'>>(
  { kind: 'router' },
  { kind: 'llm', writes: ['x'] },
  { kind: 'tool', tools: [{ name: 'other' }] },
  { kind: 'tool', tools: [{ name: 'ask' }] },
  { kind: 'tool', tools: [{ name: 'pay' }], retry: { max: 1 } },
  { kind: 'tool', tools: [{ name: 'pay', arguments: [{ name: 'id', variable: 'x' }] }] },
  { kind: 'human', confirms: ['pay'] },
  { kind: 'human' },
  { kind: 'fork' },
  { kind: 'join', join: 'all' },
  { kind: 'join', join: 'active' },
  { kind: 'subgraph', subgraph: 'body' },
  { kind: 'map', subgraph: 'body', parallel: true },
);

const more: fc.Arbitrary<Partial<GraphEdge>> = fc.constantFrom<Partial<GraphEdge>>(
  {},
  {},
  {},
  { guard: { expr: { op: '<', variable: 'x', value: 5 } } },
  { guard: { expr: { op: '>', variable: 'x', value: 7 } } },
  { guard: { opaque: 'f()' } },
  { outcome: 'reject' },
  { outcome: 'approve' },
  { max_times: 1 },
);

/** Lanes that part at the first node, on their ways to calls of their own or to one that all come to; and edges anywhere. */
const graphs: fc.Arbitrary<AgentGraph> = fc
  .record({
    start: fc.constantFrom<Partial<GraphNode>>({ kind: 'fork' }, { kind: 'router', concurrency: 'inclusive' }),
    arms: fc.array(fc.array(steps, { maxLength: 2 }), { minLength: 1, maxLength: 2 }),
    shared: fc.boolean(),
    mores: fc.array(more, { minLength: 8, maxLength: 8 }),
    wild: fc.array(fc.tuple(fc.nat(8), fc.nat(8), more), { maxLength: 2 }),
    inner: steps,
  })
  .map(({ start, arms, shared, mores, wild, inner }): AgentGraph => {
    const nodes: GraphNode[] = [{ id: 's', kind: 'router', ...start }];
    const edges: GraphEdge[] = [];
    const add = (source: string, target: string, own: Partial<GraphEdge>): void =>
      void edges.push({ id: `e${String(edges.length)}`, source, target, ...own });
    if (shared) nodes.push(PAY);
    for (const [arm, given] of arms.entries()) {
      const own = given.map((each, at): GraphNode => ({ id: `a${String(arm)}${String(at)}`, ...each }));
      const call = shared ? PAY : { ...PAY, id: `pay${String(arm)}` };
      nodes.push(...own, ...(shared ? [] : [call]));
      const way = ['s', ...own.map(({ id }) => id), call.id];
      way.slice(1).forEach((id, at) => add(way[at] ?? '', id, mores[edges.length % mores.length] ?? {}));
    }
    const named = (at: number): string => nodes[at % nodes.length]?.id ?? 's';
    for (const [source, target, own] of wild) add(named(source), named(target), own);
    return {
      format: 'agent-graph/1',
      start: 's',
      nodes,
      edges,
      variables: [{ name: 'x', type: 'int' }],
      subgraphs: [
        {
          name: 'body',
          start: 'b0',
          nodes: [
            { id: 'b0', ...(inner.subgraph ? { kind: 'router' } : inner) },
            { ...PAY, id: 'b1' },
          ],
          edges: [{ id: 'be', source: 'b0', target: 'b1' }],
        },
      ],
    };
  });

/** With a tool that confirms, too, what a person's no does not end. */
const catalogues: fc.Arbitrary<ToolEffects> = fc.boolean().map((confirms) =>
  withTools(
    { name: 'pay', classes: ['write'], args: { fields: { id: {} } } },
    { name: 'other', classes: ['read'] },
    {
      name: 'ask',
      classes: ['write'],
      ...(confirms && { confirms: [{ tools: ['pay'], passes: 'success' as const }] }),
    },
  ),
);

const subsets = (places: readonly InsertionPlace[]): readonly (readonly InsertionPlace[])[] => [
  [],
  places,
  ...places.flatMap((one, at) => [[one], ...places.slice(at + 1).map((other) => [one, other])]),
  ...places.map((one) => places.filter((each) => each !== one)),
];

describe('lanes of which one may refuse what the other is about to do', () => {
  it('break the rule with any set of persons, as the whole verification says', () => {
    const counts = { hopeless: 0, asked: 0 };
    fc.assert(
      fc.property(graphs, catalogues, (graph, catalogue) => {
        counts.asked += 1;
        if (!isHopelessIn(graph, catalogue, CONFIRMED)) return;
        counts.hopeless += 1;
        const mended = subsets(placesIn(graph)).filter((places) => {
          const what = [{ kind: 'person', tool: 'pay' } as const];
          const changed = withInserted(
            graph,
            places.map((place) => ({ place, what })),
            'end',
          );
          const { verdicts } = checkGraph(changed, catalogue, [CONFIRMED], { states: STATES, proofsOnly: 'words' });
          return verdicts.some(({ verdict }) => verdict === 'proved' || verdict === 'vacuous');
        });
        expect(mended).toEqual([]);
      }),
      { numRuns: runs(30) },
    );
    expect(counts.hopeless).toBeGreaterThan(0);
    expect(counts.hopeless).toBeLessThan(counts.asked);
  });
});
