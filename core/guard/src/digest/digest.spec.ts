import { hash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestOf } from './digest.js';
import { sha256 } from './sha256.js';
import { codePoint } from '../../../../tools/testing/code-point.js';

describe('digestOf', () => {
  it('gives equal values equal digests', () => {
    expect(digestOf({ a: 1, b: [2] })).toBe(digestOf({ b: [2], a: 1 }));
    expect(digestOf({ a: 1 })).not.toBe(digestOf({ a: '1' }));
    expect(digestOf({})).toBe('sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
  });
});

describe('sha256', () => {
  it("is Node's, of every length around a block and of any text", () => {
    for (let length = 0; length <= 200; length++)
      expect(sha256('a'.repeat(length))).toBe(hash('sha256', 'a'.repeat(length)));
    // Long ones have a buffer of their own; after them nothing is left of them.
    for (const length of [5_410, 5_418, 5_419, 5_430, 20_000, 1])
      expect(sha256('é'.repeat(length))).toBe(hash('sha256', 'é'.repeat(length)));
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 300 }), (text) => {
        expect(sha256(text)).toBe(hash('sha256', text));
      }),
    );
  });
});
