import { describe, expect, it } from 'vitest';
import { lowerGraph } from '../lower/index.js';
import type { AgentGraph, GraphNode } from '../model/index.js';
import { Beside } from './beside.js';
import { checkGraph } from './check.js';

const edges = (text: string): AgentGraph['edges'] =>
  text.split(' ').map((pair, at) => {
    const [source = '', target = ''] = pair.split('>');
    return { id: `e${String(at)}`, source, target };
  });
const graphOf = (nodes: readonly GraphNode[], text: string): AgentGraph => ({
  format: 'agent-graph/1',
  start: 's',
  nodes: [{ id: 's', kind: 'start' }, ...nodes],
  edges: edges(text),
});
const call = (name: string, more: Partial<GraphNode> = {}): GraphNode => ({
  id: name,
  kind: 'tool',
  tools: [{ name }],
  ...more,
});

/** The tools whose attempts can happen while a lane is where a tool is attempted. */
function besideOf(graph: AgentGraph, tool: string): string[] {
  const control = lowerGraph(graph, new Map());
  const beside = new Beside(control);
  const nameOf = (event: number): string =>
    control.tools[control.uses[control.eventOf[event] ?? -1]?.tool ?? -1] ?? `no tool of event ${String(event)}`;
  const attempts = new Map<number, number>();
  control.eventKind.forEach((kind, event) => {
    if (kind === 1) attempts.set(event, event);
  });
  const at = control.event.findIndex((event) => attempts.has(event) && nameOf(event) === tool);
  return [...beside.symbols(beside.classOf(control.from[at] ?? -1), attempts)].map(nameOf).toSorted();
}

describe('what can happen beside a lane', () => {
  const fork: GraphNode = { id: 'f', kind: 'fork' };

  it('is what other edges of a fork lead to, and nothing in front of the fork', () => {
    const graph = graphOf([call('before'), fork, call('left'), call('right')], 's>before before>f f>left f>right');
    expect([besideOf(graph, 'before'), besideOf(graph, 'left'), besideOf(graph, 'right')]).toEqual([
      [],
      ['right'],
      ['left'],
    ]);
  });

  it('is also what a loop leads to again, where that is another lane', () => {
    const graph = graphOf([fork, call('left'), call('right')], 's>f f>left f>right left>f');
    expect([besideOf(graph, 'left'), besideOf(graph, 'right')]).toEqual([['right'], ['left', 'right']]);
  });

  it('is nothing in front of a join that has waited for all who can come', () => {
    const joined = (join: 'any' | 'active'): AgentGraph =>
      graphOf([fork, call('left'), call('right'), call('late', { join })], 's>f f>left f>right left>late right>late');
    expect(besideOf(joined('active'), 'late')).toEqual([]);
    expect(besideOf(joined('any'), 'late')).toEqual(['late', 'left', 'right']);
  });
});

describe('many lanes that go round', () => {
  it('are no reason to give up: what happens once in front of them is proved to', () => {
    const ring = Array.from({ length: 24 }, (_, at) => `r${String(at)}`);
    const graph = graphOf(
      [call('once'), ...ring.map((id): GraphNode => ({ id, kind: 'router', concurrency: 'inclusive' })), call('pay')],
      `s>once once>r0 ${ring.map((id, at) => `${id}>${ring[(at + 1) % 24] ?? ''} ${id}>${ring[(at + 5) % 24] ?? ''}`).join(' ')} r20>pay`,
    );
    const atMost = (first: string): string =>
      checkGraph(graph, new Map(), [{ id: 'r', kind: 'order', pattern: 'at_most', first, count: 1 }], { states: 5_000 })
        .verdicts[0]?.verdict ?? '';
    expect(atMost('once')).toBe('proved');
  });
});
