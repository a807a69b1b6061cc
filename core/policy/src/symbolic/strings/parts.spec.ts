import type { StringFormat } from '@ostiary/catalogue';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partOf, type StringPart } from '../../values/parts.js';
import { regexMatcher } from '../../values/match/regex-matcher.js';
import { normaliseString } from '../../values/strings.js';
import { parseRegex } from '../../text/regex.js';
import { buildAlphabet } from '../automata/alphabet.js';
import { accepts, AUTOMATA_LIMITS, isLimit } from '../automata/dfa.js';
import { characterSets, compileLanguage } from '../automata/language.js';
import { hasLifting, liftPart } from './parts.js';

const PATTERNS = [
  '',
  'a',
  '.',
  '/',
  '.*',
  'a*',
  '[a-c]+',
  'a(b|/)*',
  'corp\\.example',
  '.*\\.example',
  'de|fr',
  '[^a]*',
  '(a|b)?',
  '/a.*',
  'a{0,2}',
  '\\[.*\\]',
  '\\[::1\\]',
  '.*[]1b]',
  '\\[(a|:)*b?.{0,3}',
  '(https|foo|x)?',
  '.*\\[::1\\].*',
  '\\.?/?',
  '(|a)(|b)',
];
const WHOLES: Readonly<Record<string, fc.Arbitrary<string>>> = {
  email: fc
    .tuple(
      fc.constantFrom('a', 'b', 'ab', 'a.b', 'c+a'),
      fc.constantFrom('a', 'b', 'corp.example', 'x.corp.example', 'a.b', '[::1]'),
    )
    .map((parts) => parts.join('@')),
  iban: fc.constantFrom('DE89370400440532013000', 'FR1420041010050500013M02606', 'GB29NWBK60161331926819'),
  url: fc
    .tuple(
      fc.constantFrom('https', 'http', 'file', 'foo', 'mailto', 'a'),
      fc.constantFrom('://', ':', ':/'),
      fc.constantFrom('', 'a', 'b', 'corp.example', 'x.corp.example', '[::1]', '[a::b]', 'a.b.'),
      fc.constantFrom('', ':80', ':8443', ':'),
      fc.constantFrom('', '/', '/a', '/a//b', '/[x]'),
      fc.constantFrom('', '?', '?a', '?a=[::1]', '?a?b', '?/', '#x'),
    )
    .map((parts) => parts.join('')),
  path: fc
    .array(fc.constantFrom('a', 'b', '/', '/', '.', 'c', '.a'), { minLength: 1, maxLength: 7 })
    .map((parts) => parts.join('')),
};

describe('liftPart', () => {
  it.each([
    ['email', 'domain'],
    ['email', 'local'],
    ['iban', 'country'],
    ['path', 'name'],
    ['path', 'directory'],
    ['url', 'scheme'],
    ['url', 'host'],
    ['url', 'query'],
    ['url', 'path'],
  ] as const)('of %s %s is the part and then the pattern', (format, part) => {
    const lifted = PATTERNS.map((pattern) => {
      const parsed = parseRegex(pattern);
      if (!parsed.ok) throw new Error(pattern);
      const node = liftPart(format, part, parsed.node);
      if (!node) throw new Error(`${format}.${part}`);
      const language = { kind: 'regex', node } as const;
      const alphabet = buildAlphabet(characterSets(language));
      const dfa = compileLanguage(language, alphabet, AUTOMATA_LIMITS);
      if (isLimit(dfa)) throw new Error(dfa.limit);
      return { pattern, matches: regexMatcher(pattern), lifted: (text: string) => accepts(dfa, alphabet, text) };
    });
    fc.assert(
      fc.property(WHOLES[format] ?? fc.constant(''), (raw) => {
        const whole = normaliseString(format, raw);
        if (whole === null) return;
        const value = partOf(format, whole, part);
        for (const each of lifted)
          expect(each.lifted(whole), `${each.pattern} on ${whole}`).toBe(
            typeof value === 'string' && each.matches(value),
          );
      }),
      { numRuns: 400 },
    );
  });

  it('says of which parts there is none', () => {
    const none: [StringFormat, StringPart][] = [
      ['url', 'port'],
      ['path', 'extension'],
      ['text', 'name'],
    ];
    for (const [format, part] of none) expect(hasLifting(format, part)).toBe(false);
  });
});
