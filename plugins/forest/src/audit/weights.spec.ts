import { describe, expect, it } from 'vitest';
import { answeredLoans } from '../testing/answered.js';
import { loansAudit } from '../testing/loans.js';
import { RowTally } from './rows.js';
import { flawOf } from './told.js';
import { unexpectedIn } from './unexpected.js';
import { quotient, unitsOf, weightShare } from './weights.js';

const TABLE =
  'id,kind,where,epsilon,output,expect\nB,robust,@records,income=20%,label,same label\nR,range,,,p[1],<=1\n';
/** Of these only eva's answer changes within the radius; bia is wrong. The model gives the labels 0, 0, 1. */
const RECORDS = (weights: readonly string[]): string =>
  [
    'record_id,income,age,debt,children,expected_label,weight',
    `ana,20000,30,0.9,1,0,${weights[0]}`,
    `eva,40000,45,0.5,0,1,${weights[1]}`,
    `rui,90000,60,0.1,2,1,${weights[2]}`,
    `bia,,60,0.1,2,,${weights[3]}\n`,
  ].join('\n');

describe('weights', () => {
  it('are added up exactly, in any order', () => {
    expect([5e-324, 2 ** -1022, 1, 1.5].map(unitsOf)).toEqual([1n, 1n << 52n, 1n << 1074n, 3n << 1073n]);
    const weights = [0.1, 1e300, 0.2, 5e-324, 3];
    const sum = (list: readonly number[]): bigint => list.reduce((units, weight) => units + unitsOf(weight), 0n);
    expect(sum(weights)).toBe(sum(weights.toReversed()));
    expect(quotient(sum([0.1, 0.2]), sum([0.1, 0.2, 0.1, 0.2]))).toBe(0.5);
    expect(quotient(1n, 0n)).toBeNull();
  });

  it('say nothing where all are the same, or none weighs anything', () => {
    const of = (...weights: number[]): { weight: number }[] => weights.map((weight) => ({ weight }));
    expect(weightShare(of(2), of(2, 2))).toBeNull();
    expect(weightShare([], of(0, 0))).toBeNull();
    expect(weightShare(of(1), of(1, 3))).toBe(0.25);
  });

  it('stand beside the counts of a row, and change neither these nor any verdict', async () => {
    const weighed = await answeredLoans({ table: TABLE, records: RECORDS(['', '0', '2.5', '0.5']) });
    const plain = await answeredLoans({ table: TABLE, records: RECORDS(['', '', '', '']) });
    const [row, region] = weighed.rows;
    expect(row).toMatchObject({ verdict: 'violated', records: { violated: 1, proved: 2, input_error: 1 } });
    expect(row?.weighted).toMatchObject({ violated: 0, proved: 0.875, input_error: 0.125, undecided: 0 });
    expect(region?.weighted).toBeNull();
    expect(plain.rows.map(({ weighted }) => weighted)).toEqual([null, null]);
    expect(weighed.rows.map((own) => ({ ...own, weighted: null }))).toEqual(plain.rows);
  });

  it('of parts of a job come to those of the whole', () => {
    const audit = loansAudit({ table: TABLE, records: RECORDS(['0.1', '0.2', '1e-9', '7']) });
    const bare = {
      row: 0,
      from: null,
      reason: null,
      bounds: null,
      witness: null,
      nodes: 1,
      tie: false,
      certificates: [],
    };
    const results = audit.records.map(({ id, weight }, at) => ({
      result: { ...bare, record: id, verdict: at % 2 === 0 ? ('proved' as const) : ('violated' as const) },
      weight,
    }));
    const tallyOf = (some: typeof results): RowTally => {
      const tally = new RowTally(audit);
      for (const { result, weight } of some) tally.add(result, weight);
      return tally;
    };
    const joined = new RowTally(audit);
    for (const part of [results.slice(0, 1), results.slice(1)])
      joined.merge(JSON.parse(JSON.stringify(tallyOf(part).state())) as ReturnType<RowTally['state']>);
    const told = (tally: RowTally): unknown => tally.results().map(({ records, weighted }) => ({ records, weighted }));
    expect(told(joined)).toEqual(told(tallyOf(results)));
    expect(joined.results()[0]?.weighted?.violated).toBeCloseTo(7.2 / 7.300000001, 12);
  });

  it('tell what share has another label than expected', () => {
    const audit = loansAudit({ table: TABLE, records: RECORDS(['1', '3', '4', '100']) });
    expect(unexpectedIn(audit)).toMatchObject({ compared: 3, unexpected: 1, unexpected_share: 0.375 });
  });

  it.each(['-1', 'much', '1,5'])('%s of a record is an error of that record', (weight) => {
    const { records } = loansAudit({ table: TABLE, records: RECORDS(['', `"${weight}"`, '', '']) });
    expect(flawOf(records[1] ?? { flaws: [] })?.en).toMatch(/^line 3, weight: /);
    expect(flawOf(records[1] ?? { flaws: [] })?.pt).toMatch(/^linha 3, weight: /);
    expect(records.map(({ flaws }) => flaws.some(({ column }) => column === 'weight'))).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });
});
