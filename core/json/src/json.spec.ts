import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, copyJson, exactNumber, isRawNumber, nearestNumbers, numberText, parseJson } from './index.js';

const DIGITS = '0123456789'.split('');
const digits = (min: number, max: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...DIGITS), minLength: min, maxLength: max });
const whole = fc.oneof(
  fc.constant('0'),
  fc.tuple(fc.constantFrom(...DIGITS.slice(1)), digits(0, 30)).map((parts) => parts.join('')),
);
/** Any text that JSON takes for a number. */
const numberTexts = fc
  .tuple(
    fc.constantFrom('', '-'),
    whole,
    fc.option(digits(1, 30), { nil: undefined }),
    fc.option(
      fc.tuple(fc.constantFrom('e', 'E'), fc.constantFrom('', '+', '-'), digits(1, 4)).map((parts) => parts.join('')),
      { nil: '' },
    ),
  )
  .map(([sign, head, tail, exponent]) => `${sign}${head}${tail === undefined ? '' : `.${tail}`}${exponent}`);

/** Units and places of a decimal, by arithmetic of another kind than the code's. */
function fraction(text: string): readonly [bigint, bigint] {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [head = '', tail = ''] = mantissa.split('.');
  const units = BigInt(head.replace('-', '') + tail) * (head.startsWith('-') ? -1n : 1n);
  const place = Number(exponent) - tail.length;
  return place < 0 ? [units, 10n ** BigInt(-place)] : [units * 10n ** BigInt(place), 1n];
}

function same(a: string, b: string): boolean {
  const [[p, q], [r, s]] = [fraction(a), fraction(b)];
  return p * s === r * q;
}

describe('parseJson', () => {
  it('keeps the digits of any number, wherever it stands', () => {
    fc.assert(
      fc.property(numberTexts, fc.constantFrom('', ' ', '\n'), (text, blank) => {
        const read = parseJson(`{"a":${blank}${text}${blank},"b":[${text},${blank}${text}]}`) as {
          a: unknown;
          b: unknown[];
        };
        for (const value of [read.a, ...read.b, parseJson(text)]) {
          const kept = numberText(value);
          if (kept === null) throw new Error('not a number');
          expect(same(kept, text)).toBe(true);
          // What is written is what was read.
          expect(JSON.stringify(value)).toBe(kept === '0' ? '0' : kept);
        }
      }),
    );
  });

  it('gives a number where its own text is exact, and the written text elsewhere', () => {
    expect(parseJson('[1, 1.0, 0.1, 1e2, 123456789012345, -0]')).toEqual([1, 1, 0.1, 100, 123456789012345, -0]);
    for (const text of ['9007199254740993', '100.00000000000000001', '1e400', '1e-400', '0.1000000000000000055']) {
      expect(isRawNumber(parseJson(text))).toBe(true);
      expect(JSON.stringify({ a: parseJson(text) })).toBe(`{"a":${text}}`);
    }
  });

  it('leaves everything else as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(parseJson(text))).toBe(text);
      }),
    );
    expect(parseJson('{"rawJSON": "1"}')).toEqual({ rawJSON: '1' });
    expect(isRawNumber(parseJson('{"rawJSON": "1"}'))).toBe(false);
    expect(Object.hasOwn(parseJson('{"__proto__": 12345678901234567890}') as object, '__proto__')).toBe(true);
    expect(() => parseJson('[12345678901234567890')).toThrow(SyntaxError);
  });

  it('takes a time that grows with the text and no faster', () => {
    const zeros = '0'.repeat(2_000_000);
    expect(numberText(parseJson(`1${zeros}1`))).toBe(`1${zeros}1`);
  });
});

describe('exactNumber', () => {
  it('refuses what is no number', () => {
    for (const text of ['', 'Infinity', 'NaN', '0x10', '1.', '"1"', '[1]'])
      expect(() => exactNumber(text)).toThrow(SyntaxError);
  });
});

describe('numberText', () => {
  it('has none for other values', () => {
    for (const value of [null, undefined, '1', true, Infinity, NaN, { rawJSON: '1' }, [1]])
      expect(numberText(value)).toBeNull();
  });
});

describe('canonicalJson', () => {
  it('tells numbers apart that no double can', () => {
    const text = (amount: string): string => canonicalJson(parseJson(`{"b":[${amount}],"a":1}`));
    expect(text('9007199254740993')).toBe('{"a":1,"b":[9007199254740993]}');
    expect(text('9007199254740992')).not.toBe(text('9007199254740993'));
  });

  it('follows the example of RFC 8785, section 3.2.2', () => {
    const value = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, Number('0.000000000000000000000000001')],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('sorts by UTF-16 code units and keeps odd keys', () => {
    const value: unknown = JSON.parse(
      '{"\u20ac":1,"\\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7,"__proto__":8}',
    );
    expect(canonicalJson(value)).toBe(
      '{"\\r":2,"1":4,"__proto__":8,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}',
    );
  });

  it('is a reading of the same value, and one text for it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  it('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        expect(canonicalJson(Object.fromEntries(Object.entries(value).toReversed()))).toBe(canonicalJson(value));
      }),
    );
  });
});

describe('copyJson', () => {
  it('is equal, shares nothing, and keeps the digits', () => {
    const value = parseJson('{"a": [12345678901234567890, {"__proto__": 1}], "b": "x"}') as { a: unknown[] };
    const copy = copyJson(value);
    expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
    expect(copy.a).not.toBe(value.a);
    expect(isRawNumber(copy.a[0])).toBe(true);
  });
});

describe('nearestNumbers', () => {
  it('rounds, keeps names, and copies', () => {
    const value = parseJson('{"__proto__": [12345678901234567890, 1e400, 1], "b": "x"}');
    const near = nearestNumbers(value) as Record<string, unknown>;
    expect(Object.getOwnPropertyDescriptor(near, '__proto__')?.value).toEqual([12345678901234567000, Infinity, 1]);
    expect(near['b']).toBe('x');
  });
});
