import { describe, expect, it } from 'vitest';
import { globSegments } from '../../text/glob.js';
import { regexNode } from '../../text/regex.js';
import type { Language } from './language.js';
import { shortestWord } from './shortest-word.js';

const regex = (pattern: string): Language => ({ kind: 'regex', node: regexNode(pattern) });

describe('the shortest word', () => {
  it('is in one language and not in the other', () => {
    const word = shortestWord({ inside: [regex('a.b')], outside: [regex('a\\.b')] });
    expect(word).toMatch(/^a[^.]b$/);
  });

  it('is in all of several', () => {
    expect(shortestWord({ inside: [regex('(ab)*'), regex('(abab)+')] })).toBe('abab');
    expect(shortestWord({ inside: [{ kind: 'glob', segments: globSegments('/a/*') }, regex('.*/\\.\\./.*')] })).toBe(
      '/a/../',
    );
  });

  it('is none where there is none', () => {
    expect(shortestWord({ inside: [regex('ab')], outside: [regex('a.')] })).toBeNull();
    expect(shortestWord({ inside: [regex('a+'), regex('b+')] })).toBeNull();
  });

  it('is one that is preferred, where that fits', () => {
    const asked = { inside: [regex('[a-z]+')], outside: [regex('x.*')] };
    expect(shortestWord({ ...asked, prefer: ['xylophone', 'piano'] })).toBe('piano');
  });
});
