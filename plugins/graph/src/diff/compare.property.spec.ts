import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../tools/testing/runs.js';
import { checkGraph } from '../check/index.js';
import type { AgentGraph, GraphEdge, GraphNode, Rule, ToolEffects } from '../model/index.js';
import { catalogues, graphs, rules } from '../testing/arbitrary.js';
import { edge, graphOf, node, PAY, tool } from '../testing/graphs.js';
import { compare, type Version } from './compare.js';
import { fingerprintOf } from './fingerprint.js';

const version = (graph: AgentGraph, effects: ToolEffects, rule: Rule): Version => ({
  graph,
  verdicts: checkGraph(graph, effects, [rule]).verdicts.map((verdict) => ({
    fingerprint: fingerprintOf(verdict, rule),
    verdict,
  })),
});

describe('what has moved', () => {
  it('is nothing where nodes stand in another order, and edges of other nodes', () => {
    let bad = 0;
    fc.assert(
      fc.property(graphs(5), catalogues, rules, (graph, effects, rule) => {
        const order = new Map(graph.nodes.map(({ id }, at) => [id, -at]));
        const other: AgentGraph = {
          ...graph,
          nodes: graph.nodes.toReversed(),
          edges: graph.edges.toSorted((a, b) => (order.get(a.source) ?? 0) - (order.get(b.source) ?? 0)),
        };
        const { moved, unchanged } = compare(version(graph, effects, rule), version(other, effects, rule));
        bad += unchanged.length;
        expect(moved).toEqual([]);
      }),
      { numRuns: runs(60) },
    );
    expect(bad).toBeGreaterThan(5);
  });

  const rule: Rule = { id: 'r', kind: 'check_before', tool: 'pay', check: 'check' };
  const ways = (nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Version =>
    version(graphOf([node('s', 'router'), ...nodes], edges), PAY, rule);
  const two = [edge('s>a'), edge('a>pay'), edge('s>b'), edge('b>pay')];
  const nodes = [node('a', 'router'), node('b', 'router'), tool('pay')];

  it('is nothing where of two shortest paths the other is told, each as it was', () => {
    const [before, after] = [ways(nodes, two), ways(nodes, [two[2], two[3], two[0], two[1]] as GraphEdge[])];
    expect(before.verdicts[0]?.verdict.path?.[1]?.node).not.toBe(after.verdicts[0]?.verdict.path?.[1]?.node);
    expect(compare(before, after)).toMatchObject({ moved: [], unchanged: [expect.any(String)] });
  });

  it('is what goes by an edge or a node that was not there, or was another', () => {
    const before = ways(nodes, two);
    expect(compare(before, ways(nodes, two.slice(2))).moved).toHaveLength(1);
    const checked = [tool('a', { tools: [{ name: 'check' }] }), ...nodes.slice(1)];
    expect(compare(before, ways(checked, two)).moved).toHaveLength(1);
  });
});
