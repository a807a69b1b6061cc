import type { Catalogue, Type } from '@ostiary/catalogue';
import { exactNumber } from '@ostiary/json';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeOf } from '../testing/judge.js';
import { runs } from '../../../../tools/testing/runs.js';

/** Returns of both evaluators beside arithmetic with integers, where what is compared can be written in many ways. */
const OPS = ['<', '<=', '>', '>=', '==', '!='] as const;
const op = fc.constantFrom(...OPS);

function holds(which: (typeof OPS)[number], left: bigint, right: bigint): boolean {
  switch (which) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    case '==':
      return left === right;
    case '!=':
      return left !== right;
  }
}

const catalogueOf = (types: Readonly<Record<string, Type>>): Catalogue => ({
  name: 'c',
  tools: [
    {
      name: 't',
      classes: ['write'],
      args: {
        kind: 'record',
        fields: Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type, required: false }])),
      },
    },
  ],
});
const confirmWhen = (test: string): string => `dialect 2; confirm (tool == "t") when { ${test} };`;
const slugOf = (truth: boolean): string => (truth ? 'confirm_required' : 'no_rule');

// ---- decimals of any scale

const PLACES = 30;
interface Written {
  readonly units: bigint;
  readonly text: string;
}
/** A number of up to 30 digits after the point, and how it is written, zeros at its end included. */
const written: fc.Arbitrary<Written> = fc
  .record({ units: fc.bigInt(-(10n ** 20n), 10n ** 20n), scale: fc.nat(PLACES - 2), zeros: fc.nat(2) })
  .map(({ units, scale, zeros }) => {
    const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
    const fraction = digits.slice(digits.length - scale) + '0'.repeat(zeros);
    const whole = digits.slice(0, digits.length - scale);
    const text = `${units < 0n ? '-' : ''}${whole}${scale + zeros > 0 ? `.${scale > 0 ? fraction : '0'.repeat(zeros)}` : ''}`;
    return { units: units * 10n ** BigInt(PLACES - scale), text };
  });

/** Another number close by, or any. */
const pair = fc.oneof(
  fc.tuple(written, written),
  fc.tuple(written, fc.constantFrom(-1n, 0n, 1n)).map(([one, step]): [Written, Written] => {
    const units = one.units + step;
    const digits = (units < 0n ? -units : units).toString().padStart(PLACES + 1, '0');
    const text = `${units < 0n ? '-' : ''}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
    return [one, { units, text }];
  }),
);

describe('a decimal of any scale', () => {
  const decide = (test: string) =>
    judgeOf(confirmWhen(test), { catalogue: catalogueOf({ x: { kind: 'decimal' }, y: { kind: 'decimal' } }) });

  it('compares with one of any other by value', () => {
    const attributes = Object.fromEntries(OPS.map((each) => [each, decide(`args.x ${each} args.y`)]));
    fc.assert(
      fc.property(pair, op, ([x, y], each) => {
        const call = { tool: 't', args: { x: exactNumber(x.text), y: exactNumber(y.text) } };
        const expected = slugOf(holds(each, x.units, y.units));
        expect(attributes[each]?.(call)[1]).toBe(expected);
        // A constant has no more digits than make a safe integer.
        if (Number(y.text.replace(/[-.]/g, '')) > Number.MAX_SAFE_INTEGER) return;
        expect(decide(`args.x ${each} ${y.text}`)(call)[1]).toBe(expected);
      }),
      { numRuns: runs(200) },
    );
  });

  it('compares with a number of a fixed scale by value', () => {
    const types: Readonly<Record<string, Type>> = {
      x: { kind: 'decimal', scale: 2 },
      y: { kind: 'decimal' },
      n: { kind: 'int' },
    };
    const judges = Object.fromEntries(
      OPS.map((each) => [
        each,
        judgeOf(confirmWhen(`args.x ${each} args.y && args.n ${each} args.y`), { catalogue: catalogueOf(types) }),
      ]),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: -500, max: 500 }),
        fc.integer({ min: -3, max: 3 }),
        written,
        op,
        (cents, n, y, each) => {
          const near =
            fc.sample(fc.constantFrom(y.text, `${(cents / 100).toFixed(2)}00000000000000001`), 1)[0] ?? y.text;
          const units = near === y.text ? y.units : BigInt(near.replace('.', '')) * 10n ** BigInt(PLACES - 19);
          const call = { tool: 't', args: { x: exactNumber((cents / 100).toFixed(2)), y: exactNumber(near), n } };
          const both = [BigInt(cents) * 10n ** BigInt(PLACES - 2), BigInt(n) * 10n ** BigInt(PLACES)];
          expect(judges[each]?.(call)[1]).toBe(slugOf(both.every((left) => holds(each, left, units))));
        },
      ),
      { numRuns: runs(200) },
    );
  });
});

// ---- an amount and the argument that names its currency

describe('an amount with its currency beside it', () => {
  const CODES = ['EUR', 'USD', 'JPY'];
  const decide = judgeOf(confirmWhen('args.amount > 0.00 EUR'), {
    catalogue: catalogueOf({
      amount: { kind: 'money', currencyFrom: 'currency' },
      currency: { kind: 'any' },
    }),
  });
  const sibling = fc.oneof(
    fc.constantFrom(...CODES, 'eur', 'Usd', 'XYQ', '', 'EURO', ' EUR'),
    fc.constantFrom<unknown>(undefined, null, 5, true, [], ['EUR'], {}),
  );
  const amount = fc
    .tuple(fc.constantFrom('5', '-5', '0'), fc.constantFrom(...CODES), fc.constantFrom('bare', 'text', 'object'))
    .map(([number, code, form]) => ({
      code: form === 'bare' ? null : code,
      positive: number === '5',
      raw:
        form === 'bare' ? Number(number) : form === 'text' ? `${number} ${code}` : { amount: number, currency: code },
    }));

  it('is never read where the two contradict each other, nor bare where none is named', () => {
    fc.assert(
      fc.property(amount, sibling, ({ code, positive, raw }, currency) => {
        const named = typeof currency === 'string' ? currency.toUpperCase() : null;
        const absent = currency === undefined || currency === null;
        const [, slug] = decide({ tool: 't', args: { amount: raw, ...(currency !== undefined && { currency }) } });
        const read = code ?? (named !== null && CODES.includes(named) ? named : null);
        const contradicts = code !== null && !absent && named !== code;
        const inEuros = read === 'EUR' ? slugOf(positive) : 'guard_undefined';
        expect(slug).toBe(read === null ? 'currency_unknown' : contradicts ? 'argument_ill_typed' : inEuros);
      }),
      { numRuns: runs(300) },
    );
  });
});

// ---- the age of a time

describe('the age of a time', () => {
  const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
  const bound = fc.tuple(fc.constantFrom(...(Object.keys(UNITS) as (keyof typeof UNITS)[])), fc.nat(40));
  const BASE = Date.UTC(2026, 2, 1);
  const judges = new Map<string, ReturnType<typeof judgeOf>>();
  const judge = (test: string): ReturnType<typeof judgeOf> => {
    const known = judges.get(test) ?? judgeOf(confirmWhen(test), { catalogue: catalogueOf({ at: { kind: 'time' } }) });
    judges.set(test, known);
    return known;
  };
  /** One instant as a clock of some offset writes it. */
  const spelled = (at: number, minutes: number): string => {
    const sign = minutes < 0 ? '-' : '+';
    const size = Math.abs(minutes);
    const two = (part: number): string => String(part).padStart(2, '0');
    const local = new Date(at + minutes * 60_000).toISOString().slice(0, -1);
    return `${local}${sign}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  };

  it('is the milliseconds between, at whatever offset the time is written, and below zero in the future', () => {
    fc.assert(
      fc.property(
        bound,
        fc.constantFrom(-1, 0, 1, 1_000, -86_400_000),
        fc.integer({ min: -14 * 60, max: 14 * 60 }),
        op,
        ([unit, count], shift, offset, each) => {
          const span = count * UNITS[unit];
          const call = { tool: 't', args: { at: spelled(BASE - span - shift, offset) } };
          const truth = slugOf(holds(each, BigInt(span + shift), BigInt(span)));
          expect(judge(`now.time - args.at ${each} ${count}${unit}`)(call, { now: BASE })[1]).toBe(truth);
          expect(judge(`args.at + ${count}${unit} ${each} now.time`)(call, { now: BASE })[1]).toBe(
            slugOf(holds(each, BigInt(-shift), 0n)),
          );
          expect(judge(`now.time - args.at ${each} ${count}${unit}`)(call, {})[1]).toBe('guard_undefined');
        },
      ),
      { numRuns: runs(150) },
    );
  });
});
