import { describe, expect, it } from 'vitest';
import type { AgentGraph, GraphEdge } from '../model/index.js';
import { edge, graphOf, node, PAY, tool, withTools } from '../testing/graphs.js';
import { checkGraph } from './check.js';

it.each(['inclusive', 'all'] as const)(
  'an edge of a choice of kind %s that was taken so often is passed over',
  (concurrency) => {
    const ok = { expr: { op: '=', variable: 'ok', value: true } } as const;
    const graph = graphOf(
      [
        node('s', 'router'),
        node('way', 'router', { concurrency }),
        node('back', 'router'),
        tool('pay'),
        node('e', 'end'),
      ],
      [
        edge('s>way', { guard: ok }),
        edge('s>e', { otherwise: true }),
        edge('way>back', { guard: ok, max_times: 1 }),
        'back>way',
        edge('way>pay', { otherwise: true }),
      ],
      { variables: [{ name: 'ok', type: 'bool' }] },
    );
    const rule = { id: 'r', kind: 'order', pattern: 'absence', first: 'pay' } as const;
    const { verdicts } = checkGraph(graph, PAY, [rule]);
    expect(verdicts[0]?.verdict).toBe('broken');
    // Once it goes back, and only then on.
    expect(verdicts[0]?.path?.map(({ node: name }) => name)).toEqual(['s', 'way', 'back', 'way', 'pay']);
  },
);

it('up to eighty lanes are followed one by one; where more run as they like only what each does alone is known', () => {
  const said = (execution: 'sequential' | 'tokens', checked: string, count = 60): string | undefined => {
    const lanes = Array.from({ length: count }, (_, at) => `l${String(at)}`);
    const calls = (id: string): string => (id === checked ? 'check' : id === 'l30' ? 'pay' : 'look');
    const graph = graphOf(
      [node('f', 'fork'), ...lanes.map((id) => ({ ...tool(id), tools: [{ name: calls(id) }] }))],
      lanes.map((id) => `f>${id}`),
      { execution },
    );
    const rule = { id: 'r', kind: 'order', pattern: 'precedence', first: 'check', second: 'pay' } as const;
    return checkGraph(graph, PAY, [rule]).verdicts[0]?.verdict;
  };
  // The lane of `pay` has its turn behind that of an earlier edge, and a check that fails ends the run.
  expect([said('sequential', 'l29'), said('sequential', 'l31')]).toEqual(['proved', 'broken']);
  expect([said('tokens', 'l29'), said('tokens', 'l29', 81)]).toEqual(['broken', 'possible']);
});

it('forty lanes that run as they like are left soon where nothing is broken: a state of so many counts for many', () => {
  const lanes = Array.from({ length: 40 }, (_, at) => `l${String(at)}`);
  const graph = graphOf(
    [node('f', 'fork'), ...lanes.map((id) => ({ ...tool(id), tools: [{ name: 'pay' }] }))],
    lanes.map((id) => `f>${id}`),
  );
  const rule = { id: 'r', kind: 'order', pattern: 'at_most', first: 'pay', count: 40 } as const;
  const before = process.cpuUsage().user;
  expect(checkGraph(graph, PAY, [rule]).verdicts).toMatchObject([
    { verdict: 'possible', deciders: [{ code: 'budget' }] },
  ]);
  // Several seconds without: a tenth of it here, and more room for a machine that is busy.
  expect(process.cpuUsage().user - before).toBeLessThan(3_000_000);
});

const AB = withTools({ name: 'a', classes: ['write'] }, { name: 'b', classes: ['write'] });

describe('the edges of a choice are evaluated in order, whoever decides', () => {
  const free = edge('s>a', { guard: { choice: 'env' } });
  const opaque = edge('s>b', { guard: { opaque: 'code' } });
  const otherwise = edge('s>both', { otherwise: true });
  const nodes = (concurrency: 'inclusive' | 'all') => [
    node('s', 'router', { concurrency }),
    tool('a'),
    tool('b'),
    tool('both', { tools: [{ name: 'a' }, { name: 'b' }], tool_choice: 'each' }),
  ];
  const apart = { id: 'r', kind: 'order', pattern: 'not_coexistence', first: 'a', second: 'b' } as const;
  const said = (graph: AgentGraph): string | undefined => checkGraph(graph, AB, [apart]).verdicts[0]?.verdict;
  const ways = (['tokens', 'sequential', 'supersteps'] as const).flatMap((execution) =>
    (['inclusive', 'all'] as const).map((concurrency) => [concurrency, execution] as const),
  );

  it.each(ways)('of kind %s, %s', (concurrency, execution) => {
    const of = (...edges: GraphEdge[]): AgentGraph => graphOf(nodes(concurrency), edges, { execution });
    // Code does what the free choice did not, or the free choice what code did.
    expect(said(of(free, opaque, otherwise))).toBe('possible');
    expect(said(of(opaque, free, otherwise))).toBe('broken');
    expect(said(of(otherwise, free, opaque))).toBe('possible');
  });

  it('of which some are free before and behind what is opaque', () => {
    const more = edge('s>c', { guard: { choice: 'llm' } });
    const of = (...edges: GraphEdge[]): AgentGraph =>
      graphOf([...nodes('inclusive'), tool('c', { tools: [{ name: 'a' }] })], edges);
    // What is chosen last can still call what code did not spoil.
    expect(said(of(free, opaque, more, otherwise))).toBe('broken');
    expect(said(of(more, free, opaque, otherwise))).toBe('possible');
  });
});

it('a loop is looked for where only some of the forks that are answered owe something', () => {
  const graph = graphOf(
    [
      node('s', 'router', { concurrency: 'inclusive' }),
      tool('a'),
      node('t', 'router', { concurrency: 'inclusive' }),
      tool('b'),
      node('again', 'router'),
    ],
    [
      edge('s>a', { guard: { opaque: 'code' } }),
      edge('s>b', { guard: { opaque: 'code' } }),
      'a>t',
      edge('t>b', { guard: { opaque: 'code' } }),
      edge('t>again', { otherwise: true }),
      'again>b',
    ],
  );
  const rule = { id: 'r', kind: 'order', pattern: 'response', first: 'a', second: 'b' } as const;
  expect(checkGraph(graph, AB, [rule]).verdicts[0]?.verdict).toBe('proved');
});

it('a join that lanes of one fork lead to straight runs in the turn of the first, in sequence', () => {
  const graph = graphOf(
    [node('s', 'fork'), node('meet', 'join', { join: 'all' }), tool('a'), node('e', 'end', { terminate: true })],
    [edge('s>meet'), edge('s>a'), { ...edge('s>meet'), id: 'again' }, edge('meet>e')],
    { execution: 'sequential' },
  );
  const rule = { id: 'r', kind: 'order', pattern: 'existence', first: 'a' } as const;
  const ended = checkGraph(graph, AB, [rule]).verdicts[0];
  expect(ended?.verdict).toBe('broken');
  const never = { id: 'r', kind: 'order', pattern: 'absence', first: 'a' } as const;
  expect(checkGraph(graph, AB, [never]).verdicts[0]?.verdict).toBe('vacuous');
});
