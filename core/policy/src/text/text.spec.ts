import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDuration } from './duration.js';
import { quoteGlob, quoteString, unescape, unescapeGlob, unescapeRegex } from './escapes.js';
import { utf8Length } from './limits.js';
import { editDistance, nearestNames } from './nearest.js';
import { SourceText } from './source.js';
import { codePoint } from '../../../../tools/testing/code-point.js';

describe('SourceText', () => {
  it('counts lines and columns from 1, in UTF-16 code units', () => {
    const source = new SourceText('ab\n\u{1f600}c\r\n\nd');
    expect([0, 2, 3, 5, 6, 8, 9, 10, 99].map((offset) => source.position(offset))).toEqual([
      { line: 1, column: 1 },
      { line: 1, column: 3 },
      { line: 2, column: 1 },
      { line: 2, column: 3 },
      { line: 2, column: 4 },
      { line: 3, column: 1 },
      { line: 4, column: 1 },
      { line: 4, column: 2 },
      { line: 4, column: 2 },
    ]);
  });

  it('finds the offset of every position it gives', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '\n', 'é'), { maxLength: 30 }), fc.nat(30), (chars, at) => {
        const text = chars.join('');
        const source = new SourceText(text);
        const offset = Math.min(at, text.length);
        expect(source.offset(source.position(offset))).toBe(offset);
      }),
    );
  });

  it('keeps a position outside the text inside it', () => {
    const source = new SourceText('ab\ncd');
    expect([
      source.offset({ line: 0, column: 0 }),
      source.offset({ line: 1, column: 9 }),
      source.offset({ line: 9, column: 9 }),
    ]).toEqual([0, 2, 5]);
  });
});

describe('parseDuration', () => {
  it.each([
    ['15m', 900_000],
    ['1h30m', 5_400_000],
    ['1w2d', 777_600_000],
    ['500ms', 500],
    ['1s5ms', 1_005],
    ['0s', 0],
  ])('%s is %i ms', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each(['', '1', 'h', '30m1h', '1h1h', '1y', '1.5h', '-1h', '1h 30m', '1H'])('%j is no duration', (text) => {
    expect(parseDuration(text)).toBeNull();
  });
});

describe('escapes', () => {
  it('reads back every string it quotes, all of it printable', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (text) => {
        const quoted = quoteString(text);
        expect(quoted).not.toMatch(/[\u0000-\u001f\u202a-\u202e]/);
        expect(unescape(quoted.slice(1, -1))).toEqual({ value: text, faults: [] });
      }),
    );
  });

  it('leaves the escapes of globs and regular expressions to them', () => {
    expect(unescapeGlob('a\\*b\\\\c\\n\\"').value).toBe('a\\*b\\\\c\n"');
    expect(unescapeRegex('\\d+\\.\\"\\\\').value).toBe('\\d+\\."\\\\');
    expect(unescapeGlob(quoteGlob('a\\*"*').slice(1, -1)).value).toBe('a\\*"*');
  });

  it.each([
    ['a\\q', 1, '\\q'],
    ['\\u{110000}', 0, '\\u{110000}'],
    ['\\u12', 0, '\\u'],
    ['\\*', 0, '\\*'],
  ])('finds fault with %s', (raw, offset, escape) => {
    expect(unescape(raw).faults).toEqual([{ offset, escape }]);
  });
});

describe('nearestNames', () => {
  it.each([
    ['amuont', ['amount']],
    ['AMOUNT', ['amount']],
    ['reson', ['reason']],
    ['zzzzzz', []],
    ['to', ['tool']],
    ['', []],
  ])('%s', (name, expected) => {
    expect(nearestNames(name, ['amount', 'reason', 'order_id', 'tool'])).toEqual(expected);
  });

  it('measures a distance: zero to itself, the same both ways, never beyond the longer name', () => {
    const name = fc.string({ maxLength: 8 });
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(editDistance(a, a)).toBe(0);
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(editDistance(a, b)).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
      }),
    );
  });
});

describe('utf8Length', () => {
  it('is the length of the encoded text', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (text) => {
        expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
      }),
    );
  });
});
