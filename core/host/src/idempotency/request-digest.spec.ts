import { parseJson } from '@ostiary/json';
import { describe, expect, it } from 'vitest';
import { requestDigest } from './request-digest.js';

describe('requestDigest', () => {
  it('depends on the secret, the account and the value', () => {
    const digests = [
      requestDigest('s', 'a', 1),
      requestDigest('t', 'a', 1),
      requestDigest('s', 'b', 1),
      requestDigest('s', 'a', 2),
    ];
    expect(new Set(digests).size).toBe(4);
    // Numbers that no double tells apart.
    const long = ['9007199254740992', '9007199254740993'].map((text) => requestDigest('s', 'a', parseJson(text)));
    expect(new Set(long).size).toBe(2);
    expect(requestDigest('s', 'a', { x: 1, y: 2 })).toBe(requestDigest('s', 'a', { y: 2, x: 1 }));
  });
});
