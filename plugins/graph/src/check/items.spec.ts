import { describe, expect, it } from 'vitest';
import type { AgentGraph, GraphNode, OrderRule, Rule } from '../model/index.js';
import { edge, graphOf, node, tool, withTools } from '../testing/graphs.js';
import { checkGraph } from './check.js';
import { verifyProof } from './verify-proof.js';

const TOOLS = withTools(
  { name: 'check', classes: ['read'], checks: [{ tools: ['pay'], passes: 'success', args: { id: 'id' } }] },
  { name: 'ask', classes: ['read'], confirms: [{ tools: ['pay'], passes: 'success' }] },
  { name: 'pay', classes: ['write'] },
  { name: 'a', classes: ['read'] },
  { name: 'b', classes: ['read'] },
  { name: 'fetch', classes: ['source'], labels: ['untrusted'] },
);
const CHECK = { id: 'r', kind: 'check_before', tool: 'pay', check: 'check' } as const;
const CONFIRM = { id: 'r', kind: 'confirm_before', tool: 'pay' } as const;
const order = (pattern: OrderRule['pattern'], more: Partial<OrderRule> = {}): Rule => ({
  id: 'r',
  kind: 'order',
  pattern,
  first: 'a',
  second: 'b',
  ...more,
});
const withId = (id: string, more: Partial<GraphNode> = {}): GraphNode =>
  tool(id, { tools: [{ name: id, arguments: [{ name: 'id', variable: 'id' }] }], ...more });

/** A `map` whose items run at the same time, if not one after the other, and what comes before and behind it. */
function each(
  item: readonly GraphNode[],
  more: {
    before?: readonly GraphNode[];
    after?: readonly GraphNode[];
    map?: Partial<GraphNode>;
    inTurn?: boolean;
    graph?: Partial<AgentGraph>;
  } = {},
): AgentGraph {
  const chain = (nodes: readonly GraphNode[]): string[] =>
    nodes.slice(1).map(({ id }, index) => `${nodes[index]?.id ?? ''}>${id}`);
  const nodes = [
    ...(more.before ?? []),
    node('each', 'map', { subgraph: 'item', ...(more.inTurn !== true && { parallel: true }), ...more.map }),
    ...(more.after ?? []),
  ];
  return graphOf(nodes, chain(nodes), {
    subgraphs: [{ name: 'item', ...graphOf(item, chain(item)) }],
    ...more.graph,
  });
}
const said = (graph: AgentGraph, rule: Rule) => {
  const { verdicts, mismatches } = checkGraph(graph, TOOLS, [rule]);
  expect(mismatches).toEqual([]);
  return verdicts[0];
};
const word = (graph: AgentGraph, rule: Rule): string | undefined => said(graph, rule)?.verdict;

describe('items that run at the same time', () => {
  it('each have their own check and approval', () => {
    expect(word(each([tool('ask'), tool('pay')]), CONFIRM)).toBe('proved');
    expect(word(each([withId('check'), withId('pay')]), CHECK)).toBe('proved');
  });

  it('end what another one writes about, which they do not one after the other', () => {
    const item = [node('next', 'llm', { writes: ['id'] }), withId('check'), withId('pay')];
    const { verdict, path = [] } = said(each(item), CHECK) ?? {};
    expect(verdict).toBe('broken');
    expect(new Set(path.map(({ lane }) => lane)).size).toBeGreaterThan(1);
    expect(word(each(item, { inTurn: true }), CHECK)).toBe('proved');
  });

  it('share what was approved before them, and use it up once', () => {
    expect(word(each([tool('pay')], { before: [tool('ask')] }), CONFIRM)).toBe('broken');
    expect(word(each([withId('pay')], { before: [withId('check')] }), CHECK)).toBe('proved');
  });

  it('help what comes behind them, and no other item', () => {
    const checks = [node('either', 'router'), withId('check')];
    expect(word(each([withId('check')], { before: [withId('check')], after: [withId('pay')] }), CHECK)).toBe('proved');
    const other = each([...checks, withId('pay')]);
    const around = {
      ...other,
      subgraphs: other.subgraphs?.map((body) => ({ ...body, edges: [...body.edges, edge('either>pay')] })) ?? [],
    };
    expect(word(around, CHECK)).toBe('broken');
  });

  it.each([
    ['precedence', 'proved'],
    ['alternate_precedence', 'broken'],
    ['chain_response', 'broken'],
    ['not_coexistence', 'broken'],
    ['at_most', 'broken'],
  ] as const)('keep or break %s', (pattern, verdict) => {
    const graph = each([tool('a'), tool('b')]);
    expect(word(graph, order(pattern))).toBe(verdict);
  });

  it('are known two at a time only: what three could break is possible', () => {
    const graph = each([tool('a'), tool('b')], { after: [tool('check')] });
    const most = order('at_most', { first: 'check', count: 1, scope: { after: 'a' } });
    expect(said(graph, most)).toMatchObject({
      verdict: 'possible',
      deciders: [{ code: 'parallel_items', at: 'each' }],
    });
    const guarded = checkGraph(graph, TOOLS, [order('precedence')]);
    expect(guarded.verdicts[0]?.verdict).toBe('proved');
    expect(verifyProof(graph, TOOLS, order('precedence'), guarded.certificates)).toBe(true);
  });

  it('are two enough where they change nothing that guards read', () => {
    const guarded = (more: Partial<GraphNode>, bound: { max_times?: number } = {}): AgentGraph => {
      const large = { guard: { expr: { op: '>', variable: 'x', value: 5 } } } as const;
      const item = graphOf(
        [
          node('one', 'router'),
          tool('a', { on_error: 'continue', ...more }),
          node('other', 'router'),
          tool('b'),
          node('e', 'end'),
        ],
        [
          edge('one>a', { ...large, ...bound }),
          edge('one>other', { otherwise: true }),
          'a>other',
          edge('other>b', large),
          edge('other>e', { otherwise: true }),
        ],
      );
      return graphOf([node('each', 'map', { subgraph: 'item', parallel: true })], [], {
        variables: [{ name: 'x', type: 'int' }],
        subgraphs: [{ name: 'item', ...item }],
      });
    };
    const never = withTools({ name: 'a', classes: ['read', 'infallible'] }, { name: 'b', classes: ['read'] });
    const words = (graph: AgentGraph, rule: Rule): unknown => {
      const { verdicts, certificates } = checkGraph(graph, never, [rule]);
      return [verdicts[0]?.verdict, verifyProof(graph, never, rule, certificates)];
    };
    expect(words(guarded({}), order('precedence'))).toEqual(['proved', true]);
    expect(words(guarded({ writes: ['x'] }), order('precedence'))).toEqual(['possible', false]);
    expect(words(guarded({}, { max_times: 3 }), order('precedence'))).toEqual(['possible', false]);
  });

  it.each([
    ['write what the guard reads', { writes: ['y'] }, 'possible'],
    ['do not', {}, 'vacuous'],
  ] as const)('find nothing more where a guard lets nobody go, if they %s: %s', (_, map, expected) => {
    const is = (value: number) => ({ op: '=', variable: 'y', value }) as const;
    const graph = graphOf(
      [node('s', 'router'), tool('b'), node('each', 'map', { subgraph: 'item', parallel: true, ...map })],
      [edge('s>b', { guard: { expr: { op: 'and', of: [is(1), is(2)] } } }), edge('s>each', { otherwise: true })],
      { variables: [{ name: 'y', type: 'int' }], subgraphs: [{ name: 'item', ...graphOf([tool('a')], []) }] },
    );
    expect(word(graph, order('precedence'))).toBe(expected);
  });

  it('take turns in every execution, where the lanes beside them do not', () => {
    for (const execution of ['tokens', 'sequential', 'supersteps'] as const)
      expect(word(each([tool('a'), tool('b')], { graph: { execution } }), order('alternate_precedence'))).toBe(
        'broken',
      );
  });

  it('let the next lane run where all of them wait, in sequence', () => {
    const stuck = graphOf([node('s', 'start'), node('wait', 'join', { join: 'all' })], ['s>wait', 'wait>wait']);
    const graph = graphOf(
      [node('both', 'fork'), node('each', 'map', { subgraph: 'item', parallel: true }), tool('b')],
      ['both>each', 'both>b', 'each>stop'],
      { execution: 'sequential', subgraphs: [{ name: 'item', ...stuck }] },
    );
    const ended = { ...graph, nodes: [...graph.nodes, node('stop', 'end', { terminate: true })] };
    expect(word(ended, order('absence', { first: 'b' }))).toBe('broken');
  });

  it('end with the first of them that fails', () => {
    const graph = each([tool('a'), tool('b')], { map: { on_error: 'continue' }, after: [tool('check')] });
    expect(word(graph, order('response'))).toBe('broken');
    expect(
      word(
        each([tool('a', { on_error: 'continue' })], { after: [tool('b', { on_error: 'continue' })] }),
        order('existence', { first: 'b' }),
      ),
    ).toBe('broken');
  });

  it('are told apart where they run items of their own, or fork', () => {
    const nested = graphOf([node('each', 'map', { subgraph: 'outer', parallel: true })], [], {
      subgraphs: [
        {
          name: 'outer',
          ...graphOf([node('in', 'subgraph', { subgraph: 'middle' })], []),
        },
        { name: 'middle', ...graphOf([node('each', 'map', { subgraph: 'item', parallel: true })], []) },
        { name: 'item', ...graphOf([tool('a'), tool('pay')], ['a>pay']) },
      ],
    });
    for (const rule of [CONFIRM, order('at_most', { first: 'pay', count: 1 })])
      expect(word(nested, rule)).toBe('broken');
    const forked = each([node('part', 'subgraph', { subgraph: 'both' }), tool('pay')]);
    const graph = {
      ...forked,
      subgraphs: [
        ...(forked.subgraphs ?? []),
        { name: 'both', ...graphOf([node('fork', 'fork'), tool('a'), tool('b')], ['fork>a', 'fork>b']) },
      ],
    };
    expect(word(graph, order('at_most', { first: 'pay', count: 1 }))).toBe('broken');
  });
});

it('a `map` that no edge leads to has no items that a proof could lack', () => {
  const graph = graphOf(
    [tool('a'), node('in', 'subgraph', { subgraph: 'body' }), node('fail', 'fail')],
    ['a>fail', 'in>fail'],
    {
      subgraphs: [
        { name: 'body', ...graphOf([node('each', 'map', { subgraph: 'item', parallel: true })], []) },
        { name: 'item', ...graphOf([tool('b')], []) },
      ],
    },
  );
  const rule = order('response', { scope: { after: 'a', until: 'pay' } });
  const { verdicts } = checkGraph(graph, TOOLS, [rule]);
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['proved']);
  const led = { ...graph, edges: [...graph.edges, edge('a>in')] };
  const { verdicts: open } = checkGraph(led, TOOLS, [rule]);
  expect(open.flatMap(({ deciders = [] }) => deciders.map(({ code, at }) => [code, at]))).toEqual([
    ['parallel_items', 'in/each'],
  ]);
});
