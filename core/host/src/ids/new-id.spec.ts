import { decodeTime } from 'ulid';
import { describe, expect, it } from 'vitest';
import { newId, newUlid } from './new-id.js';

describe('a new id', () => {
  it('has its prefix, the time and 80 random bits', () => {
    const before = Date.now();
    expect(newId('slv')).toMatch(/^slv_[0-9A-HJKMNP-TV-Z]{26}$/);
    const at = decodeTime(newUlid());
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(Date.now());
  });

  it('is no other, over many times the random bytes that are fetched at once, and uses every symbol at every place', () => {
    const random = Array.from({ length: 20_000 }, () => newUlid().slice(10));
    expect(new Set(random).size).toBe(random.length);
    for (let place = 0; place < 16; place += 1) expect(new Set(random.map((text) => text[place])).size).toBe(32);
  });
});
