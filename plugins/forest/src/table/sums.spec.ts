import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readConditions } from './conditions.js';
import { CellFault } from './flaw.js';
import { regionOf } from './region.js';
import { bareFeature } from './schema.js';
import { boundsOf, meetsSum, type SumCondition } from './sums.js';
import { Names } from './vocabulary.js';

const features = ['income', 'debt', 'a - b', 'a;b', 'pay-rate', '3x', 'c*d'].map((name, column) =>
  bareFeature({ name, type: 'float32' }, column),
);
const purpose = bareFeature({ name: 'purpose', type: 'string' }, features.length);
const names = new Names({ features: [...features, purpose], labels: [0, 1], scores: 1 });
const read = (text: string): unknown => readConditions(text, names);

/** The slug of what is wrong with a condition; what it comes to where nothing is. */
function slugOf(text: string): unknown {
  try {
    const conditions = readConditions(text, names);
    regionOf(conditions, names);
    return conditions.map((each) => (each.kind === 'sum' ? boundsOf(each, names) : each.kind));
  } catch (error) {
    if (error instanceof CellFault) return error.slug;
    throw error;
  }
}

describe('sums of features', () => {
  it.each<[string, [string, number][], SumCondition['op'], number]>([
    [
      'income - 3*debt >= 100',
      [
        ['income', 1],
        ['debt', -3],
      ],
      '>=',
      100,
    ],
    ['1*debt <= 0.1', [['debt', 1]], '<=', 0.1],
    ['0.5 > 1*debt', [['debt', -1]], '>', -0.5],
    [
      'income<=5 * debt',
      [
        ['income', 1],
        ['debt', -5],
      ],
      '<=',
      0,
    ],
    [
      'income <= debt',
      [
        ['income', 1],
        ['debt', -1],
      ],
      '<=',
      0,
    ],
    [
      '-income + 2 = debt + 0.5',
      [
        ['income', -1],
        ['debt', -1],
      ],
      '=',
      -1.5,
    ],
    ['- 2*income < -1', [['income', -2]], '<', -1],
    [
      '"a;b" + "a - b" > 1e2',
      [
        ['a;b', 1],
        ['a - b', 1],
      ],
      '>',
      100,
    ],
    [
      'pay-rate + 2*"3x" ≤ 1',
      [
        ['pay-rate', 1],
        ['3x', 2],
      ],
      '<=',
      1,
    ],
    [
      '0.5*"c*d" - income == 1 - 2',
      [
        ['c*d', 0.5],
        ['income', -1],
      ],
      '=',
      -1,
    ],
  ])('%s', (text, terms, op, value) => {
    expect(read(text)).toEqual([
      { kind: 'sum', name: text, terms: terms.map(([name, weight]) => ({ name, weight })), op, value },
    ]);
  });

  it.each([
    ['a - b <= 3', 'compare'],
    ['pay-rate<=3', 'compare'],
    ['income >= -5', 'compare'],
    ['purpose=car - used', 'compare'],
    ['purpose = income', 'compare'],
    ['label=income', 'compare'],
    ['label=yes', 'compare'],
    ['income = 3|5', 'among'],
    ['purpose in a - b|c', 'among'],
  ])('%s is about one feature', (text, kind) => {
    expect(read(text)).toMatchObject([{ kind }]);
  });

  it.each([
    ['income - 3*debt != 1', 'sum_unequal'],
    ['income + 2*income <= 1', 'sum_feature_twice'],
    ['income + dept <= 1', 'feature_unknown'],
    ['income + purpose <= 1', 'comparison_of_text'],
    ['income <= 1e400*debt', 'number_out_of_range'],
    ['income + 1e308 <= debt - 1e308 - 1e308', 'number_out_of_range'],
    ['income + "debt <= 1', 'quote_open'],
    ['income + <= 1', 'feature_unknown'],
  ])('%s: %s', (text, slug) => {
    expect(slugOf(text)).toBe(slug);
  });

  it('hold of just those values whose sum, added in doubles from left to right, compares as it is written', () => {
    const weight = fc.constantFrom(1, 2, 0.1, 3.7);
    const value = fc.oneof(fc.float({ noNaN: true, noDefaultInfinity: true, min: -100, max: 100 }), fc.constant(NaN));
    const holds = {
      '<=': (x: number, y: number) => x <= y,
      '<': (x: number, y: number) => x < y,
      '>=': (x: number, y: number) => x >= y,
      '>': (x: number, y: number) => x > y,
      '=': (x: number, y: number) => x === y,
    };
    fc.assert(
      fc.property(
        weight,
        weight,
        value,
        value,
        fc.double({ noNaN: true, min: -9, max: 9 }),
        fc.boolean(),
        (v, w, x, y, c, tie) => {
          const sum = v * x - w * y;
          const limit = tie && Number.isFinite(sum) ? sum : c;
          for (const op of ['<=', '<', '>=', '>', '='] as const) {
            const [condition] = readConditions(`${v}*income - ${w}*debt ${op} ${limit}`, names);
            if (condition?.kind !== 'sum') throw new Error('a sum');
            const meets = boundsOf(condition, names).every((bound) => meetsSum(bound, [x, y]));
            expect(meets).toBe(holds[op](sum, limit));
          }
        },
      ),
    );
  });
});
