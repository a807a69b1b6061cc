import { describe, expect, it } from 'vitest';
import type { AgentGraph, GraphEdge, GraphNode, Rule, ToolEffects } from '../model/index.js';
import { graphOf, node, tool, withTools } from '../testing/graphs.js';
import { checkGraph } from './check.js';

const READ = withTools({ name: 'a', classes: ['read', 'infallible'] }, { name: 'b', classes: ['read', 'infallible'] });
const steps = (nodes: readonly GraphNode[], edges: readonly (GraphEdge | string)[], more: Partial<AgentGraph> = {}) =>
  graphOf([node('both', 'fork'), ...nodes], edges, { execution: 'supersteps', ...more });
const word = (graph: AgentGraph, rule: Omit<Rule & { kind: 'order' }, 'id' | 'kind'>, effects: ToolEffects = READ) =>
  checkGraph(graph, effects, [{ id: 'r', kind: 'order', ...rule }]).verdicts[0]?.verdict;

describe('supersteps', () => {
  const body = { name: 'body', ...graphOf([node('p', 'router'), node('q', 'router'), tool('a')], ['p>q', 'q>a']) };
  const beside = steps(
    [node('run', 'subgraph', { subgraph: 'body' }), node('x', 'router'), tool('b')],
    ['both>run', 'both>x', 'x>b'],
    { subgraphs: [body] },
  );

  it('has a body run whole in one step of its node', () => {
    expect(word(beside, { pattern: 'precedence', first: 'a', second: 'b' })).toBe('proved');
    expect(word(beside, { pattern: 'precedence', first: 'b', second: 'a' })).toBe('broken');
  });

  it('lets calls of other lanes come between the steps of a body', () => {
    const direct = {
      ...beside,
      edges: beside.edges.map((each) => ({ ...each, target: each.target.replace('x', 'b') })),
    };
    for (const [first, second] of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const)
      expect(word({ ...direct, edges: direct.edges.slice(0, 2) }, { pattern: 'precedence', first, second })).toBe(
        'broken',
      );
  });

  it.each([node('last', 'fail'), node('last', 'end', { terminate: true })])(
    'runs every call of a step before $kind ends it',
    (last) => {
      const graph = steps([tool('a'), last], ['both>a', 'both>last']);
      expect(word(graph, { pattern: 'existence', first: 'a', even_on_failure: true })).toBe('proved');
      const tokens = { ...graph, execution: 'tokens' as const };
      expect(word(tokens, { pattern: 'existence', first: 'a', even_on_failure: true })).toBe('broken');
    },
  );

  it('gives every lane what an edge of the step before established', () => {
    const passes = withTools(
      { name: 'check', classes: ['read'], checks: [{ tools: ['pay'], passes: { branch: 'yes' } }] },
      { name: 'pay', classes: ['write'] },
    );
    const graph = steps(
      [tool('check'), node('on', 'router'), node('x', 'router'), tool('pay')],
      ['both>check', 'both>x', 'x>pay', { id: 'yes', source: 'check', target: 'on', branch: 'yes' }],
    );
    const { verdicts } = checkGraph(graph, passes, [{ id: 'r', kind: 'check_before', tool: 'pay', check: 'check' }]);
    expect(verdicts[0]?.verdict).toBe('proved');
    const [tokens] = checkGraph({ ...graph, execution: 'tokens' }, passes, [
      { id: 'r', kind: 'check_before', tool: 'pay', check: 'check' },
    ]).verdicts;
    expect(tokens?.verdict).toBe('broken');
  });
});
