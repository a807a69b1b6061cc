import { exactNumber } from '@ostiary/json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Num } from '../value.js';
import {
  compareNums,
  fractionOf,
  negativeOf,
  numKey,
  numText,
  parseNum,
  productOf,
  readNumber,
  shifted,
  sumOf,
} from './num.js';

/** A decimal by its integers: what all is checked against. */
interface Exact {
  readonly units: bigint;
  readonly scale: number;
}

const exact = fc
  .record({
    units: fc.oneof(fc.bigInt({ min: -1000n, max: 1000n }), fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n })),
    scale: fc.oneof(fc.nat({ max: 4 }), fc.nat({ max: 30 })),
  })
  .map((each): Exact => each);

function textOf({ units, scale }: Exact): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const whole = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return units < 0n ? `-${whole}` : whole;
}

const read = (value: Exact): Num => {
  const num = readNumber(exactNumber(textOf(value)));
  if (num === null) throw new Error('not read');
  return num;
};

const scaled = ({ units, scale }: Exact, to: number): bigint => units * 10n ** BigInt(to - scale);
const sign = (value: bigint): number => (value < 0n ? -1 : value > 0n ? 1 : 0);

describe('exact numbers', () => {
  it('are ordered as the integers behind them', () => {
    fc.assert(
      fc.property(exact, exact, (a, b) => {
        expect(compareNums(read(a), read(b))).toBe(sign(scaled(a, 60) - scaled(b, 60)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('are ordered beside their nearest neighbours, which doubles cannot tell', () => {
    fc.assert(
      fc.property(exact, fc.constantFrom(-1n, 1n), fc.integer({ min: 31, max: 60 }), (a, step, scale) => {
        const near = { units: scaled(a, scale) + step, scale };
        expect(compareNums(read(near), read(a))).toBe(Number(step));
      }),
      { numRuns: 1_000 },
    );
  });

  it('keep every digit', () => {
    fc.assert(
      fc.property(exact, (a) => {
        const { units, scale } = fractionOf(read(a));
        expect(units * 10n ** BigInt(60 - scale)).toBe(scaled(a, 60));
        expect(parseNum(numText(read(a)))).toEqual(read(a));
      }),
      { numRuns: 2_000 },
    );
  });

  it('are one value in every spelling, and different values are different keys', () => {
    fc.assert(
      fc.property(exact, exact, fc.nat({ max: 20 }), (a, b, zeros) => {
        const longer = { units: a.units * 10n ** BigInt(zeros), scale: a.scale + zeros };
        expect(read(longer)).toEqual(read(a));
        expect(parseNum(`${a.units}e${-a.scale}`)).toEqual(read(a));
        expect(numKey(read(a)) === numKey(read(b))).toBe(scaled(a, 60) === scaled(b, 60));
      }),
      { numRuns: 1_000 },
    );
  });

  it('are added and multiplied as integers are', () => {
    fc.assert(
      fc.property(exact, exact, (a, b) => {
        expect(sumOf(read(a), read(b))).toEqual(read({ units: scaled(a, 60) + scaled(b, 60), scale: 60 }));
        expect(productOf(read(a), read(b))).toEqual(read({ units: a.units * b.units, scale: a.scale + b.scale }));
        expect(negativeOf(read(a))).toEqual(read({ units: -a.units, scale: a.scale }));
        expect(shifted(read(a), 3)).toEqual(read({ units: a.units, scale: a.scale + 3 }));
      }),
      { numRuns: 2_000 },
    );
  });

  it('take every double for its own shortest text', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(readNumber(value)).toBe(value + 0);
        expect(parseNum(String(value))).toBe(value + 0);
      }),
    );
  });

  it.each([
    ['1e999', true],
    ['1e1000', false],
    ['-1e1000', false],
    ['1e-1000', true],
    ['1e-1001', false],
    [`0.${'0'.repeat(2_000)}`, true],
    [`1.${'0'.repeat(1_100)}`, true],
    [`1.${'0'.repeat(1_000)}1`, false],
    ['1e99999999999999999999', false],
    ['0e99999999999999999999', true],
  ])('reach 1,000 places from the point and no further: %s', (text, held) => {
    expect(parseNum(text) !== null).toBe(held);
  });

  it('end where a result reaches further', () => {
    const most = parseNum('9e999') ?? 0;
    const least = parseNum('1e-1000') ?? 0;
    expect(sumOf(most, most)).toBeNull();
    expect(productOf(most, 10)).toBeNull();
    expect(productOf(least, 0.1)).toBeNull();
    expect(sumOf(most, negativeOf(most))).toBe(0);
  });

  it.each([null, undefined, '1', '', true, {}, [], NaN, Infinity, { decimal: '1' }, { rawJSON: '1' }])(
    'are read from nothing else: %j',
    (raw) => expect(readNumber(raw)).toBeNull(),
  );
});
