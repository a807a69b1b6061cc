import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sheetOfText } from '../table/index.js';
import { loansAudit } from '../testing/loans.js';
import { enumerate } from './enumerate.js';
import { lowerModels } from './lower-models.js';
import { openTexts } from './open.js';
import { portraitOf } from './portrait.js';
import { readForest } from './read-forest.js';
import type { EnumeratedRecord } from './record.js';
import { type EarlierRecord, earlierRecord, RecordMember, recordMember } from './record-state.js';

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
  readonly nodes?: number;
  readonly earlier?: EarlierRecord | null;
}

/** What is around the first record. */
function around({
  radius,
  records,
  expect: said = 'label=0',
  schema,
  boxes = 1000,
  nodes = 100_000,
  earlier = null,
}: Asked): EnumeratedRecord {
  const audit = loansAudit({
    table: `kind,where,epsilon,output,expect\nrobust,@records,${radius},label,${said}\n`,
    records: [HEADER, ...records, ''].join('\n'),
    schema: schema ?? SCHEMA('allow'),
  });
  const property = audit.rows[0]?.property;
  const [record] = audit.records;
  if (property === null || property === undefined || record === undefined) throw new Error('the row is right');
  return enumerate(audit, property, record, { nodes, boxes }, earlier);
}

/** All that is told of a record. */
const told = ({ kept: _kept, list, ...state }: EnumeratedRecord) => ({ ...state, list: [...list] });

/** What the next run has of it, once it was written and read. */
function kept(found: EnumeratedRecord): EarlierRecord {
  return earlierRecord(RecordMember.parse(JSON.parse(JSON.stringify(recordMember(found)))));
}

describe('inputs around a record without a value', () => {
  const missing = 'a,40000,60,,2';

  it('may have any value, however small the amount: a change of what is missing uses all of it', () => {
    const small = around({ radius: 'debt=0.3', records: [missing] });
    expect([...small.list].map(({ sides, distance }) => [sides[0]?.low, sides[0]?.high, distance])).toEqual([
      ['0', '0.69', 1],
    ]);
    expect(told(around({ radius: 'debt=3', records: [missing] }))).toEqual(told(small));
    expect(BigInt(small.region_points)).toBe(0x3f80_0000n + 2n);
  });

  it('lie in a box without ends where the value is missing in all of it', () => {
    const { list } = around({
      radius: 'debt=1',
      records: [missing],
      expect: 'label=1',
      schema: SCHEMA('allow', '', 0.1),
    });
    const [box, ...others] = list;
    expect(others).toEqual([]);
    expect(box).toMatchObject({ points: '1', distance: 0, label: 0 });
    expect(box?.sides).toEqual([
      {
        feature: 'debt',
        low: null,
        high: null,
        low_bits: null,
        high_bits: null,
        missing: true,
        texts: null,
        others: false,
      },
    ]);
  });

  it('are records that lack the same value', () => {
    const { list } = around({
      radius: 'income=10',
      records: [missing, 'b,40001,60,,2', 'c,40001,60,0.1,2'],
      expect: 'label=1',
    });
    expect(list.first(9).map(({ records_hit: hit }) => hit)).toEqual([1]);
  });
});

it('of features that follow from each other are not enumerated, and are where these stay', () => {
  const schema = SCHEMA('never', 'income / children');
  const records = ['a,90,45,0.5,2'];
  expect(around({ radius: 'income=10', records, schema })).toMatchObject({
    status: 'unsupported',
    reason: { en: expect.stringContaining('"age" is derived from other features') as string },
  });
  expect(around({ radius: 'debt=0.5', records, schema }).status).toBe('complete');
});

it('of a run in parts are those of one run, and what is known is told again without a search', () => {
  const asked = { radius: 'income=90%; debt=0.5', records: ['eva,40000,45,0.5,0'] };
  for (const budget of [{ boxes: 1 }, { nodes: 1 }, { nodes: 2 }]) {
    const whole = told(around(asked));
    let [parts, last] = [0, around({ ...asked, ...budget })];
    for (; last.status === 'partial'; parts += 1) {
      const known = kept(last);
      expect(told(around({ ...asked, nodes: 0, boxes: 0, earlier: known }))).toEqual(told(last));
      last = around({ ...asked, ...budget, earlier: known });
    }
    expect(parts).toBeGreaterThan(2);
    expect(told(last)).toEqual(whole);
    expect(told(around({ ...asked, earlier: kept(last) }))).toEqual(whole);
  }
});

it('are never more than were asked for: what was found with them is told by the next run, without a search', () => {
  const asked = {
    radius: 'income=90%; age=20; debt=0.9; children=3',
    records: ['c,60000,60,0.9,3'],
    expect: 'label=1',
  };
  let last = around({ ...asked, boxes: 1 });
  const runs = [last];
  while (runs.length < 4) runs.push((last = around({ ...asked, boxes: 1, earlier: kept(last) })));
  expect(runs.map(({ status, boxes }) => [status, boxes])).toEqual([1, 2, 3, 4].map((boxes) => ['partial', boxes]));
  const [first, second, third] = runs.map(told);
  expect(second?.nodes).toBe(first?.nodes);
  expect(third?.nodes).toBe(first?.nodes);
  expect(second?.list).toEqual(third?.list.slice(0, 2));
  expect(second?.complete_below).toBeLessThanOrEqual(third?.list[2]?.distance ?? 0);
  expect(third?.points).toBe(String(third?.list.reduce((sum, { points }) => sum + BigInt(points), 0n)));
  expect(told(around({ ...asked, earlier: kept(last) }))).toEqual(told(around(asked)));
});

it('are refused where what an earlier run kept of them is not so', () => {
  const asked = { radius: 'income=90%; debt=0.5', records: ['eva,40000,45,0.5,0'] };
  const first = kept(around({ ...asked, boxes: 2 }));
  const other = kept(around({ ...asked, records: ['eva,47000,45,0.5,0'], boxes: 2 }));
  const damaged = [
    { ...first, kept: first.kept && { ...first.kept, search: () => new Uint8Array([1, 2, 3]) } },
    { ...first, kept: first.kept && { ...first.kept, scores: [] as const } },
    { ...first, kept: first.kept && { ...first.kept, scores: first.kept.scores.slice(1) } },
    { ...first, kept: other.kept },
  ];
  expect(
    damaged.map((earlier) => {
      const { status, reason } = around({ ...asked, nodes: 0, boxes: 0, earlier });
      return [status, reason?.en.slice(0, 41)];
    }),
  ).toEqual([
    ['input_error', 'The file of the earlier run is wrong here'],
    ['partial', undefined],
    ['input_error', 'The file of the earlier run is wrong here'],
    ['input_error', 'The file of the earlier run is wrong here'],
  ]);
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

it('name the texts of a feature that may be another one, and have the answer of a text that they hold', () => {
  const read = readForest(readFileSync(new URL('../../fixtures/onnx/skl-one-hot.onnx', import.meta.url)));
  if (!read.ok) throw new Error('the model is read');
  const texts = ['boat', 'car', 'house', 'other', 'school', 'nobody knows'];
  const lines = texts.map((text, at) => `r${at},20000,40,${text}\n`);
  const opened = openTexts(read.model.forest, {
    schema: null,
    records: sheetOfText(`record_id,income,age,purpose\n${lines.join('')}`, ''),
    properties: sheetOfText('kind,where,epsilon,output,expect\nrobust,@records,purpose=1;income=30000,label,\n', ''),
  });
  if (!opened.ok) throw new Error('the table is right');
  const lowered = lowerModels(read.model, null, opened.texts.vocabulary);
  const [property, [record]] = [opened.texts.rows[0]?.property, opened.texts.records];
  if (!lowered.ok || property === null || property === undefined || record === undefined)
    throw new Error('it is right');
  const audit = { ...opened.texts, model: lowered.model, compare: null };
  const found = enumerate(audit, property, record, { nodes: 100_000, boxes: 1000 }, null);
  const list = [...found.list];
  const own = lowered.model.score(record.values).label;
  let violating = 0;
  for (const text of texts)
    for (let income = -10_000; income <= 50_000; income += 500) {
      const { label, scores } = lowered.model.score([income, 40, text]);
      const holding = list.filter(({ sides }) =>
        sides.every((side) =>
          side.texts === null
            ? Number(side.low) <= income && income <= Number(side.high)
            : text === 'nobody knows'
              ? side.others
              : side.texts.includes(text),
        ),
      );
      expect(holding).toHaveLength(label === own ? 0 : 1);
      for (const { score } of holding) {
        expect(scores[1]).toBeGreaterThanOrEqual(score?.at_least ?? Number.NaN);
        expect(scores[1]).toBeLessThanOrEqual(score?.at_most ?? Number.NaN);
      }
      violating += holding.length;
    }
  expect(violating).toBeGreaterThan(50);
  expect(new Set(list.flatMap(({ sides }) => sides.flatMap((side) => side.texts ?? []))).size).toBeGreaterThan(1);
  expect(list.some(({ sides }) => sides.some(({ others }) => others))).toBe(true);
  for (const { label, scores, score } of list) {
    expect(label).not.toBe(own);
    expect(scores[1]).toBeGreaterThanOrEqual(score?.at_least ?? Number.NaN);
    expect(scores[1]).toBeLessThanOrEqual(score?.at_most ?? Number.NaN);
  }
  // What a page shows of it: the texts of each side, marked where that of the record is not among them.
  const { features, nearest } = portraitOf(audit, record, found) ?? { features: [], nearest: [] };
  const at = features.findIndex(({ name }) => name === 'purpose');
  expect(features[at]?.from).toBe('boat');
  const sides = nearest.flatMap((box) => box.sides[at] ?? []);
  expect(sides.map(({ texts: held, away }) => held?.includes('boat') !== away)).not.toContain(false);
  expect(new Set(sides.map(({ away }) => away)).size).toBe(2);
});
