import { STRING_FORMATS, type StringFormat } from '@ostiary/catalogue';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseString } from '../../values/strings.js';
import { buildAlphabet } from '../automata/alphabet.js';
import { accepts, AUTOMATA_LIMITS, isLimit } from '../automata/dfa.js';
import { characterSets, compileLanguage } from '../automata/language.js';
import { PLAUSIBLE } from '../../breaks/plausible.js';
import { formatLanguage } from './format-language.js';
import { codePoint } from '../../../../../tools/testing/code-point.js';

function member(format: StringFormat): (text: string) => boolean {
  const language = { kind: 'regex', node: formatLanguage(format) } as const;
  const alphabet = buildAlphabet(characterSets(language));
  const dfa = compileLanguage(language, alphabet, AUTOMATA_LIMITS);
  if (isLimit(dfa)) throw new Error(dfa.limit);
  return (text) => accepts(dfa, alphabet, text);
}

const piece = fc.constantFrom(
  'a',
  'B',
  'z9',
  'corp',
  '.',
  '..',
  '@',
  '-',
  '_',
  '+',
  '/',
  ':',
  '//',
  '?',
  '#',
  '%41',
  '%2f',
  '=',
  '&',
  ' ',
  '  ',
  '\t',
  '\u00a0',
  '\u200b',
  'ß',
  'é',
  'İ',
  'ı',
  'Σ',
  'ﬁ',
  '日本',
  '\u{1f600}',
  '[',
  ']',
  '::1',
  '127.1',
  '8080',
  'http',
  'https',
  'mailto',
  'xn--',
  '~',
  '$',
  '(',
  ')',
  ',',
  ';',
  "'",
  '"',
  '|',
  '\\',
  '\u0000',
  '\u0007',
  'DE89370400440532013000',
  'example.com',
  '\u0085',
  '\ud800',
  '\u202e',
  'ſ',
  'K',
  '^',
  '`',
  '{',
  '<',
);
const text = fc.oneof(
  fc.array(piece, { maxLength: 8 }).map((parts) => parts.join('')),
  fc.string({ unit: codePoint, maxLength: 12 }),
  fc.emailAddress(),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.domain(),
  fc.ipV6().map((address) => `http://[${address}]/`),
  fc.array(piece, { maxLength: 4 }).map((parts) => `https://${parts.join('')}`),
  fc.array(piece, { maxLength: 4 }).map((parts) => `a@${parts.join('')}`),
);

describe('formatLanguage', () => {
  it.each(STRING_FORMATS)('holds every normal form of %s', (format) => {
    const inside = member(format);
    fc.assert(
      fc.property(text, (raw) => {
        const form = normaliseString(format, raw);
        expect({ form, inside: form === null || inside(form) }).toEqual({ form, inside: true });
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    '~',
    'a/~',
    'c:',
    'c:/x',
    'http:x',
    'a c:',
    '/c:',
    '/c:/x',
    '/x/c:',
    '/~',
    '/cd:',
    '.c',
    'c',
    ' a',
    'a.b/c',
  ])('knows what the first segment of a path may be: %j', (word) =>
    expect(member('path')(word)).toBe(normaliseString('path', word) === word),
  );

  it.each(STRING_FORMATS)('has plausible values of %s in normal form', (format) => {
    expect(PLAUSIBLE[format].map((word) => normaliseString(format, word))).toEqual(PLAUSIBLE[format]);
  });
});
