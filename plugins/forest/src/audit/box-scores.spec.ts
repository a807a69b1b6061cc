import { expect, it } from 'vitest';
import { loansAudit } from '../testing/loans.js';
import { enumerate } from './enumerate.js';

const TABLE = 'kind,where,epsilon,output,expect\nrobust,@records,income=95%;debt=0.9,label,same label\n';
const STEPS = 40;

it('of a score in a box are its least and its greatest, over all inputs of the box', () => {
  const audit = loansAudit({ table: TABLE });
  const property = audit.rows[0]?.property;
  if (property === null || property === undefined) throw new Error('the row is right');
  const tight = { least: 0, greatest: 0 };
  let wide = 0;
  for (const record of audit.records)
    for (const { sides, score } of enumerate(audit, property, record, { nodes: 100_000, boxes: 100 }, null).list) {
      const [least, greatest] = [score?.at_least ?? Number.NaN, score?.at_most ?? Number.NaN];
      const [income, debt] = sides.map(({ low, high }) =>
        Array.from({ length: STEPS + 1 }, (_, at) => {
          const [from, to] = [Number(low), Number(high)];
          return at === STEPS ? to : Math.fround(from + ((to - from) * at) / STEPS);
        }),
      );
      const seen = (income ?? []).flatMap((x) =>
        (debt ?? []).map((y) => audit.model.score(record.values.with(0, x).with(2, y)).scores[1] ?? Number.NaN),
      );
      expect(Math.min(...seen)).toBeGreaterThanOrEqual(least);
      expect(Math.max(...seen)).toBeLessThanOrEqual(greatest);
      if (least < greatest) wide += 1;
      if (Math.min(...seen) === least) tight.least += 1;
      if (Math.max(...seen) === greatest) tight.greatest += 1;
    }
  // A few steps of a grid meet nearly all of the ends.
  expect(wide).toBeGreaterThan(3);
  expect(Math.min(tight.least, tight.greatest)).toBeGreaterThan(3);
});
