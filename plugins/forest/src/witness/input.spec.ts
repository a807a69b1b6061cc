import { describe, expect, it } from 'vitest';
import { bareFeature, type FeatureFact, type Value } from '../table/index.js';
import { mustExist, WitnessFalse } from './input.js';

const feature = (name: string, column: number, more: Partial<FeatureFact>): FeatureFact => ({
  ...bareFeature({ name, type: 'float32' }, column),
  ...more,
});
const FEATURES: readonly FeatureFact[] = [
  feature('rent', 0, { type: 'onehot', group: 'home' }),
  feature('own', 1, { type: 'onehot', group: 'home' }),
  feature('debt', 2, { min: 0, missing: 'allow' }),
  feature('income', 3, { min: 1, missing: { code: -999 } }),
  feature('dti', 4, { derived: 'debt / income' }),
  feature('years', 5, { type: 'int', min: 0, max: 40, derived: 'debt - income' }),
  feature('purpose', 6, { type: 'enum', precision: 'text', values: ['car', 'home'] }),
  feature('paid', 7, { type: 'ordinal', values: ['0', '10', '25'] }),
  feature('term', 8, { type: 'int', min: 12, max: 72, step: 12, precision: 'int64' }),
];
const GOOD: readonly Value[] = [1, 0, 31, 3, Math.fround(31 / 3), 28, 'car', 25, 36];
const exists = (values: readonly Value[]): boolean => {
  try {
    mustExist(values, FEATURES);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(WitnessFalse);
    return false;
  }
};

describe('an input that the schema lets be', () => {
  it('has one flag of each group, values that follow, and those that are listed or on steps', () => {
    expect(exists(GOOD)).toBe(true);
  });

  const wrong: readonly (readonly [string, number, Value])[] = [
    ['two flags', 1, 1],
    ['no flag', 0, 0],
    ['a part of a flag', 1, 0.5],
    ['a value below its bound', 2, -1],
    ['a value that does not follow', 4, 31 / 3],
    ['a value that follows to another step', 5, 27],
    ['a text of none', 6, 'boat'],
    ['a missing text', 6, null],
    ['a value that is not listed', 7, 5],
    ['a value between steps', 8, 40],
    ['a step beyond the end', 8, 84],
    ['a missing value where none may be', 8, Number.NaN],
    ['an infinite one', 3, Number.POSITIVE_INFINITY],
  ];
  it.each(wrong)('has not %s', (_what, column, value) => {
    expect(exists(GOOD.with(column, value))).toBe(false);
  });

  it('keeps steps above 1 between two whole ends, and whole numbers everywhere', () => {
    const with_ = (more: Partial<FeatureFact>) => (value: number) => {
      try {
        mustExist([value], [feature('term', 0, { type: 'int', ...more })]);
        return true;
      } catch {
        return false;
      }
    };
    const all = [10, 12, 12.5].map(with_({ step: 5, min: 0, max: 50 }));
    expect(all).toEqual([true, false, false]);
    expect([10, 12, 12.5].map(with_({ step: 5, min: 0 }))).toEqual([true, true, false]);
    expect([10, 12, -1].map(with_({ step: 5, min: 0, max: 50, missing: { code: -1 } }))).toEqual([true, true, true]);
    expect([10, 12, 12.5].map(with_({}))).toEqual([true, true, false]);
  });

  it('takes a missing value where the schema allows it, and its code beyond all bounds', () => {
    const alone = FEATURES.filter(({ derived }) => derived === null);
    const values = GOOD.with(2, Number.NaN).with(3, -999);
    expect(() => mustExist(values, alone)).not.toThrow();
    // What follows from a missing value is not known.
    expect(exists(values)).toBe(false);
  });
});
