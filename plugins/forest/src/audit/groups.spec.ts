import { describe, expect, it } from 'vitest';
import { loansAudit } from '../testing/loans.js';
import { groupsOf } from './groups.js';

const RECORDS = `record_id,income,age,debt,children
a,20000,60,0.9,1
b,40000,60,0.4,1
c,40000,30,0.5,0
d,40000,30,0.5,0
`;
const TABLE = (cells: string): string => `id,kind,where,protected,output,expect\n${cells}\n`;

describe('groups of records', () => {
  it('asks each record again with the values of another group, and all else as it is', () => {
    const audit = loansAudit({ table: TABLE('G,protected_gap,@records,age,p[1],gap<=0.05'), records: RECORDS });
    const gaps = groupsOf(audit, 0);
    const score = (record: number, age: number): number =>
      audit.model.score((audit.records[record]?.values ?? []).with(1, age)).scores[1] ?? Number.NaN;
    expect(gaps?.groups).toMatchObject([
      { name: 'age = 30', records: 2, mean: score(2, 30) },
      { name: 'age = 60', records: 2, least: Math.min(score(0, 60), score(1, 60)) },
    ]);
    const changes = [0, 1].map((at) => score(at, 30) - score(at, 60));
    const furthest = Math.abs(changes[0] ?? 0) >= Math.abs(changes[1] ?? 0) ? 'a' : 'b';
    expect(gaps?.moves[1]).toEqual({
      from: 'age = 60',
      to: 'age = 30',
      records: 2,
      least: Math.min(...changes),
      mean: ((changes[0] ?? 0) + (changes[1] ?? 0)) / 2,
      most: Math.max(...changes),
      record: furthest,
      flips: [0, 1].filter((at) => score(at, 30) > 0.5 !== score(at, 60) > 0.5).length,
    });
    expect(Math.abs(changes[0] ?? 0) + Math.abs(changes[1] ?? 0)).toBeGreaterThan(0);
  });

  it('are named with the units of their features', () => {
    const schema = `name,position,unit\nincome,0,EUR\nage,1,years\ndebt,2,\nchildren,3,\n`;
    const audit = loansAudit({
      table: TABLE('G,protected_gap,@records,age;children,p[1],gap<=0.05'),
      records: RECORDS,
      schema,
    });
    expect(groupsOf(audit, 0)?.groups.map(({ name }) => name)).toEqual([
      'age (years) = 30, children = 0',
      'age (years) = 60, children = 1',
    ]);
  });

  it.each([
    ['of a row without protected features', TABLE('R,range,,,p[1],<=1'), RECORDS],
    ['of one group', TABLE('G,protected_flip,@records where children=0,children,label,no flip'), RECORDS],
    ['of no records', TABLE('G,protected_flip,,children,label,no flip'), null],
    [
      'of more groups than a picture has',
      TABLE('G,protected_flip,@records,income,label,no flip'),
      `income,age,debt,children\n${[1, 2, 3, 4, 5, 6, 7].map((n) => `${n}000,30,0.5,1`).join('\n')}\n`,
    ],
  ])('are not told %s', (_what, table, records) => {
    expect(groupsOf(loansAudit({ table, records }), 0)).toBeNull();
  });
});
