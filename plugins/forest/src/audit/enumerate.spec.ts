import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sheetOfText } from '../table/index.js';
import { loansAudit } from '../testing/loans.js';
import { type EnumeratedRecord, enumerate, type EnumerationCursor } from './enumerate.js';
import { lowerModels } from './lower-models.js';
import { openTexts } from './open.js';
import { readForest } from './read-forest.js';

const SCHEMA = (debt: string, age = '', most = 1): string =>
  `name,position,type,min,max,missing,derived
income,0,float,0,200000,never,
age,1,int,18,80,never,${age}
debt,2,float,0,${most},${debt},
children,3,int,0,5,never,
`;
const HEADER = 'record_id,income,age,debt,children';

interface Asked {
  readonly radius: string;
  readonly records: readonly string[];
  readonly expect?: string;
  readonly schema?: string;
  readonly boxes?: number;
  readonly open?: EnumerationCursor;
}

/** What is around the first record. */
function around({ radius, records, expect: said = 'label=0', schema, boxes = 1000, open }: Asked): EnumeratedRecord {
  const audit = loansAudit({
    table: `kind,where,epsilon,output,expect\nrobust,@records,${radius},label,${said}\n`,
    records: [HEADER, ...records, ''].join('\n'),
    schema: schema ?? SCHEMA('allow'),
  });
  const property = audit.rows[0]?.property;
  const [record] = audit.records;
  if (property === null || property === undefined || record === undefined) throw new Error('the row is right');
  return enumerate(audit, property, record, { nodes: 100_000, boxes }, open ?? null);
}

describe('inputs around a record without a value', () => {
  const missing = 'a,40000,60,,2';

  it('may have any value, however small the amount: a change of what is missing uses all of it', () => {
    const small = around({ radius: 'debt=0.3', records: [missing] });
    expect(small.list.map(({ sides, distance }) => [sides[0]?.low, sides[0]?.high, distance])).toEqual([
      ['0', '0.69', 1],
    ]);
    expect(around({ radius: 'debt=3', records: [missing] })).toEqual(small);
    expect(BigInt(small.region_points)).toBe(0x3f80_0000n + 2n);
  });

  it('lie in a box without ends where the value is missing in all of it', () => {
    const [box, ...others] = around({
      radius: 'debt=1',
      records: [missing],
      expect: 'label=1',
      schema: SCHEMA('allow', '', 0.1),
    }).list;
    expect(others).toEqual([]);
    expect(box).toMatchObject({ points: '1', distance: 0, label: 0 });
    expect(box?.sides).toEqual([
      { feature: 'debt', low: null, high: null, low_bits: null, high_bits: null, missing: true },
    ]);
  });

  it('are records that lack the same value', () => {
    const { list } = around({
      radius: 'income=10',
      records: [missing, 'b,40001,60,,2', 'c,40001,60,0.1,2'],
      expect: 'label=1',
    });
    expect(list.map(({ records_hit: hit }) => hit)).toEqual([1]);
  });
});

it('of features that follow from each other are not enumerated, and are where these stay', () => {
  const schema = SCHEMA('never', 'income / children');
  const records = ['a,90,45,0.5,2'];
  expect(around({ radius: 'income=10', records, schema })).toMatchObject({
    status: 'unsupported',
    reason: { en: expect.stringContaining('"age" follows from other features') as string },
  });
  expect(around({ radius: 'debt=0.5', records, schema }).status).toBe('complete');
});

it('tell the nearest of all parts, and what lies in all of them', () => {
  const asked = { radius: 'income=90%; debt=0.5', records: ['eva,40000,45,0.5,0'] };
  const whole = around(asked);
  let [parts, last] = [0, around({ ...asked, boxes: 2 })];
  for (; last.open !== null; parts += 1) last = around({ ...asked, boxes: 2, open: last.open });
  expect(parts).toBeGreaterThan(1);
  expect(last).toMatchObject({ points: whole.points, nearest: whole.nearest, status: 'complete' });
});

it('are whole numbers of a column of double precision that the schema calls whole, without ends', () => {
  const read = readForest(readFileSync(new URL('../../fixtures/lightgbm/binary.txt', import.meta.url)));
  if (!read.ok) throw new Error('the model is read');
  const names = read.model.forest.columns.map(({ name }) => name);
  const opened = openTexts(read.model.forest, {
    schema: sheetOfText(`name,type\n${names.map((name) => `${name},int\n`).join('')}`, ''),
    records: null,
    properties: sheetOfText('kind,output,expect\nalways,label,label=1\n', ''),
  });
  if (!opened.ok) throw new Error('the schema is right');
  const lowered = lowerModels(read.model, null, opened.texts.vocabulary);
  expect(lowered.ok && lowered.model.cells.columns.map(({ spacing }) => spacing)).toEqual(names.map(() => 1));
});
