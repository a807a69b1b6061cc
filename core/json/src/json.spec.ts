import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePoint } from '../../../tools/testing/code-point.js';
import { runs } from '../../../tools/testing/runs.js';
import { readExactly } from './exact-reader.js';
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

  it.each(['%', '[%]', '[0,%]', '[0,\n%]', '{"a":%}', '{"a":\t%}', '{"a" :%}', '{"a\\"":%}', ' %', '{"sha256:3e1":%}'])(
    'keeps them in %s',
    (place) => {
      for (const number of ['1e400', '-12345678901234567890'])
        expect(JSON.stringify(parseJson(place.replace('%', number)))).toContain(number);
    },
  );

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
    // The engine does not say how a number beside such a key was written.
    expect(JSON.stringify(parseJson('{"__proto__": 1e400, "a": 1.50}'))).toBe('{"__proto__":1e400,"a":1.5}');
    expect(() => parseJson('[12345678901234567890')).toThrow(SyntaxError);
  });

  it('reads any text as the engine does with a reviver, and refuses what it refuses', () => {
    type Reviver = (key: string, value: unknown, context?: { readonly source: string }) => unknown;
    const keepDigits: Reviver = (_key, value, context) =>
      typeof value === 'number' ? exactNumber(context?.source ?? '') : value;
    /** Told apart by more than `JSON.stringify` would. */
    const told = (read: () => unknown): unknown => {
      try {
        return shape(read());
      } catch (error) {
        return error instanceof SyntaxError ? 'no JSON' : error;
      }
    };
    const shape = (value: unknown): unknown => {
      if (Object.is(value, -0)) return ['-0'];
      if (isRawNumber(value)) return ['raw', value.rawJSON];
      if (typeof value !== 'object' || value === null) return value;
      if (Array.isArray(value)) return ['list', ...value.map(shape)];
      return ['object', Object.getPrototypeOf(value) === Object.prototype, ...Object.entries(value).map(shape)];
    };
    const leaf = fc.oneof(
      numberTexts,
      fc.constantFrom('true', 'false', 'null', '01', '-', '1.', '.5', '1e', '+1', 'NaN', '12345678901234567890'),
      fc.string({ unit: codePoint, maxLength: 20 }).map((text) => JSON.stringify(text)),
      fc.constantFrom('"\\u0041"', '"\\q"', '"a\tb"', '"\\\\"', '"\\', '"\\ud800"', '"'),
    );
    // No name has an escape: the engine's own reading of those is wrong, see below.
    const name = fc.constantFrom('"a"', '"1"', '""', '"bc"', '"a long name of many letters"', '5', '"a');
    const { tree } = fc.letrec<{ tree: string }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        leaf,
        fc.array(tie('tree'), { maxLength: 4 }).map((items) => `[${items.join(' ,\n')}]`),
        fc
          .array(fc.tuple(name, tie('tree')), { maxLength: 4 })
          .map((members) => `{${members.map((member) => member.join('\t: ')).join(',')}}`),
      ),
    }));
    const piece = fc.constantFrom('', ',', ']', '}', '{', '[', '"', ':', ' ', '\u00a0', '\ufeff', '0', 'e5', '//');
    fc.assert(
      fc.property(tree, piece, fc.nat(), fc.nat({ max: 1 }), (text, put, place, taken) => {
        const at = place % (text.length + 1);
        const changed = text.slice(0, at) + put + text.slice(at + taken);
        for (const each of [text, changed])
          expect(told(() => readExactly(each))).toEqual(told(() => JSON.parse(each, keepDigits as never)));
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('reads a name with an escape as it is written, whatever names came before', () => {
    // As long as the name, the letters that it is written with: V8 13.6 compares those.
    const names = ['\\u0041', '\\n', '\\u0061mount', 'a\\u006dount', '\\/\\/', 'pay\\t'].map((written, at) => ({
      written,
      name: JSON.parse(`"${written}"`) as string,
      before: `before${String(at)}`,
    }));
    for (const { written, name, before } of names) {
      const alike = written.slice(0, name.length);
      expect(parseJson(JSON.stringify({ [before]: 1, [alike]: 2 }))).toEqual({ [before]: 1, [alike]: 2 });
      expect(parseJson(`{"${before}": 1, "${written}" : 2}`)).toEqual({ [before]: 1, [name]: 2 });
    }
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
