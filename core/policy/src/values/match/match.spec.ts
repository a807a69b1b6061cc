import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeGlob } from '../../text/glob.js';
import { globMatcher } from './glob-matcher.js';
import { regexMatcher } from './regex-matcher.js';

/** A glob by the book: dynamic programming over positions, with nothing in common with the matcher. */
function slowGlob(pattern: readonly string[], text: string): boolean {
  if (pattern.length === 0) return text === '';
  const [head = '', ...rest] = pattern;
  if (head !== '*') return text.startsWith(head) && slowGlob(rest, text.slice(head.length));
  return Array.from({ length: text.length + 1 }, (_, i) => i).some((i) => slowGlob(rest, text.slice(i)));
}

describe('globMatcher', () => {
  it.each([
    ['ORD-*', 'ORD-', true],
    ['ORD-*', 'xORD-1', false],
    ['*@corp.example', 'a@corp.example', true],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['*', '', true],
    ['', '', true],
    ['', 'x', false],
    ['\\*', '*', true],
    ['\\*', 'x', false],
    ['a*b*c', 'abcbc', true],
    ['*ab*ba*', 'aba', false],
    ['a*', 'a\nb', true],
  ])('%j on %j', (pattern, text, expected) => expect(globMatcher(pattern)(text)).toBe(expected));

  it('agrees with the definition', () => {
    const part = fc.constantFrom('*', 'a', 'b', 'ab', 'aaaaaaaaab');
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 5 }),
        fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 14 }),
        (pattern, text) => {
          const glob = pattern.map((piece) => (piece === '*' ? piece : escapeGlob(piece))).join('');
          expect(globMatcher(glob)(text)).toBe(slowGlob(pattern, text));
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('takes the globs that ruin backtracking and naive search', () => {
    const text = 'a'.repeat(200_000);
    expect(globMatcher(`${'*a'.repeat(500)}*b*`)(text)).toBe(false);
    expect(globMatcher(`*${'a'.repeat(2_000)}b*`)(text)).toBe(false);
  });

  it('throws on what is no glob', () => expect(() => globMatcher('\\x')).toThrow(RangeError));
});

describe('regexMatcher', () => {
  it('agrees with the host on its own syntax', () => {
    const atom = fc.constantFrom('a', 'b', '[ab]', '[^a]', '.', '(a|b)', '(ab)', '(|b)', 'é', '[à-ü]');
    const piece = fc
      .tuple(atom, fc.constantFrom('', '*', '+', '?', '{2}', '{1,3}', '{0}', '{2,}'))
      .map((pair) => pair.join(''));
    const pattern = fc
      .array(
        fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join('')),
        { minLength: 1, maxLength: 3 },
      )
      .map((options) => options.join('|'));
    fc.assert(
      fc.property(
        pattern,
        fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\n', '😀'), maxLength: 8 }), { maxLength: 8 }),
        (source, texts) => {
          const matches = regexMatcher(source);
          const host = new RegExp(`^(?:${source})$`, 'su');
          for (const text of texts) expect(matches(text), `${source} ${JSON.stringify(text)}`).toBe(host.test(text));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('takes expressions that ruin backtracking or blow up', () => {
    expect(regexMatcher('(a+)+b')('a'.repeat(100_000))).toBe(false);
    expect(regexMatcher('(a|b)*a(a|b){11}')('ab'.repeat(10_000))).toBe(true);
    expect(regexMatcher('((|){1000}){1000}a')('a')).toBe(true);
  });

  it('throws on what it cannot match', () => expect(() => regexMatcher('(?=a)')).toThrow(RangeError));
});
