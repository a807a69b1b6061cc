import { describe, expect, it } from 'vitest';
import { loansAudit } from '../testing/loans.js';
import { WitnessFalse } from '../witness/index.js';
import type { Box, BoxSide } from './box.js';
import { checkBoxes } from './check-witness.js';
import { enumerate } from './enumerate.js';

const SCHEMA = `name,position,type,min,max,missing
income,0,float,0,200000,never
age,1,int,18,80,never
debt,2,float,0,1,allow
children,3,int,0,5,never
`;
const RECORD = 'record_id,income,age,debt,children\neva,40000,45,0.5,0\n';
const RADIUS = 'income=90%; debt=0.5; age=10';

/** What is around one record, and whether boxes in its place are accepted. */
function around({ radius = RADIUS, schema = SCHEMA, record = RECORD, expected = 'label=0' } = {}) {
  const audit = loansAudit({
    table: `kind,where,epsilon,output,expect\nrobust,@records,${radius},label,${expected}\n`,
    records: record,
    schema,
  });
  const property = audit.rows[0]?.property;
  const [row] = audit.records;
  if (!property || row === undefined) throw new Error('the row is right');
  const found = enumerate(audit, property, row, { nodes: 100_000, boxes: 1000 }, null);
  const { score } = audit.model;
  const blind = { ...audit, model: { ...audit.model, score: () => score(row.values) } };
  const failed = enumerate(blind, property, row, { nodes: 100_000, boxes: 1000 }, null);
  const accepts = (boxes: Iterable<Box>, close = 500): boolean => {
    try {
      checkBoxes(audit, property, row, boxes, close);
      return true;
    } catch (error) {
      if (error instanceof WitnessFalse) return false;
      throw error;
    }
  };
  return { found, failed, accepts };
}

const asked = around();
const [first, ...rest] = asked.found.list;
if (first === undefined || rest.length === 0) throw new Error('there are boxes');

const withSide = (box: Box, feature: string, change: Partial<BoxSide>): Box => ({
  ...box,
  sides: box.sides.map((side) => (side.feature === feature ? { ...side, ...change } : side)),
});
const bitsOf = (value: number): string => {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, value);
  return view.getUint32(0).toString(16).padStart(8, '0');
};
const end = (which: 'low' | 'high', value: number): Partial<BoxSide> => ({
  [which]: String(Math.fround(value)),
  [`${which}_bits`]: bitsOf(value),
});

describe('boxes around a record are held against what was asked', () => {
  it('those that are found are accepted, missing values among them', () => {
    expect(asked.found.status).toBe('complete');
    expect(asked.accepts(asked.found.list)).toBe(true);
    for (const expected of ['label=0', 'label=1']) {
      const other = around({ radius: 'debt=0.5; income=90%', record: RECORD.replace('0.5', ''), expected });
      expect([other.found.status, other.accepts(other.found.list)]).toEqual(['complete', true]);
      expect([...other.found.list].some(({ sides }) => sides.some(({ missing }) => missing))).toBe(true);
    }
  });

  it('a group of flags in a box has one that is set', () => {
    const schema = `name,position,type,group,min,max
income,0,float,,0,200000
age,1,int,,18,80
debt,2,onehot,kind,,
children,3,onehot,kind,,
`;
    const record = 'record_id,income,age,debt,children\neva,40000,45,1,0\n';
    for (const expected of ['label=0', 'label=1']) {
      const { found, accepts } = around({ radius: 'income=90%; debt=1; children=1', schema, record, expected });
      expect([found.status, accepts(found.list)]).toEqual(['complete', true]);
    }
  });

  it('ends of listed values are those within the radius', () => {
    const schema = SCHEMA.replace('type,min,max,missing', 'type,min,max,missing,values')
      .replaceAll('never\n', 'never,\n')
      .replace('allow\n', 'allow,\n')
      .replace('age,1,int,18,80,never,', 'age,1,ordinal,,,code -999,20|40|45|47|80');
    const { found, accepts } = around({ radius: 'age=6; income=90%', schema });
    const ends = [...found.list].flatMap(({ sides }) => sides.filter(({ feature }) => feature === 'age'));
    expect(
      ends.flatMap(({ low, high }) => [low, high]).filter((told) => !['40', '45', '47'].includes(told ?? '')),
    ).toEqual([]);
    expect([ends.length > 0, accepts(found.list)]).toEqual([true, true]);
  });

  it('what is not accepted is an error of ours, of that record alone', () => {
    expect(asked.failed).toMatchObject({ status: 'internal_error', list: { length: 0 }, kept: null });
    expect(asked.failed.reason?.en).toContain('no other answer');
  });

  const [side] = first.sides;
  const wrong: readonly (readonly [string, readonly Box[]])[] = [
    ['twice', [first, first]],
    ['another label', [{ ...first, label: 0 }]],
    ['another score', [{ ...first, scores: first.scores.map((score) => score + 1e-6) }]],
    ['another distance', [{ ...first, distance: first.distance * 1.0001 }]],
    ['a score that is told too low', [{ ...first, score: { at_least: 0, at_most: 0.1 } }]],
    ['an end beyond the radius', [withSide(first, 'income', end('high', 80_000))]],
    ['an end beyond the schema', [withSide(first, 'debt', end('high', 1.2))]],
    ['an end between whole numbers', [withSide(first, 'age', end('high', 44.5))]],
    [
      'crossed ends',
      [
        withSide(first, 'income', {
          low: side?.high ?? '',
          low_bits: side?.high_bits ?? '',
          high: side?.low ?? '',
          high_bits: side?.low_bits ?? '',
        }),
      ],
    ],
    ['decimals that are not its bits', [withSide(first, 'income', { high: '41000' })]],
    ['inputs without another answer', [withSide(first, 'income', end('low', 4000))]],
    [
      'a value that is not to change',
      [
        {
          ...first,
          sides: [...first.sides, ...first.sides.slice(0, 1).map((each) => ({ ...each, feature: 'children' }))],
        },
      ],
    ],
    ['a side twice', [{ ...first, sides: [...first.sides, ...first.sides] }]],
    ['a missing value that may not be', [withSide(first, 'income', { missing: true })]],
    ['a missing value that the record has not', [withSide(first, 'debt', { missing: true })]],
  ];
  it.each(wrong)('%s is refused', (_what, boxes) => {
    expect(asked.accepts(boxes)).toBe(false);
  });

  it('looks at one corner of those behind the first', () => {
    const far = { ...first, distance: 7 };
    expect([asked.accepts([far], 1), asked.accepts([far], 0)]).toEqual([false, true]);
    expect(asked.accepts([{ ...first, label: 0 }], 0)).toBe(false);
  });
});
