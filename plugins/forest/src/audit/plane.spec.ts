import { expect, it } from 'vitest';
import { loansAudit } from '../testing/loans.js';
import { askCases, casesOf } from './audit.js';
import { NO_CASES } from './earlier.js';
import { engine } from './engine.js';
import { planeOf } from './plane.js';
import { RowTally } from './rows.js';

const TABLE = `id,kind,where,protected,direction,output,expect
O,dominance,@records,,income up; children up,p[1],nondecreasing
`;

it('marks the two inputs of a pair, also around a record', async () => {
  const audit = loansAudit({ table: TABLE, records: 'income,age,debt,children\n40000,45,0.5,2\n' });
  const tally = new RowTally(audit);
  const budget = { nodes: 100_000, slice: 100_000, over: () => false, ...NO_CASES };
  await askCases(audit, casesOf(audit), engine, budget, {
    bounds: () => Promise.resolve(),
    failed: (_at, error) => {
      throw error;
    },
    case: (_at, result) => Promise.resolve(tally.add(result)),
  });
  const [pair] = tally.results();
  if (pair === undefined) throw new Error('the row is answered');
  const plane = planeOf(audit, pair);
  expect(plane).toMatchObject({ pair: true, x: { name: 'income' }, y: { name: 'children' } });
  const [, second] = pair.shown?.witness?.inputs ?? [];
  const [income, , , children] = second?.values.map(({ value }) => Number(value)) ?? [];
  for (const [axis, value = Number.NaN] of [
    [plane?.x, income],
    [plane?.y, children],
  ] as const) {
    const from = axis?.from ?? -1;
    expect(Number(axis?.ends[from])).toBeLessThanOrEqual(value);
    expect(Number(axis?.ends[from + 1])).toBeGreaterThanOrEqual(value);
  }
});
