import { describe, expect, it } from 'vitest';
import type { AgentGraph, GraphEdge, GraphNode } from '../model/index.js';
import { edge, graphOf, node, tool, withTools } from '../testing/graphs.js';
import { checkGraph } from './check.js';

/** The body comes back to the edge to `pay` as often as it may be taken, and then fails; or ends, where it has a way out. */
const verdict = (
  nodes: readonly GraphNode[],
  edges: readonly string[],
  count: number,
  { bound = 1, ends = false } = {},
): string | undefined => {
  const body: NonNullable<AgentGraph['subgraphs']>[number] = {
    name: 'body',
    start: 's',
    nodes: [node('s', 'router'), tool('pay'), node('out', 'end')],
    edges: [edge('s>pay', { max_times: bound }), edge('pay>s'), ...(ends ? [edge('s>out', { otherwise: true })] : [])],
  };
  const tools = withTools({ name: 'pay', classes: ['write', 'infallible'] }, { name: 'other', classes: ['read'] });
  const graph = graphOf(nodes, edges, { subgraphs: [body] });
  return checkGraph(graph, tools, [{ id: 'r', kind: 'order', pattern: 'at_most', first: 'pay', count }]).verdicts[0]
    ?.verdict;
};

describe('the bound of an edge in a body', () => {
  const body = (id: string, more: Partial<GraphNode> = {}): GraphNode =>
    node(id, 'subgraph', { subgraph: 'body', on_error: 'continue', ...more });

  it('holds for one execution', () => {
    expect(verdict([body('a')], [], 1)).toBe('proved');
    expect(verdict([body('a')], [], 1, { bound: 2 })).toBe('broken');
    expect(verdict([body('a')], [], 2, { bound: 2 })).toBe('proved');
  });

  it('is counted anew where two nodes run the body', () => {
    expect(verdict([body('a'), body('b')], ['a>b'], 1)).toBe('broken');
    expect(verdict([body('a'), body('b')], ['a>b'], 2)).toBe('proved');
  });

  it('is counted anew where a loop comes back to the node, and where it is executed again after a failure', () => {
    expect(verdict([body('a'), node('back', 'router'), tool('other')], ['a>back', 'back>a', 'back>other'], 3)).toBe(
      'broken',
    );
    expect(verdict([body('a', { retry: { max: 1 } })], [], 1)).toBe('broken');
    expect(verdict([body('a', { retry: { max: 1 } })], [], 2)).toBe('proved');
  });

  it('is counted anew for each item, one after the other or at the same time', () => {
    const map = (parallel: boolean): GraphNode => ({ ...body('a'), kind: 'map', ...(parallel && { parallel }) });
    expect(verdict([map(false)], [], 3, { ends: true })).toBe('broken');
    // An item that fails ends all of them.
    expect([verdict([map(false)], [], 1), verdict([map(true)], [], 1)]).toEqual(['proved', 'broken']);
  });

  it('is counted for each of two lanes', () => {
    expect(verdict([node('f', 'fork'), body('a'), body('b')], ['f>a', 'f>b'], 1)).toBe('broken');
    expect(
      verdict([node('f', 'fork'), node('w', 'wait'), node('v', 'wait'), body('a')], ['f>w', 'f>v', 'w>a', 'v>a'], 1),
    ).toBe('broken');
    expect(
      verdict([node('f', 'fork'), node('w', 'wait'), node('v', 'wait'), body('a')], ['f>w', 'f>v', 'w>a', 'v>a'], 2),
    ).toBe('proved');
  });
});

describe('the bound of an `error` edge', () => {
  const tools = withTools(
    { name: 'book', classes: ['write', 'infallible'] },
    { name: 'undo', classes: ['write'] },
    { name: 'other', classes: ['read'] },
  );
  /** How the compensation that gives up breaks SG1 and SG7, with these edges when it fails. */
  const saga = (...edges: readonly Partial<GraphEdge>[]): (string | undefined)[] => {
    const graph = graphOf(
      [tool('book'), tool('undo', { on_error: 'edge' }), node('over', 'end')],
      ['book>undo', ...edges.map((more, index) => edge('undo>undo', { id: String(index), on: 'error', ...more }))],
    );
    const { verdicts } = checkGraph(graph, tools, [
      { id: 's', kind: 'saga', steps: [{ tool: 'book', compensation: 'undo' }] },
    ]);
    return ['SG1', 'SG7'].map((code) => verdicts.find(({ kind }) => kind === code)?.verdict);
  };

  it('leaves a failure to end the run when it is used up', () => {
    expect(saga({ max_times: 1 })).toEqual(['broken', 'broken']);
    expect(saga({ max_times: 1 }, { max_times: 2 })).toEqual(['broken', 'broken']);
    expect(saga({ max_times: 0 })).toEqual(['broken', 'broken']);
    expect(saga({ max_times: 1 }, {})).toEqual(['proved', 'proved']);
    expect(saga({})).toEqual(['proved', 'proved']);
    expect(saga({ max_times: 1 }, { provenance: 'may' })).toEqual(['possible', 'possible']);
  });
});
