import { expect, it } from 'vitest';
import type { Bounds } from '../judge/index.js';
import { loansAudit } from '../testing/loans.js';
import { askCases, casesOf, engine, NO_CASES } from './index.js';

it('is told how far a question has come, each time closer, before it is told the answer', async () => {
  const audit = loansAudit({ table: 'id,kind,protected,output,expect\nG,protected_gap,age,p[1],gap<=0.9\n' });
  const told: { nodes: number; bounds: Bounds }[] = [];
  const answers: number[] = [];
  const budget = { nodes: 100_000, slice: 1, over: () => false, ...NO_CASES };
  await askCases(audit, casesOf(audit), engine, budget, {
    bounds: (_at, nodes, bounds) => Promise.resolve(void told.push({ nodes, bounds })),
    failed: (_at, error) => expect.fail(String(error)),
    case: (_at, { nodes }) => Promise.resolve(void answers.push(nodes)),
  });
  expect(told.length).toBeGreaterThan(2);
  expect(told.map(({ nodes }) => nodes)).toEqual(told.map(({ nodes }) => nodes).toSorted((a, b) => a - b));
  // The greatest gap has bounds; whether the limit holds is asked after it, and has none.
  const widths = told.flatMap(({ bounds: { atLeast, atMost } }) =>
    atMost === null ? [] : [atMost - (atLeast ?? -Infinity)],
  );
  expect(widths.length).toBeGreaterThan(2);
  expect(widths).toEqual(widths.toSorted((a, b) => b - a));
  expect(widths.at(-1)).toBeLessThan(widths[0] ?? 0);
  expect(answers).toHaveLength(1);
  expect(answers[0]).toBeGreaterThanOrEqual(told.at(-1)?.nodes ?? Infinity);
});
