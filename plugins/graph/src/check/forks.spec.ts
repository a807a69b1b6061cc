import { expect, it } from 'vitest';
import { edge, graphOf, node, PAY, tool } from '../testing/graphs.js';
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

it('sixty lanes in sequence are followed one by one, of those that run as they like only what each does alone is known', () => {
  const lanes = Array.from({ length: 60 }, (_, at) => `l${String(at)}`);
  const said = (execution: 'sequential' | 'tokens', checked: string): string | undefined => {
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
  expect([said('sequential', 'l29'), said('sequential', 'l31'), said('tokens', 'l29')]).toEqual([
    'proved',
    'broken',
    'possible',
  ]);
});
