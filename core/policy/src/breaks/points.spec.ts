import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactNumber } from '@ostiary/json';
import { readValue } from '../values/read.js';
import { toWire } from '../values/wire.js';
import { Line } from './line.js';
import { changesAlong, pointsNear } from './points.js';

const big = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });

describe('break points', () => {
  it('lie on both sides of where a product comes to a constant', () => {
    fc.assert(
      fc.property(
        big,
        fc.bigInt({ min: -50n, max: 50n }).filter((factor) => factor !== 0n),
        (constant, factor) => {
          const signs = pointsNear(constant, factor).map((point) => Math.sign(Number(factor * point - constant)));
          expect(signs).toContain(factor > 0n ? 1 : -1);
          expect(signs).toContain(factor > 0n ? -1 : 1);
          expect(signs.includes(0)).toBe(constant % factor === 0n);
        },
      ),
    );
  });

  it('are found by asking, wherever a test changes', () => {
    fc.assert(
      fc.property(big, big, (from, border) => {
        const found = changesAlong(from, 10n ** 21n, (point) => point < border);
        expect(new Set(found)).toEqual(new Set([border - 1n, border]));
        expect(changesAlong(from, 10n ** 21n, () => null)).toEqual([]);
        expect(changesAlong(from, 10n ** 21n, () => true)).toEqual([]);
      }),
    );
  });
});

describe('a line of values', () => {
  it.each([
    ['int', { kind: 'int' }, 7],
    ['decimal of a scale', { kind: 'decimal', scale: 2 }, exactNumber('0.07')],
    ['decimal of any scale', { kind: 'decimal' }, exactNumber('0.007')],
    ['money', { kind: 'money' }, '0.07 EUR'],
    ['duration', { kind: 'duration' }, '7ms'],
    ['time', { kind: 'time' }, '1970-01-01T00:00:00.007Z'],
  ] as const)('counts its steps there and back: %s', (_, type, raw) => {
    const line = Line.of(type, 3);
    const reading = readValue(type, raw, {});
    if (!line || !reading.ok) throw new Error('a value of an ordered type');
    expect(line.pointOf(reading.value)).toBe(7n);
    expect(line.valueAt(7n, 'EUR')).toEqual(reading.value);
    expect(toWire(type, line.valueAt(7n, 'EUR') ?? 0)).toEqual(raw);
    expect(line.near(reading.value)).toEqual([6n, 7n, 8n]);
    expect(line.near(reading.value, 2)).toEqual([2n, 3n, 4n]);
  });

  it('has no point for a value between two steps, and none for a type without an order', () => {
    expect(Line.of({ kind: 'decimal' }, 1)?.pointOf(0.25)).toBe(null);
    expect(Line.of({ kind: 'bool' }, 0)).toBe(null);
    expect(Line.of({ kind: 'int' }, 0)?.valueAt(2n ** 53n, '')).toBe(null);
  });
});
