import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, requestDigest } from './canonical-json.js';

function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return JSON.parse(
    `{${Object.entries(value)
      .toReversed()
      .map(([key, member]) => `${JSON.stringify(key)}:${JSON.stringify(shuffled(member))}`)
      .join(',')}}`,
  ) as unknown;
}

describe('canonicalJson', () => {
  it('is JSON of the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('does not depend on the order of members', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value));
      }),
    );
  });

  it('keeps a member named __proto__', () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"x":1}}'))).toBe('{"__proto__":{"x":1},"b":1}');
  });

  it('tells order of elements, types and near numbers apart', () => {
    const texts = [
      [1, 2],
      [2, 1],
      ['1', 2],
      [1, '2'],
      { a: null },
      {},
      9_007_199_254_740_991,
      9_007_199_254_740_990,
    ].map(canonicalJson);
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe('requestDigest', () => {
  it('depends on the secret, the account and the value', () => {
    const digests = [
      requestDigest('s', 'a', 1),
      requestDigest('t', 'a', 1),
      requestDigest('s', 'b', 1),
      requestDigest('s', 'a', 2),
    ];
    expect(new Set(digests).size).toBe(4);
    expect(requestDigest('s', 'a', { x: 1, y: 2 })).toBe(requestDigest('s', 'a', { y: 2, x: 1 }));
  });
});
