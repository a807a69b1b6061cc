import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Type } from '../model.js';
import { intersect, unite } from './combine.js';

const bounds = fc
  .tuple(fc.integer({ min: -50, max: 50 }), fc.nat({ max: 50 }))
  .map(([min, span]) => ({ min, max: min + span }));
const number = fc.oneof(
  bounds.map((range): Type => ({ kind: 'int', ...range })),
  fc
    .tuple(bounds, fc.integer({ min: 1, max: 3 }))
    .map(([range, scale]): Type => ({ kind: 'decimal', scale, ...range })),
  bounds.map((range): Type => ({ kind: 'decimal', ...range })),
);

/** Whether `value` (thousandths) is a value of a numeric type. */
function admits(type: Type, value: number): boolean {
  if (type.kind !== 'int' && type.kind !== 'decimal') return false;
  if (type.kind === 'decimal' && type.scale === undefined)
    return value >= (type.min ?? -Infinity) * 1000 && value <= (type.max ?? Infinity) * 1000;
  const step = type.kind === 'int' ? 1000 : 10 ** (3 - (type.scale ?? 0));
  return value % step === 0 && value >= (type.min ?? -Infinity) * step && value <= (type.max ?? Infinity) * step;
}

describe('numbers', () => {
  it('an intersection admits what both admit, a union what either admits', () => {
    fc.assert(
      fc.property(number, number, fc.integer({ min: -100_000, max: 100_000 }), (a, b, value) => {
        const both = intersect(a, b);
        const either = unite([a, b]);
        if (both === null || either === null) return false;
        expect(admits(both, value)).toBe(admits(a, value) && admits(b, value));
        expect(admits(either.type, value) || !(admits(a, value) || admits(b, value))).toBe(true);
        return true;
      }),
      { numRuns: 1000 },
    );
  });
});

describe('intersect', () => {
  const text: Type = { kind: 'string', format: 'text' };
  it.each<[Type, Type, Type | null]>([
    [{ kind: 'any' }, text, text],
    [text, { kind: 'string', format: 'email' }, { kind: 'string', format: 'email' }],
    [{ kind: 'string', format: 'url' }, { kind: 'string', format: 'email' }, null],
    [{ ...text, enum: ['a'] }, { ...text, enum: ['b'] }, null],
    [
      { ...text, minLength: 1, maxLength: 9 },
      { ...text, minLength: 2, maxLength: 5 },
      { ...text, minLength: 2, maxLength: 5 },
    ],
    [{ kind: 'bool' }, { kind: 'bool' }, { kind: 'bool' }],
    [{ kind: 'bool' }, text, null],
    [{ kind: 'time' }, text, { kind: 'time' }],
    [{ kind: 'int' }, { kind: 'money', currency: 'EUR' }, { kind: 'money', currency: 'EUR' }],
    [
      { kind: 'list', of: text, maxItems: 4 },
      { kind: 'list', of: { kind: 'any' }, maxItems: 2 },
      { kind: 'list', of: text, maxItems: 2 },
    ],
    [{ kind: 'list', of: text }, { kind: 'list', of: { kind: 'bool' } }, null],
    [
      { kind: 'record', fields: { a: { type: text, required: false } }, open: true },
      { kind: 'record', fields: { a: { type: { kind: 'any' }, required: true }, b: { type: text, required: false } } },
      { kind: 'record', fields: { a: { type: text, required: true }, b: { type: text, required: false } } },
    ],
    [
      { kind: 'record', fields: { a: { type: text, required: true } } },
      { kind: 'record', fields: { a: { type: { kind: 'bool' }, required: true } } },
      null,
    ],
  ])('%j and %j', (a, b, expected) => {
    expect(intersect(a, b)).toEqual(expected);
  });
});

const record = (required: boolean): Type => ({ kind: 'record', fields: { a: { type: { kind: 'bool' }, required } } });

describe('unite', () => {
  it('keeps a field required only when every alternative requires it', () => {
    expect(unite([record(true), record(false)])).toEqual({ type: record(false), exact: false });
    expect(unite([record(true), { kind: 'record', fields: {}, open: true }])?.type).toEqual({
      ...record(false),
      open: true,
    });
  });

  it('has nothing for kinds that do not mix', () => {
    expect(unite([{ kind: 'bool' }, { kind: 'time' }])).toBeNull();
    expect(unite([])).toBeNull();
  });
});
