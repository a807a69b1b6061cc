import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { globMatcher } from '../../values/match/glob-matcher.js';
import { regexMatcher } from '../../values/match/regex-matcher.js';
import { globMatches, regexMatches } from './match.js';

const letters = fc.string({ unit: fc.constantFrom('a', 'b', '.', 'é', '😀', '\n', '\r', '\u2028'), maxLength: 12 });
const pieces = fc.constantFrom(
  'a',
  'b',
  '.',
  '[ab]',
  '[^a]',
  'a|b',
  '(a|ab)',
  '(a*b)?',
  'a{2,3}',
  'b+',
  '(a|b)*',
  'é',
  '(|a)',
  '(a?){0,3}',
  '(a*)*',
);

describe('the matchers of the interpreter', () => {
  it('match globs as the compiled ones do', () => {
    const globs = fc.string({ unit: fc.constantFrom('a', 'b', '*', '.', '😀'), maxLength: 8 });
    fc.assert(
      fc.property(globs, letters, (glob, text) => {
        expect(globMatches(glob, text)).toBe(globMatcher(glob)(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('match regular expressions as the compiled ones and the engine of the platform do', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 5 }), letters, (parts, text) => {
        const pattern = parts.join('');
        const flagged = `(?s)${pattern}`;
        const expected = new RegExp(`^(?:${pattern})$`, 'su').test(text);
        expect(regexMatches(pattern, text)).toBe(expected);
        expect(regexMatcher(pattern)(text)).toBe(expected);
        expect([regexMatches(flagged, text), regexMatcher(flagged)(text)]).toEqual([expected, expected]);
      }),
      { numRuns: 3_000 },
    );
  });

  it('take long texts under patterns made to be slow', () => {
    const text = 'a'.repeat(300_000);
    expect(globMatches(`${'*a'.repeat(60)}*b`, text)).toBe(false);
    expect(regexMatches('(a|aa)*(b|a){1,200}c', text)).toBe(false);
    expect(regexMatches('(a*)*', text)).toBe(true);
  });
});
