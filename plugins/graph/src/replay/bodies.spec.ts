import { describe, expect, it } from 'vitest';
import { checkGraph } from '../check/check.js';
import type { AgentGraph, GraphNode } from '../model/index.js';
import { graphOf, node, tool, withTools } from '../testing/graphs.js';

const TOOLS = withTools(
  { name: 'fetch', classes: ['read', 'source'], labels: ['untrusted'] },
  { name: 'pay', classes: ['write', 'privileged'], args: { fields: { x: {} } } },
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
const said = (graph: AgentGraph): unknown => {
  const { verdicts, mismatches } = checkGraph(graph, TOOLS, [{ id: 'r', kind: 'taint', form: 'privileged' }]);
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
