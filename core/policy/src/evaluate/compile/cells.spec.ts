import type { Type } from '@ostiary/catalogue';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CoreExpr } from '../../core/ir.js';
import type { CompareOp } from '../../syntax/ast.js';
import type { Value } from '../../values/value.js';
import { type PlacedTest, SlotIndex } from './slot-index.js';
import { slotTest } from './slot-test.js';

const span = { start: 0, end: 0 };
const INT: Type = { kind: 'int' };
const DECIMAL: Type = { kind: 'decimal' };
const MONEY: Type = { kind: 'money' };
const TEXT: Type = { kind: 'string', format: 'text' };
const BOOL: Type = { kind: 'bool' };

const ints = fc.integer({ min: -5, max: 5 });
const money = fc.record({ minor: ints, currency: fc.constantFrom('EUR', 'USD', 'JPY') });
const texts = fc.constantFrom('', 'a', 'b', 'ab', '\0');
/** Neighbours, and what lies between them and beside them. */
const doubles = fc.constantFrom<Value>(1, 1.0000000000000002, 0.9999999999999999, 5e-324, 0);
const betweenDoubles = fc
  .constantFrom(
    '1.0000000000000001',
    '0.99999999999999995',
    '1.0000000000000003',
    '0.9999999999999998999',
    `0.${'0'.repeat(400)}1`,
  )
  .map((decimal): Value => ({ decimal }));
const ORDER: readonly CompareOp[] = ['==', '!=', '<', '<=', '>', '>='];

function tests(type: Type, values: fc.Arbitrary<Value>, ops: readonly CompareOp[]): fc.Arbitrary<CoreExpr> {
  const read: CoreExpr = { op: 'read', slot: 0 };
  const compare = fc.tuple(fc.constantFrom(...ops), values).map(([cmp, value]): CoreExpr => ({
    op: 'compare',
    cmp,
    left: read,
    right: { op: 'const', value, type },
    type,
    span,
  }));
  const member = fc
    .array(values, { maxLength: 3 })
    .map((members): CoreExpr => ({ op: 'member', operand: read, values: members, type, span }));
  const plain = type.kind === 'bool' ? fc.oneof(fc.constant(read), compare) : fc.oneof(compare, member);
  return fc.oneof(
    plain,
    plain.map((operand): CoreExpr => ({ op: 'not', operand, span })),
  );
}

/** Bit `rule` of a set of words. */
const has = (bits: Uint32Array, rule: number): boolean => ((bits[rule >> 5] ?? 0) & (1 << (rule & 31))) !== 0;

describe('SlotIndex', () => {
  it.each<[string, Type, fc.Arbitrary<Value>, readonly CompareOp[], fc.Arbitrary<Value>?]>([
    ['ints', INT, ints, ORDER],
    ['money of several currencies', MONEY, money, ORDER],
    ['texts', TEXT, texts, ['==', '!=']],
    ['bools', BOOL, fc.boolean(), ['==', '!=']],
    ['decimals of any scale', DECIMAL, doubles, ORDER, fc.oneof(doubles, betweenDoubles)],
  ])('says of %s what the tests themselves say', (_, type, constants, ops, values = constants) => {
    const rules = fc.array(fc.array(tests(type, constants, ops), { minLength: 1, maxLength: 2 }), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(rules, values, (guards, value) => {
        const placed: PlacedTest[] = guards.flatMap((guard, rule) =>
          guard.map((expr) => {
            const test = slotTest(expr);
            if (!test) throw new Error('not a slot test');
            return { rule, test };
          }),
        );
        const words = (guards.length + 31) >> 5;
        const [possible, unknown] = [new Uint32Array(words).fill(0xffffffff), new Uint32Array(words)];
        new SlotIndex(placed, words).narrow(value, possible, unknown);
        guards.forEach((_guard, rule) => {
          const truths = placed.filter((each) => each.rule === rule).map(({ test }) => test.holds(value));
          expect(has(possible, rule)).toBe(!truths.includes(false));
          expect(has(unknown, rule)).toBe(truths.some((truth) => typeof truth === 'symbol'));
        });
      }),
      { numRuns: 500 },
    );
  });

  it('leaves every rule that tests a missing value open', () => {
    const test = slotTest({
      op: 'compare',
      cmp: '<',
      left: { op: 'read', slot: 0 },
      right: { op: 'const', value: 1, type: INT },
      type: INT,
      span,
    });
    if (!test) throw new Error('not a slot test');
    const [possible, unknown] = [new Uint32Array(2).fill(0xffffffff), new Uint32Array(2)];
    new SlotIndex([{ rule: 33, test }], 2).narrow(Symbol('absent'), possible, unknown);
    expect([[...possible], [...unknown]]).toEqual([
      [0xffffffff, 0xffffffff],
      [0, 2],
    ]);
  });

  it('takes no test that looks beyond one slot', () => {
    expect(slotTest({ op: 'like', operand: { op: 'read', slot: 0 }, pattern: 'a*', span })).toBeNull();
    expect(
      slotTest({
        op: 'compare',
        cmp: '==',
        left: { op: 'read', slot: 0 },
        right: { op: 'read', slot: 1 },
        type: INT,
        span,
      }),
    ).toBeNull();
    expect(
      slotTest({
        op: 'compare',
        cmp: '==',
        left: { op: 'tool' },
        right: { op: 'const', value: 'x', type: TEXT },
        type: TEXT,
        span,
      }),
    ).toBeNull();
  });
});
