import { describe, expect, it } from 'vitest';
import type { GraphEdge } from '../model/index.js';
import { edge, graphOf, node, tool, withTools } from '../testing/graphs.js';
import { checkGraph } from './check.js';

describe('a choice whose edges may all be missing', () => {
  const tools = withTools({ name: 'pay', classes: ['write', 'infallible'] });
  const ok = { expr: { op: '=', variable: 'ok', value: true } } as const;
  /** Whether a run can fail with the payment made. */
  const failing = (...edges: Partial<GraphEdge>[]): string | undefined =>
    checkGraph(
      graphOf(
        [tool('pay'), node('way', 'router'), node('e', 'end')],
        ['pay>way', ...edges.map((more, at) => ({ ...edge('way>e', { provenance: 'may', ...more }), id: String(at) }))],
        { variables: [{ name: 'ok', type: 'bool' }] },
      ),
      tools,
      [{ id: 'r', kind: 'saga', steps: [{ tool: 'pay' }] }],
    ).verdicts.find(({ kind }) => kind === 'SG1')?.verdict;

  it('fails the run where one of them is there and its guard is false', () => {
    expect(failing({ guard: ok })).toBe('possible');
    expect(failing({ guard: ok }, { guard: { expr: { op: 'not', of: ok.expr } } })).toBe('possible');
  });

  it('ends its lane without any, and takes one of those that are there by rule', () => {
    expect(failing({})).toBe('proved');
    expect(failing({}, { guard: { opaque: 'code' } })).toBe('proved');
    expect(failing({ guard: ok }, { otherwise: true })).toBe('possible');
  });
});
