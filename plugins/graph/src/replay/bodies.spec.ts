import { describe, expect, it } from 'vitest';
import { checkGraph } from '../check/check.js';
import type { AgentGraph, GraphNode, PathEvent, PathStep, TaintRule } from '../model/index.js';
import { graphOf, node, tool, withTools } from '../testing/graphs.js';
import { replayPath } from './replay-path.js';

const TOOLS = withTools(
  { name: 'fetch', classes: ['read', 'source'], labels: ['untrusted'] },
  { name: 'pay', classes: ['write', 'privileged'], args: { fields: { x: {} } } },
  { name: 'look', classes: ['read', 'source'], labels: ['private'] },
  { name: 'send', classes: ['read', 'sink'], args: { fields: { x: {} } } },
);
const pay = (argument: object): GraphNode =>
  tool('pay', { tools: [{ name: 'pay', arguments: [{ name: 'x', ...argument } as never] }] });
const ofVariable = pay({ variable: 'v' });
/** A node that runs a body, and a payment behind it. */
const behind = (body: Pick<AgentGraph, 'start' | 'nodes' | 'edges'>, ...more: AgentGraph['subgraphs'] & object) => ({
  paying: (last: GraphNode): AgentGraph =>
    graphOf([node('n', 'subgraph', { subgraph: 'body' }), last], ['n>pay'], {
      subgraphs: [{ ...body, name: 'body' }, ...more],
    }),
});

/** What is found broken and replayed: `possible` where the two interpreters do not agree. */
const said = (graph: AgentGraph, form: TaintRule['form'] = 'privileged'): unknown => {
  const { verdicts, mismatches } = checkGraph(graph, TOOLS, [{ id: 'r', kind: 'taint', form }]);
  return [verdicts.map(({ verdict }) => verdict), mismatches.map(({ why }) => why)];
};

describe('a path out of a body', () => {
  const refused = (more: Partial<GraphNode>) =>
    behind(
      graphOf([tool('fetch'), node('think', 'llm', { interrupt: 'after', ...more })], ['fetch>think', 'think>think']),
    );

  it('has what its last node writes when it is done, though a refusal behind the node ends the lane', () => {
    expect(said(refused({ writes: ['v'] }).paying(ofVariable))).toEqual([['broken'], []]);
    expect(said(refused({ writes: ['w'] }).paying(ofVariable))).toEqual([['proved'], []]);
  });

  it('has what its last node knows, which has a history for itself', () => {
    const alone = node('think', 'agent', { tools: [{ name: 'fetch' }], interrupt: 'after', context: 'isolated' });
    const graph = behind(graphOf([alone], ['think>think'])).paying(pay({ model: true }));
    expect(said(graph)).toEqual([['broken'], []]);
  });

  it('has what the nodes write that lie between and run bodies themselves', () => {
    const inner = { ...graphOf([tool('fetch')], []), name: 'inner' };
    const between = (more: Partial<GraphNode>) =>
      behind(graphOf([node('in', 'subgraph', { subgraph: 'inner', ...more })], []), inner).paying(ofVariable);
    expect(said(between({ writes: ['v'] }))).toEqual([['broken'], []]);
    expect(said(between({}))).toEqual([['proved'], []]);
  });
});

describe('a node that runs a body, beside another lane', () => {
  const beside = (map: Partial<GraphNode>, ...behindIt: readonly string[]) =>
    graphOf(
      [
        node('both', 'fork'),
        node('map', 'map', { subgraph: 'body', ...map }),
        tool('fetch', { writes: ['w'] }),
        ofVariable,
      ],
      ['both>map', 'both>fetch', 'fetch>pay', ...behindIt],
      { subgraphs: [{ name: 'body', ...graphOf([node('s', 'start')], []) }] },
    );

  it.each([
    ['when it is done', { writes: ['v'] }, 'broken'],
    ['what it reads', { writes: ['v'], reads: ['w'], context: 'isolated' }, 'broken'],
    ['other variables', { writes: ['u'], reads: ['w'] }, 'proved'],
  ] as const)('has written before that lane calls: %s', (_, map, word) => {
    expect(said(beside(map))).toEqual([[word], []]);
  });

  it('has not written where its body begins', () => {
    const map = { writes: ['v'], reads: ['w'] };
    const step = (at: string, lane: number, edge?: string, ...events: PathEvent[]): PathStep => ({
      node: at,
      lane,
      ...(edge !== undefined && { edge }),
      events,
      facts: [],
    });
    const fetched = { name: 'fetch', kind: 'attempt' } as const;
    const path = (...between: readonly PathStep[]): readonly PathStep[] => [
      step('both', 1, 'both>map'),
      step('both', 2, 'both>fetch'),
      step('fetch', 2, 'fetch>pay', fetched, { ...fetched, kind: 'success' }),
      ...between,
      step('pay', 2, undefined, { name: 'pay', kind: 'attempt' }),
    ];
    const replayed = (...between: readonly PathStep[]) =>
      replayPath(beside(map), TOOLS, { id: 'r', kind: 'taint', form: 'privileged' }, path(...between)).ok;
    expect(replayed(step('map', 1))).toBe(true);
    expect(replayed()).toBe(false);
    const alone = { ...map, kind: 'subgraph' } as const;
    const begun = [step('map', 1), step('map/s', 1)];
    expect(replayPath(beside(alone), TOOLS, { id: 'r', kind: 'taint', form: 'privileged' }, path(...begun)).ok).toBe(
      false,
    );
  });

  it('has returned to data edges what its history is by then', () => {
    const agent = node('think', 'agent', { tools: [{ name: 'look' }, { name: 'send' }] });
    const graph = (...fed: readonly string[]) =>
      graphOf(
        [node('both', 'fork'), node('n', 'subgraph', { subgraph: 'body' }), node('wait', 'wait'), agent],
        ['both>wait', 'wait>n', 'both>n', 'n>think'],
        {
          data_edges: fed.map((source) => ({ source, target: 'think' })),
          subgraphs: [{ name: 'body', ...graphOf([node('s', 'start')], []) }],
        },
      );
    expect(said(graph('n'), 'private_to_sink')).toEqual([['broken'], []]);
    expect(said(graph('wait'), 'private_to_sink')).toEqual([['proved'], []]);
  });

  it('has ended an approval of that lane by what it writes', () => {
    const ask = node('ask', 'human', { confirms: ['pay'] });
    const graph = (writes: string) =>
      graphOf(
        [node('both', 'fork'), node('n', 'subgraph', { subgraph: 'body', writes: [writes] }), ask, ofVariable],
        ['both>n', 'both>ask', 'ask>pay'],
        { subgraphs: [{ name: 'body', ...graphOf([node('s', 'start')], []) }] },
      );
    const asked = (writes: string): unknown => {
      const { verdicts, mismatches } = checkGraph(graph(writes), TOOLS, [
        { id: 'r', kind: 'confirm_before', tool: 'pay' },
      ]);
      return [verdicts.map(({ verdict }) => verdict), mismatches.map(({ why }) => why)];
    };
    expect(asked('v')).toEqual([['broken'], []]);
    expect(asked('w')).toEqual([['proved'], []]);
  });
});
