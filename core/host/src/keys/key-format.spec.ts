import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Secret } from '@ostiary/plugin-api';
import { base62, bytesToBigInt } from './base62.js';
import { mintKey, parseKey } from './key-format.js';
import { hashKey, matchesHash } from './key-hash.js';

const pepper = (text: string) => ({ id: text.slice(0, 8), secret: new Secret(text) });

describe('the format of keys', () => {
  it('is ost_, 8 characters, 43 of base 62, and a checksum of 6', () => {
    const { key, parsed } = mintKey();
    expect(key.reveal()).toMatch(/^ost_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}$/);
    expect(parseKey(key.reveal())?.publicId).toBe(parsed.publicId);
    expect(parseKey(key.reveal())?.secret.reveal()).toBe(parsed.secret.reveal());
  });

  it('finds every single mistyped character by the checksum', () => {
    const key = mintKey().key.reveal();
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: key.length - 1 }),
        fc.constantFrom(...'0,9,A,Z,a,z,5,M,m,_,-'.split(',')),
        (at, character) => {
          const changed = key.slice(0, at) + character + key.slice(at + 1);
          expect(parseKey(changed) === undefined).toBe(changed !== key);
        },
      ),
    );
  });

  it('does not show itself when printed', () => {
    const { key } = mintKey();
    expect(`${String(key)} ${JSON.stringify({ key })}`).not.toContain(key.reveal().slice(4, 12));
  });

  it('writes 256 bits in 43 digits', () => {
    expect(base62(bytesToBigInt(new Uint8Array(32).fill(255)), 43)).toHaveLength(43);
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const text = base62(bytesToBigInt(bytes), 43);
        const back = Array.from(text).reduce(
          (value, digit) =>
            value * 62n + BigInt('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.indexOf(digit)),
          0n,
        );
        expect(back).toBe(bytesToBigInt(bytes));
      }),
    );
  });
});

describe('the digest of keys', () => {
  const now = pepper('pepper-now-0123456789abcdefghijkl');
  const before = pepper('before-pep-0123456789abcdefghijkl');

  it('matches under either of two peppers, and under no other', () => {
    const { parsed } = mintKey();
    const kept = { hash: hashKey(parsed, before), pepperId: before.id };
    expect(matchesHash(parsed, kept, [now, before])).toBe(true);
    expect(matchesHash(parsed, kept, [now])).toBe(false);
    expect(matchesHash(mintKey().parsed, kept, [now, before])).toBe(false);
    expect(matchesHash(parsed, undefined, [now, before])).toBe(false);
  });
});
