import { describe, expect, it } from 'vitest';
import { edge, graphOf, node, PAY, tool } from '../testing/graphs.js';
import { EVENT, PLACE } from './control.js';
import { lowerGraph } from './lower.js';
import { unknownJoins } from './unknown-joins.js';

const kinds = (graph: Parameters<typeof lowerGraph>[0]) => {
  const control = lowerGraph(graph, PAY);
  return [...control.eventKind].map((kind) => Object.entries(EVENT).find(([, value]) => value === kind)?.[0]);
};

describe('a lowered graph', () => {
  it('splits a call into its attempt and how it comes out', () => {
    expect(kinds(graphOf([tool('pay')], []))).toEqual(['attempt', 'success', 'failure']);
    expect(kinds(graphOf([tool('pay', { disabled: true })], []))).toEqual([]);
  });

  it('executes a node again as often as it may, and no more', () => {
    expect(kinds(graphOf([tool('pay', { retry: { max: 2 } })], [])).filter((kind) => kind === 'attempt').length).toBe(
      3,
    );
    expect(kinds(graphOf([tool('pay', { retry: {} })], [])).filter((kind) => kind === 'attempt').length).toBe(2);
  });

  it('inlines bodies, and leaves opaque what runs itself', () => {
    const body = { name: 'b', start: 'x', nodes: [{ id: 'x', kind: 'subgraph' as const, subgraph: 'b' }], edges: [] };
    const control = lowerGraph(graphOf([{ id: 'n', kind: 'subgraph', subgraph: 'b' }], [], { subgraphs: [body] }), PAY);
    expect(control.doubts.some(({ code, at }) => code === 'recursive_body' && at === 'n/x')).toBe(true);
  });

  it('bodies that multiply are opaque beyond a bound', () => {
    const subgraphs = Array.from({ length: 30 }, (_, i) => ({
      name: `b${i}`,
      start: 'x',
      nodes: [
        { id: 'x', kind: 'subgraph' as const, subgraph: `b${i + 1}` },
        { id: 'y', kind: 'subgraph' as const, subgraph: `b${i + 1}` },
      ],
      edges: [{ id: 'e', source: 'x', target: 'y' }],
    }));
    const control = lowerGraph(graphOf([{ id: 'n', kind: 'subgraph', subgraph: 'b0' }], [], { subgraphs }), PAY, {
      places: 10_000,
    });
    expect(control.places).toBeLessThan(50_000);
    expect(control.doubts.some(({ code }) => code === 'body_too_large')).toBe(true);
  });

  it('refuses an edge to a node that is not there', () => {
    expect(() => lowerGraph(graphOf([node('a', 'start')], ['a>nowhere']), PAY)).toThrow(RangeError);
  });

  it('knows the joins that nobody knows, where they matter', () => {
    const nodes = [node('f', 'fork'), node('j', 'join', { join: 'unknown' })];
    expect(unknownJoins(lowerGraph(graphOf(nodes, ['f>j']), PAY))).toEqual([]);
    expect(unknownJoins(lowerGraph(graphOf(nodes, ['f>j', { ...edge('f>j'), id: 'again' }]), PAY))).toEqual(['j']);
    expect(
      [
        ...lowerGraph(graphOf(nodes, ['f>j', { ...edge('f>j'), id: 'again' }]), PAY, { joins: new Map([['j', 'all']]) })
          .kind,
      ].filter((kind) => kind === PLACE.join).length,
    ).toBe(2);
  });
});

describe('a body that lanes come to by a join of an unknown kind', () => {
  it.each([
    ['any', 2],
    ['all', 1],
    ['active', 1],
  ] as const)('is there as often as lanes may run it at once: read as %s, %i', (kind, bodies) => {
    const graph = graphOf(
      [
        node('both', 'fork'),
        node('wait', 'wait'),
        node('join', 'join', { join: 'unknown' }),
        node('n', 'subgraph', { subgraph: 'body' }),
      ],
      ['both>wait', 'both>join', 'wait>join', 'join>n'],
      { subgraphs: [{ name: 'body', ...graphOf([node('s', 'start')], []) }] },
    );
    const { instances } = lowerGraph(graph, PAY, { joins: new Map([['join', kind]]) });
    expect(instances).toHaveLength(1 + bodies);
  });
});
