import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TableBroken } from './csv.js';
import { bitsOf, decimal, nextDown, nextUp } from './floats.js';
import { readNumber } from './number.js';
import { readTable } from './read-table.js';
import { namedByRecords, readRecords } from './records.js';
import { gridOf, regionOf } from './region.js';
import { readConditions } from './conditions.js';
import { bareFeature, type ModelColumn, readSchema } from './schema.js';
import { sheetOfCsv, sheetOfJson } from './sheet.js';
import { quoted } from './split.js';
import { type FeatureFact, Names, type Vocabulary } from './vocabulary.js';

const float = (name: string): ModelColumn => ({ name, type: 'float32' });
const MODEL: readonly ModelColumn[] = [
  float('age'),
  float('income'),
  float('a;b'),
  { name: 'purpose', type: 'string' },
];
const features = MODEL.map(bareFeature);
const vocabulary: Vocabulary = { features, labels: [0, 1], scores: 1 };
const rows = (csv: string, own: Vocabulary = vocabulary): ReturnType<typeof readTable> =>
  readTable(sheetOfCsv(csv), own);

/** The first flaw of a row that has these cells. */
function flawOf(cells: Readonly<Record<string, string>>, own: Vocabulary = vocabulary): object | undefined {
  const all = { id: 'x', kind: 'never', output: 'label', expect: 'label=0', ...cells };
  return readTable(sheetOfJson([all], '/properties'), own)[0]?.flaws[0];
}

describe('a table of properties', () => {
  it('is read from CSV with a byte-order mark, CRLF, quotes, and columns that mean nothing', () => {
    const [row] = rows(
      '\ufeffid,kind,where,output,expect,owner\r\nC4,never,"age>=18; ""a;b""<0.5",label,label=0,Ana\r\n',
    );
    expect(row).toMatchObject({ id: 'C4', line: 2, flaws: [], extra: { owner: 'Ana' }, empty: null });
    expect(row?.property?.region[0]).toEqual({
      kind: 'numbers',
      intervals: [{ low: 18, high: Math.fround(3.4028235e38) }],
      missing: false,
    });
    expect(row?.property?.region[2]).toMatchObject({ intervals: [{ high: nextDown(0.5, 'float32') }] });
  });

  it('says the same from JSON, whose cells may be numbers', () => {
    const cells = { id: 'C4', kind: 'never', where: 'age>=18', output: 'label', expect: 'label=0', budget_s: 5 };
    const [row] = readTable(sheetOfJson([cells], '/properties'), vocabulary);
    expect(row?.property?.budgetSeconds).toBe(5);
    const csv = rows('id,kind,where,output,expect,budget_s\nC4,never,age>=18,label,label=0,5\n')[0];
    expect({ ...csv, line: null }).toEqual(row);
  });

  it.each([
    [{ where: 'aeg>=18' }, 'feature_unknown', '/properties/0/where', 'Did you mean "age" or'],
    [{ where: 'age>=1e400' }, 'number_out_of_range', '/properties/0/where', 'too large for a float32'],
    [{ where: 'age>=1e39' }, 'number_out_of_range', '/properties/0/where', 'too large for a float32'],
    [{ where: 'income>=1,000' }, 'number_separator', '/properties/0/where', 'thousands separator'],
    [{ where: "income>=1'000'000" }, 'number_separator', '/properties/0/where', 'thousands separator'],
    [{ where: 'income>=0,5' }, 'number_separator', '/properties/0/where', 'decimal comma'],
    [{ where: 'income>=0x10' }, 'number_expected', '/properties/0/where', 'not a decimal number'],
    [{ where: 'age' }, 'condition_unreadable', '/properties/0/where', 'not a condition'],
    [{ where: '"age>=18' }, 'quote_open', '/properties/0/where', 'quote is not closed'],
    [{ where: 'purpose>=car' }, 'comparison_of_text', '/properties/0/where', 'is text'],
    [{ where: '@records when age>3' }, 'condition_expected', '/properties/0/where', '"where" or nothing'],
    [{ kind: 'nevr' }, 'word_unknown', '/properties/0/kind', 'Did you mean "never"?'],
    [{ kind: '' }, 'cell_empty', '/properties/0/kind', 'kind of property'],
    [{ expect: 'label=2' }, 'label_unknown', '/properties/0/expect', 'not a label of the model (0, 1)'],
    [{ expect: '' }, 'cell_empty', '/properties/0/expect', 'need an expectation'],
    [{ expect: 'no flip' }, 'expect_misfit', '/properties/0/expect', '"never" do not take this expectation'],
    [{ output: 'p[2]' }, 'output_misfit', '/properties/0/output', 'p[0] to p[1]'],
    [{ output: 'score[1]' }, 'output_misfit', '/properties/0/output', 'score[0] to score[0]'],
    [{ output: 'band(a<0.5,b<0.2,c)' }, 'bands_unreadable', '/properties/0/output', 'limits must rise'],
    [{ kind: 'robust', expect: 'same label' }, 'records_needed', '/properties/0/where', '@records'],
    [{ kind: 'range', expect: '<=1' }, 'output_misfit', '/properties/0/output', 'p[1] or score[0]'],
    [{ vary: 'incomes' }, 'feature_unknown', '/properties/0/vary', 'Did you mean "income"?'],
    [{ vary: 'zzzzzzzz' }, 'feature_unknown', '/properties/0/vary', 'There are '],
    [{ severity: 'criticl' }, 'word_unknown', '/properties/0/severity', 'Did you mean "critical"?'],
  ])('says what is wrong with %j', (cells, slug, pointer, text) => {
    expect(flawOf(cells)).toMatchObject({ slug, pointer, words: { en: expect.stringContaining(text) as string } });
  });

  it('does not say that a cell is empty which it could not read', () => {
    const cells = { kind: 'robust', where: '@records', epsilon: 'agee=1', expect: 'same label' };
    const [row] = readTable(sheetOfJson([cells], ''), vocabulary);
    expect(row?.flaws.map(({ slug }) => slug)).toEqual(['feature_unknown']);
  });

  it('names line and column of a faulty cell, after cells with quotes and line breaks', () => {
    const [good, bad] = rows(
      'id,kind,note,where,output,expect\nA,never,"x\n""y"", z",age>3,label,label=0\nB,never,"p, q",aeg>3,label,label=0\n',
    );
    expect(good).toMatchObject({ line: 2, flaws: [] });
    expect(bad?.property).toBeNull();
    expect(bad?.flaws).toMatchObject([{ slug: 'feature_unknown', column: 'where', line: 4, at: 16 }]);
  });

  it('takes ids once, and asks the other rows', () => {
    const read = rows('id,kind,output,expect\nA,never,label,label=0\nA,never,label,label=0\nB,never,label,label=0\n');
    expect(read.map(({ flaws }) => flaws.map(({ slug }) => slug))).toEqual([[], ['id_twice'], []]);
  });

  it.each([
    ['', 'table_empty'],
    ['\ufeff', 'table_empty'],
    ['id,kind\n', 'table_empty'],
    ['id,sort\n1,never\n', 'column_missing'],
    ['id,kind,id\n1,never,2\n', 'column_twice'],
    ['id,kind\n1,"never\n', 'csv_broken'],
  ])('is no table: %j', (csv, slug) => {
    expect(() => rows(csv)).toThrow(expect.objectContaining({ slug }) as TableBroken);
  });

  it('finds regions that hold nothing', () => {
    const empty = rows('kind,where,output,expect\nnever,age>=30; age<30,label,label=0\n')[0];
    expect(empty).toMatchObject({ flaws: [], empty: { en: 'No value of "age" meets all conditions.' } });
    const point = rows('kind,where,output,expect\nnever,age>=30; age<=30,label,label=0\n')[0];
    expect(point).toMatchObject({ empty: null, property: { region: { 0: { intervals: [{ low: 30, high: 30 }] } } } });
  });

  it('reads tables of many rows', () => {
    const read = rows(
      `id,kind,where,output,expect\n${Array.from({ length: 10_000 }, (_, at) => `r${at},never,age>=${at % 90},label,label=0\n`).join('')}`,
    );
    expect(read).toHaveLength(10_000);
    expect(read.every(({ property }) => property !== null)).toBe(true);
  });

  it('takes the protected features of the schema where a row about them names none, and no other row does', () => {
    const [age, ...others] = features;
    const own = { ...vocabulary, features: age === undefined ? others : [{ ...age, protected: true }, ...others] };
    const asked = rows(
      'kind,protected,output,expect\nprotected_flip,,label,no flip\nprotected_gap,,p[1],gap<=0.1\nprotected_flip,income,label,no flip\nrange,,p[1],\n',
      own,
    );
    expect(asked.map(({ property }) => property?.protected)).toEqual([[0], [0], [1], []]);
    expect(flawOf({ kind: 'protected_flip', expect: 'no flip' })).toMatchObject({
      slug: 'cell_empty',
      column: 'protected',
    });
  });
});

const SCHEMA = `name,position,type,group,min,max,step,missing,mutable,protected,cost_per_unit
years,0,int,,18,100,,,no,yes,
income,1,float,,0,,0.01,allow,up,,2
car,2,onehot,use,,,,,,,
`;
const numbers: readonly ModelColumn[] = [float('x0'), float('x1'), float('x2'), float('x3')];
const withSchema = (csv: string): { features: readonly FeatureFact[]; flaws: readonly object[] } =>
  readSchema(sheetOfCsv(csv), numbers);

describe('a schema of features', () => {
  it('names columns by their position and says what their values are', () => {
    const { features: read, flaws } = withSchema(`${SCHEMA}home,3,onehot,use,,,,,,,\n`);
    expect(flaws).toEqual([]);
    expect(read.map(({ name }) => name)).toEqual(['years', 'income', 'car', 'home']);
    expect(read[0]).toMatchObject({ type: 'int', min: 18, max: 100, mutable: 'no', protected: true, missing: 'never' });
    expect(read[1]).toMatchObject({ step: 0.01, missing: 'allow', mutable: 'up', cost: 2 });
  });

  it.each([
    ['nam,position\nage,0\n', 'column_unknown'],
    ['name,position\nage,4\n', 'position_unknown'],
    ['name,position\nage,0\nyears,0\n', 'position_twice'],
    ['name,position,min,max\nage,0,5,3\n', 'bounds_crossed'],
    ['name,position,type\nage,0,onehot\n', 'group_missing'],
    ['name,position,type\nage,0,flot\n', 'word_unknown'],
    ['name,position\nx1,0\n', 'feature_twice'],
    ['name\nage\n', 'feature_unknown'],
  ])('refuses %j', (csv, slug) => {
    expect(withSchema(csv).flaws).toContainEqual(expect.objectContaining({ slug }));
  });

  const narrow: readonly ModelColumn[] = [
    { name: 'purpose', type: 'string', takes: { values: ['car', 'house'] } },
    { name: 'age', type: 'int32' },
    { name: 'share', type: 'float32', takes: { missing: false } },
  ];

  it('starts from what the model takes, which a schema narrows', () => {
    expect(narrow.map(bareFeature)).toMatchObject([
      { values: ['car', 'house'], missing: 'never' },
      { precision: 'int64', min: -(2 ** 31), max: 2 ** 31 - 1 },
      { min: null, missing: 'never' },
    ]);
    const { features: read, flaws } = readSchema(
      sheetOfCsv('name,min,max,values\npurpose,,,car\nage,18,1e12,\nshare,0,,\n'),
      narrow,
    );
    expect(flaws).toEqual([]);
    expect(read).toMatchObject([{ values: ['car'] }, { min: 18, max: 2 ** 31 - 1 }, { min: 0 }]);
  });

  it.each([
    ['name,values\npurpose,car|hose\n', 'value_not_taken', 'values'],
    ['name,missing\npurpose,allow\n', 'missing_not_taken', 'missing'],
    ['name,missing\nshare,allow\n', 'missing_not_taken', 'missing'],
    ['name,missing\nage,code -99999999999\n', 'missing_not_taken', 'missing'],
  ])('refuses what the model fails on: %j', (csv, slug, column) => {
    expect(readSchema(sheetOfCsv(csv), narrow).flaws).toMatchObject([{ slug, column }]);
  });

  const own = withSchema(`${SCHEMA}home,3,onehot,use,,,,,,,\n`).features;
  const schemaWords: Vocabulary = { features: own, labels: [0, 1], scores: 1 };

  it('makes impossible inputs known: two flags of one group, steps that nothing meets', () => {
    const asked = (where: string): object | undefined =>
      readTable(sheetOfJson([{ kind: 'never', where, output: 'label', expect: 'label=0' }], ''), schemaWords)[0];
    expect(asked('car=1; home=1')).toMatchObject({
      empty: { en: expect.stringContaining('one-hot group "use"') as string },
    });
    expect(asked('car=no; home=0')).toMatchObject({ empty: { en: expect.stringContaining('can be 1') as string } });
    expect(asked('years>30; years<31')).toMatchObject({ empty: { en: expect.stringContaining('"years"') as string } });
    expect(asked('car=1; home=0')).toMatchObject({ empty: null });
    expect(asked('use>1')).toMatchObject({ flaws: [{ slug: 'feature_unknown' }] });
  });

  it('refuses to change by name what never changes, and leaves it out of "*"', () => {
    const robust = { kind: 'robust', where: '@records', expect: 'same label' };
    expect(flawOf({ ...robust, epsilon: 'years=1' }, schemaWords)).toMatchObject({
      slug: 'feature_immutable',
      column: 'epsilon',
    });
    const [row] = readTable(sheetOfJson([{ ...robust, epsilon: '*=1; use=0; income=2%' }], ''), schemaWords);
    expect(row?.flaws).toEqual([]);
    expect(row?.property?.free).toEqual([1]);
    expect(row?.property?.epsilon?.get(1)).toEqual({ value: 0.02, relative: true });
  });
});

describe('a file of records', () => {
  const text = (csv: string, known: readonly FeatureFact[] = features): ReturnType<typeof readRecords> => {
    const sheet = sheetOfCsv(csv);
    return readRecords(sheet, namedByRecords(known, sheet));
  };

  it('takes columns in any order, and rounds to what the model is given', () => {
    const [record] = text('purpose,income,age,a;b,record_id,extra\ncar,0.1,-0.0,3,r1,x\n');
    expect(record).toMatchObject({ id: 'r1', line: 2, flaws: [], values: [-0, Math.fround(0.1), 3, 'car'] });
  });

  it('names columns by its header when the model has names that nobody uses', () => {
    const sheet = sheetOfCsv('a,b,c,d,record_id\n1,2,3,4,z\n');
    expect(namedByRecords(numbers.map(bareFeature), sheet).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('says what is wrong with a record, and reads the others', () => {
    const read = text(
      'age,income,a;b,purpose,record_id\n1,2,,car,a\nNaN,2,3,car,b\n1,"2,000",3,car,c\n1,2,3,car,a\n1,2,3,car,d,9\n1,2,3,car,e\n',
    );
    expect(read.map(({ flaws }) => flaws.map(({ slug }) => slug))).toEqual([
      ['value_missing'],
      ['value_missing'],
      ['number_separator'],
      ['record_id_twice'],
      ['cells_surplus'],
      [],
    ]);
    expect(read[2]?.flaws[0]).toMatchObject({ line: 4, at: 3, column: 'income' });
  });

  it('is NaN where nothing stands only if the schema lets it be missing', () => {
    const known = withSchema(`${SCHEMA}home,3,onehot,use,,,,,,,\n`).features;
    const [record] = text('years,income,car,home\n20,,1,0\n', known);
    expect(record).toMatchObject({ flaws: [], values: [20, Number.NaN, 1, 0] });
  });

  it('holds the number that stands for a missing value, beside the values that a feature may have', () => {
    const bare = bareFeature({ name: 'level', type: 'float32' }, 0);
    const level: FeatureFact = { ...bare, type: 'ordinal', values: ['2', '3', '5.5'], missing: { code: -999 } };
    const read = text('level,record_id\n,a\n-999,b\n5.5,c\n4,d\n', [level]);
    expect(read.map(({ values: own }) => own[0]).slice(0, 3)).toEqual([-999, -999, 5.5]);
    expect(read.map(({ flaws }) => flaws.map(({ slug }) => slug))).toEqual([[], [], [], ['value_unknown']]);
    const known = new Names({ features: [level], labels: null, scores: 1 });
    const of = (where: string): unknown => regionOf(readConditions(where, known), known)[0];
    const values = [-999, 2, 3, 5.5].map((value) => ({ low: value, high: value }));
    expect([of('level<=9'), of('level is missing')]).toMatchObject([
      { intervals: values },
      { intervals: values.slice(0, 1) },
    ]);
  });

  it('is none when a feature has no column', () => {
    expect(() => text('age,incom,a;b,purpose,more\n')).toThrow(/no column "income".*"incom"/);
  });
});

describe('numbers', () => {
  const float32 = fc.float({ noNaN: true, noDefaultInfinity: true });

  it('are read as the nearest of the precision, and shown by decimals that read back', () => {
    fc.assert(
      fc.property(float32, (value) => {
        expect(readNumber(decimal(value, 'float32'), 'float32')).toBe(
          value === 0 ? Number(decimal(value, 'float32')) : value,
        );
      }),
    );
  });

  it('have neighbours with nothing between', () => {
    fc.assert(
      fc.property(float32, (value) => {
        const next = nextUp(value, 'float32');
        expect(next > value).toBe(true);
        expect(nextDown(next, 'float32')).toBe(value === 0 ? 0 : value);
        expect([value, next]).toContain(Math.fround((value + next) / 2));
      }),
    );
  });

  it('are shown by their bits', () => {
    expect([bitsOf(1, 'float32'), bitsOf(-0, 'float32'), bitsOf(1, 'int64')]).toEqual([
      '3f800000',
      '80000000',
      '0000000000000001',
    ]);
  });

  it('on steps: the first not below and the last not above', () => {
    const step = fc.constantFrom(1, 0.01, 0.1, 5, 0.25);
    fc.assert(
      fc.property(fc.float({ min: -1000, max: 1000, noNaN: true }), step, (value, size) => {
        const grid = gridOf({ ...bareFeature(float('x'), 0), step: size });
        if (grid === null) throw new Error('there is a grid');
        const [from, to] = [grid.from(value), grid.to(value)];
        expect(to <= value && value <= from).toBe(true);
        expect(from - to).toBeLessThan(size * 1.001);
        for (const each of [from, to])
          expect(Math.fround(Math.round(each / size) * size)).toBe(
            each === 0 ? Math.fround(Math.round(each / size) * size) : each,
          );
      }),
    );
  });
});

describe('regions', () => {
  const names = new Names(vocabulary);
  const op = fc.constantFrom('<=', '<', '>=', '>', '=', '!=');
  const value = fc.constantFrom(-2, -1, -0, 0, 0.5, 1, 2).map((each) => Math.fround(each));
  const holds: Readonly<Record<string, (x: number, y: number) => boolean>> = {
    '<=': (x, y) => x <= y,
    '<': (x, y) => x < y,
    '>=': (x, y) => x >= y,
    '>': (x, y) => x > y,
    '=': (x, y) => x === y,
    '!=': (x, y) => x !== y,
  };

  it('hold a value just when it meets every condition', () => {
    const probe = fc.oneof(
      value,
      value.map((each) => nextUp(each, 'float32')),
      value.map((each) => nextDown(each, 'float32')),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(op, value), { maxLength: 4 }), probe, (conditions, x) => {
        const text = conditions.map(([sign, y]) => `age${sign}${decimal(y, 'float32')}`).join(';');
        const allowed = regionOf(readConditions(text, names), names)[0];
        if (allowed?.kind !== 'numbers') throw new Error('age is a number');
        const within = allowed.intervals.some(({ low, high }) => low <= x && x <= high);
        expect(within).toBe(conditions.every(([sign, y]) => holds[sign]?.(x, y)));
      }),
    );
  });

  it('take every name when it is quoted', () => {
    fc.assert(
      fc.property(
        fc
          .string({ minLength: 1, maxLength: 12 })
          .map((name) => name.trim())
          .filter((name) => name !== ''),
        (name) => {
          const own = new Names({ ...vocabulary, features: [bareFeature(float(name), 0)] });
          expect(regionOf(readConditions(`${quoted(name)} <= 3; ${quoted(name)} >= 3`, own), own)[0]).toMatchObject({
            intervals: [{ low: 3, high: 3 }],
          });
        },
      ),
    );
  });
});
