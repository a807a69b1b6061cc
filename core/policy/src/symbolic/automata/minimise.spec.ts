import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseGlob } from '../../text/glob.js';
import { buildAlphabet } from './alphabet.js';
import { accepts, AUTOMATA_LIMITS, isLimit } from './dfa.js';
import { globToDfa } from './glob-dfa.js';
import { ANY_TEXT, characterSets, toNode } from './language.js';
import { minimise } from './minimise.js';
import { regexToDfa } from './regex-dfa.js';

const pattern = fc.array(fc.constantFrom('a', 'b', 'aab', '*'), { maxLength: 8 }).map((parts) => parts.join(''));

describe('minimise', () => {
  it('gives one automaton for a glob however it was built', () => {
    fc.assert(
      fc.property(pattern, (text) => {
        const parsed = parseGlob(text);
        if (!parsed.ok) throw new Error(text);
        const language = { kind: 'glob', segments: parsed.segments } as const;
        const alphabet = buildAlphabet(characterSets(language));
        const viaRegex = regexToDfa(toNode(language), alphabet, AUTOMATA_LIMITS);
        if (isLimit(viaRegex)) throw new Error(viaRegex.limit);
        expect(minimise(globToDfa(parsed.segments, alphabet))).toEqual(minimise(viaRegex));
      }),
    );
  });

  it('keeps the language', () => {
    fc.assert(
      fc.property(pattern, fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 }), (text, chars) => {
        const parsed = parseGlob(text);
        if (!parsed.ok) throw new Error(text);
        const alphabet = buildAlphabet(characterSets({ kind: 'glob', segments: parsed.segments }));
        const dfa = globToDfa(parsed.segments, alphabet);
        expect(accepts(minimise(dfa), alphabet, chars.join(''))).toBe(accepts(dfa, alphabet, chars.join('')));
      }),
    );
  });

  it('reduces everything to one state', () => {
    const alphabet = buildAlphabet([[[97, 97]]]);
    const dfa = regexToDfa(
      { kind: 'alt', options: [ANY_TEXT, { kind: 'chars', ranges: [[97, 97]] }] },
      alphabet,
      AUTOMATA_LIMITS,
    );
    if (isLimit(dfa)) throw new Error(dfa.limit);
    expect(minimise(dfa).states).toBe(1);
  });
});
