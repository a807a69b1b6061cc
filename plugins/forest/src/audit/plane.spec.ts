import { expect, it } from 'vitest';
import { answeredLoans } from '../testing/answered.js';
import { planeOf } from './plane.js';

const TABLE = `id,kind,where,protected,direction,output,expect
O,dominance,@records,,income up; children up,p[1],nondecreasing
`;

it('marks the two inputs of a pair, also around a record', async () => {
  const { audit, rows } = await answeredLoans({ table: TABLE, records: 'income,age,debt,children\n40000,45,0.5,2\n' });
  const [pair] = rows;
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
