import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseString } from '../../values/strings.js';
import { buildAlphabet } from '../automata/alphabet.js';
import { accepts, AUTOMATA_LIMITS, isLimit } from '../automata/dfa.js';
import { characterSets, compileLanguage } from '../automata/language.js';
import { rangePredicate, underPredicate } from './places.js';
import type { StringPredicate } from './variable.js';

function member({ language }: StringPredicate): (word: string) => boolean {
  const alphabet = buildAlphabet(characterSets(language));
  const dfa = compileLanguage(language, alphabet, AUTOMATA_LIMITS);
  if (isLimit(dfa)) throw new Error(dfa.limit);
  return (word) => accepts(dfa, alphabet, word);
}

const byte = fc.constantFrom(0, 1, 9, 10, 19, 100, 127, 128, 192, 199, 200, 255);
const group = fc.constantFrom('0', '0', '0', '1', 'f', '10', 'ff', '1ff', '2001', 'fc00', 'fdff', '8000');
const address = fc
  .oneof(
    fc.array(byte, { minLength: 4, maxLength: 4 }).map((bytes) => bytes.join('.')),
    fc.array(group, { minLength: 8, maxLength: 8 }).map((groups) => groups.join(':')),
  )
  .map((text) => normaliseString('ip', text))
  .filter((form) => form !== null);

describe('rangePredicate', () => {
  it.each([
    '0.0.0.0/0',
    '10.0.0.0/8',
    '128.0.0.0/1',
    '192.168.0.0/17',
    '100.64.0.0/10',
    '10.0.0.9/32',
    '::/0',
    '8000::/1',
    'fc00::/7',
    '2001::/16',
    '0:0:0:8::/61',
    '::1/128',
    '1:0:0:2::/64',
  ])('has the language of its test: %s', (text) => {
    const predicate = rangePredicate(text);
    const inside = member(predicate);
    fc.assert(
      fc.property(address, (word) => {
        expect([word, inside(word)]).toEqual([word, predicate.test(word)]);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('underPredicate', () => {
  it.each(['/', '/a', '/a/b', '/a*'])('has the language of its test: %s', (directory) => {
    const predicate = underPredicate(directory);
    const inside = member(predicate);
    const path = fc
      .array(fc.constantFrom('a', 'b', '/', 'ab', '*'), { maxLength: 6 })
      .map((parts) => `/${parts.join('')}`);
    fc.assert(
      fc.property(path, (raw) => {
        const word = normaliseString('path', raw);
        fc.pre(word !== null);
        expect([word, inside(word)]).toEqual([word, predicate.test(word)]);
      }),
      { numRuns: 1_000 },
    );
  });
});
