import { describe, expect, it } from 'vitest';
import type { GraphNode } from '../../model/index.js';
import { edge, graphOf, node, PAY, tool, withTools } from '../../testing/graphs.js';
import { checkGraph } from '../check.js';

const words = (...args: Parameters<typeof checkGraph>) => checkGraph(...args).verdicts.map(({ verdict }) => verdict);

describe('a check before a tool', () => {
  it('is proved where every way to the tool leads through it', () => {
    const graph = graphOf(
      [node('s', 'start'), tool('check'), tool('pay'), node('e', 'end')],
      ['s>check', 'check>pay', 'pay>e'],
    );
    expect(words(graph, PAY)).toEqual(['proved']);
  });

  it('is broken where one way leads past it, with the shortest such path', () => {
    const graph = graphOf(
      [node('s', 'router'), tool('check'), tool('pay'), node('e', 'end')],
      ['s>check', 's>pay', 'check>pay', 'pay>e'],
    );
    const [verdict] = checkGraph(graph, PAY).verdicts;
    expect(verdict).toMatchObject({
      verdict: 'broken',
      path: [
        { node: 's', edge: 's>pay' },
        { node: 'pay', events: [{ kind: 'attempt', name: 'pay' }], why: { code: 'never_there' } },
      ],
    });
  });

  it('is possible where only an opaque choice leads past it, and broken where each of its branches does', () => {
    const nodes = [node('s', 'router'), tool('check'), tool('pay'), node('e', 'end')];
    const opaque = { guard: { opaque: 'route()' } };
    const graph = graphOf(nodes, [edge('s>check', opaque), edge('s>pay', opaque), 'check>pay', 'pay>e']);
    expect(checkGraph(graph, PAY).verdicts).toMatchObject([
      { verdict: 'possible', deciders: [{ code: 'opaque_guard', at: 's>check' }] },
    ]);
    const both = graphOf(
      [...nodes, tool('other')],
      [edge('s>other', opaque), edge('s>pay', opaque), 'other>pay', 'pay>e'],
    );
    expect(words(both, PAY)).toEqual(['broken']);
  });

  it('is not helped by a check in another lane', () => {
    const graph = graphOf(
      [node('f', 'fork'), tool('check'), tool('pay'), node('j', 'join', { join: 'all' }), node('e', 'end')],
      ['f>check', 'f>pay', 'check>j', 'pay>j', 'j>e'],
    );
    expect(words(graph, PAY)).toEqual(['broken']);
    const after = graphOf(
      [node('f', 'fork'), tool('check'), tool('other'), node('j', 'join', { join: 'all' }), tool('pay')],
      ['f>check', 'f>other', 'check>j', 'other>j', 'j>pay'],
    );
    expect(words(after, PAY)).toEqual(['proved']);
    expect(
      words(
        { ...after, nodes: after.nodes.map((each) => (each.id === 'j' ? { ...each, join: 'any' as const } : each)) },
        PAY,
      ),
    ).toEqual(['broken']);
    expect(
      words(
        {
          ...after,
          nodes: after.nodes.map((each) => (each.id === 'j' ? { ...each, join: 'unknown' as const } : each)),
        },
        PAY,
      ),
    ).toEqual(['possible']);
  });

  it('correlated guards: a bypass nobody can take is none', () => {
    const graph = (threshold: number) =>
      graphOf(
        [node('s', 'router'), tool('check'), node('m', 'router'), tool('pay'), node('e', 'end')],
        [
          edge('s>check', { guard: { expr: { op: '>', variable: 'amount', value: threshold } } }),
          edge('s>m', { otherwise: true }),
          'check>m',
          edge('m>pay', { guard: { expr: { op: '>', variable: 'amount', value: 50 } } }),
          edge('m>e', { otherwise: true }),
          'pay>e',
        ],
        { variables: [{ name: 'amount', type: 'int' }] },
      );
    expect(words(graph(50), PAY)).toEqual(['proved']);
    const [broken] = checkGraph(graph(100), PAY).verdicts;
    expect(broken).toMatchObject({ verdict: 'broken', model: [{ variable: 'amount' }] });
    const value = broken?.model?.[0]?.value as number;
    expect(value > 50 && value <= 100).toBe(true);
  });

  it('one approval is good for one call', () => {
    const effects = withTools({ name: 'pay', classes: ['write'] });
    const rule = { id: 'r', kind: 'confirm_before', tool: 'pay' } as const;
    const nodes = [node('ask', 'human'), tool('pay'), node('m', 'router'), node('e', 'end')];
    const once = graphOf(nodes, [
      edge('ask>pay', { outcome: 'approve' }),
      edge('ask>e', { outcome: 'reject' }),
      'pay>m',
      'm>e',
    ]);
    expect(words(once, effects, [rule])).toEqual(['proved']);
    expect(words({ ...once, edges: [...once.edges, edge('m>pay')] }, effects, [rule])).toEqual(['broken']);
    expect(
      words(
        { ...once, edges: once.edges.map((each) => (each.id === 'ask>e' ? { ...each, target: 'pay' } : each)) },
        effects,
        [rule],
      ),
    ).toEqual(['broken']);
  });

  it('is possibly gone where code may have written what the call is made with, in another lane', () => {
    const rule = { id: 'r', kind: 'confirm_before', tool: 'pay' } as const;
    const pay = tool('pay', { tools: [{ name: 'pay', arguments: [{ name: 'x', variable: 'v' }] }] });
    const beside = (code: GraphNode) =>
      graphOf(
        [node('both', 'fork'), node('ask', 'human', { confirms: ['pay'] }), pay, code],
        ['both>ask', 'both>code', 'ask>pay'],
      );
    const said = (code: GraphNode) =>
      checkGraph(beside(code), PAY, [rule]).verdicts.map(({ verdict, deciders = [] }) => [verdict, ...deciders]);
    expect(said(node('code', 'code', { may_call: [] }))).toEqual([
      ['possible', { code: 'unread_code', at: 'code', params: {} }, { code: 'writes_unknown', at: 'code', params: {} }],
    ]);
    expect(said(node('code', 'code'))).toEqual([['proved']]);
    expect(said(node('code', 'code', { writes: ['v'] }))).toEqual([['broken']]);
  });
});
