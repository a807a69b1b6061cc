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
