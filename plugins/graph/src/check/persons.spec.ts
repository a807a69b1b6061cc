import { describe, expect, it } from 'vitest';
import type { AgentGraph, GraphNode, ToolUse } from '../model/index.js';
import { edge, graphOf, node, tool, withTools } from '../testing/graphs.js';
import { checkGraph } from './check.js';

const EFFECTS = withTools(
  { name: 'pay', classes: ['write'] },
  { name: 'look', classes: ['read', 'infallible'] },
  { name: 'check', classes: ['read', 'infallible'], checks: [{ tools: ['pay'], passes: { branch: 'yes' } }] },
);
const word = (graph: AgentGraph, by?: readonly string[]) =>
  checkGraph(graph, EFFECTS, [{ id: 'r', kind: 'confirm_before', tool: 'pay', ...(by && { by }) }]).verdicts[0]
    ?.verdict;
const checked = (graph: AgentGraph) =>
  checkGraph(graph, EFFECTS, [{ id: 'r', kind: 'check_before', tool: 'pay', check: 'check' }]).verdicts[0]?.verdict;

const given = (id: string, ...tools: ToolUse[]): GraphNode => node(id, 'tool', { tools, tool_choice: 'each' });
const pay = (value: string, more: Partial<ToolUse> = {}): ToolUse => ({
  name: 'pay',
  arguments: [{ name: 'x', value }],
  ...more,
});
const ask = node('ask', 'human', { confirms: ['pay'] });

describe('a refusal', () => {
  /** Somebody approves in one lane; in the other lane there is `other`. */
  const beside = (other: GraphNode, more: Partial<AgentGraph> = {}) =>
    graphOf(
      [node('both', 'fork'), ask, given('pay', pay('A')), other],
      ['both>ask', 'ask>pay', `both>${other.id}`],
      more,
    );

  it.each([
    ['in front of a node', node('other', 'tool', { tools: [pay('B')], interrupt: 'before' })],
    ['in front of a call', given('other', pay('B', { requires_confirmation: true }))],
    ['behind a node', node('other', 'llm', { interrupt: 'after' })],
  ])('%s ends what another lane was approved, whatever the call is made with', (_, other) => {
    expect(word(beside(other))).toBe('broken');
  });

  it('of another tool ends nothing', () => {
    expect(word(beside(given('other', { name: 'look', requires_confirmation: true })))).toBe('proved');
    expect(
      word(
        graphOf(
          [{ ...given('pay', { name: 'look', requires_confirmation: true }, pay('A')), interrupt: 'before' }],
          [],
        ),
      ),
    ).toBe('proved');
  });

  it('of a person whom the rule does not name ends what she approved whom it names', () => {
    const graph = (outcome: 'approve' | 'reject') =>
      graphOf(
        [node('boss', 'human'), node('clerk', 'human'), tool('pay')],
        [edge('boss>clerk', { outcome: 'approve' }), edge('clerk>pay', { outcome })],
      );
    expect(word(graph('approve'), ['boss'])).toBe('proved');
    expect(word(graph('reject'), ['boss'])).toBe('broken');
  });
});

describe('an approval in front of a node', () => {
  it.each([
    ['alike', pay('A')],
    ['with other arguments', pay('B')],
  ])('is good for one call of each tool: of two %s the second has none', (_, second) => {
    const paused = (...tools: ToolUse[]) => graphOf([{ ...given('pay', ...tools), interrupt: 'before' }], []);
    expect(word(paused(pay('A'), { name: 'look' }))).toBe('proved');
    expect(word(paused(pay('A'), second))).toBe('broken');
  });
});

describe('the edges of one step', () => {
  const orders = (nodes: readonly GraphNode[]): GraphNode[][] =>
    nodes.length < 2
      ? [[...nodes]]
      : nodes.flatMap((first, at) => orders(nodes.toSpliced(at, 1)).map((rest) => [first, ...rest]));
  const words = (nodes: readonly GraphNode[], edges: AgentGraph['edges'], of = word) =>
    new Set(
      orders(nodes).map((all) =>
        of(graphOf([node('both', 'fork'), ...all], ['both>a', 'both>b', ...edges], { execution: 'supersteps' })),
      ),
    );

  it.each([
    ['edges', node('a', 'human'), node('b', 'human'), 'reject'],
    ['going on and an edge', node('a', 'human', { confirms: ['pay'] }), node('b', 'human'), 'reject'],
    ['an edge and behind a node', node('a', 'human'), node('b', 'llm', { interrupt: 'after' }), undefined],
  ] as const)('are followed in any order, however nodes are listed: persons answer by %s', (_, a, b, outcome) => {
    const approved = edge('a>pay', 'confirms' in a ? {} : { outcome: 'approve' });
    expect(words([a, b, tool('pay'), node('w', 'wait')], [approved, edge('b>w', outcome && { outcome })])).toEqual(
      new Set(['broken']),
    );
  });

  it('are followed in any order: two persons who may each say either', () => {
    const edges = ['a>pay', 'a>w', 'b>v', 'b>w'].map((id, at) =>
      edge(id, { outcome: at % 2 === 0 ? 'approve' : 'reject' }),
    );
    const nodes = [node('a', 'human'), node('b', 'human'), tool('pay'), node('v', 'wait'), node('w', 'wait')];
    expect(words(nodes, edges)).toEqual(new Set(['broken']));
  });

  it('are followed in any order: who chooses freely may wait for what code chooses', () => {
    const nodes = [node('a', 'router'), node('b', 'router'), node('x', 'join'), node('y', 'join'), tool('pay')];
    const edges = [
      edge('a>x', { guard: { opaque: 'code' } }),
      edge('a>y', { otherwise: true }),
      edge('b>x', { guard: { choice: 'llm' } }),
      edge('b>y', { guard: { choice: 'llm' } }),
      edge('x>pay'),
      edge('y>pay'),
    ];
    const joins = nodes.map((each) => (each.kind === 'join' ? { ...each, join: 'all' as const } : each));
    expect(words(joins, edges)).toEqual(new Set(['broken']));
  });

  it('are followed in any order: a check passes and fails', () => {
    const twice = ['a', 'b'].map((id) => node(id, 'tool', { tools: [{ name: 'check' }] }));
    const edges = (fails: boolean) => [edge('a>pay', { branch: 'yes' }), edge('b>w', fails ? { outcome: 'fail' } : {})];
    const nodes = [...twice, tool('pay'), node('w', 'wait')];
    expect(words(nodes, edges(true), checked)).toEqual(new Set(['broken']));
    expect(words(nodes, edges(false), checked)).toEqual(new Set(['proved']));
  });

  it('are followed when all of its nodes have run: who was refused in front of a call was refused before', () => {
    const nodes = [{ ...ask, id: 'a' }, node('b', 'tool', { tools: [pay('B')], interrupt: 'before' }), tool('pay')];
    expect(words(nodes, [edge('a>pay')])).toEqual(new Set(['proved']));
  });
});
