import { describe, expect, it } from 'vitest';
import { LruCache } from './lru.js';

describe('LruCache', () => {
  it('drops what was used longest ago when the bytes are over', () => {
    const cache = new LruCache<string>(10);
    cache.set('a', 'A', 4);
    cache.set('b', 'B', 4);
    expect(cache.get('a')).toBe('A');
    cache.set('c', 'C', 4);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['A', undefined, 'C']);
    cache.set('d', 'D', 11);
    expect([cache.get('d'), cache.size]).toEqual([undefined, 2]);
    cache.set('a', 'A2', 9);
    expect([cache.get('a'), cache.get('c'), cache.size]).toEqual(['A2', undefined, 1]);
  });
});
