import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readConditions } from './conditions.js';
import { bareFeature } from './schema.js';
import { quotedText } from './split.js';
import { Names } from './vocabulary.js';

const names = new Names({ features: [bareFeature({ name: 'purpose', type: 'string' }, 0)], labels: null, scores: 1 });
const texts = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.constantFrom('missing', 'Missing', '*', 'a|b', 'not car', ' car', 'car ', '"', '""', 'a;b', 'a, b', 'é', '36', ''),
);

describe('a text as people read it', () => {
  it.each([
    ['car', 'car'],
    ['radio/TV (new)', 'radio/TV (new)'],
    ['36 months', '36 months'],
    ['missing', '"missing"'],
    ['MISSING', '"MISSING"'],
    ['missing parts', 'missing parts'],
    ['not car', '"not car"'],
    ['*', '"*"'],
    ['a|b', '"a|b"'],
    ['a > b', '"a > b"'],
    ['a, b', '"a, b"'],
    [' a', '" a"'],
    ['say "x"', '"say ""x"""'],
    ['', '""'],
  ])('%s is %s', (text, shown) => {
    expect(quotedText(text)).toBe(shown);
  });

  it('is read back by a condition, whatever stands in it', () => {
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const told = `purpose in ${quotedText(one)}|${quotedText(other)}`;
        expect(readConditions(told, names)).toEqual([
          { kind: 'among', name: 'purpose', values: [one, other], not: false },
        ]);
      }),
    );
  });
});
