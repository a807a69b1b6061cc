import { describe, expect, it } from 'vitest';
import { check, type Counts } from './check.ts';

/** A small part of `compare.mjs`, which asks many more. */
describe('the search beside brute force', () => {
  it('answers rightly on random small forests, and its certificates hold', () => {
    const counts: Counts = {};
    for (let seed = 1; seed <= 400; seed += 1) check(seed, counts);
    expect(counts).toMatchObject({ forests: 400 });
    const kinds = [
      'proved',
      'violated',
      'vacuous',
      'greatest closed',
      'nearest closed',
      'nearest none',
      'runs in parts',
    ];
    expect(kinds.filter((kind) => (counts[kind] ?? 0) <= 5)).toEqual([]);
    expect(counts['damaged and refused']).toBeGreaterThan(500);
  });

  it('closes a search for the nearest where nothing has a price, so that all is at distance 0', () => {
    const counts: Counts = {};
    check(1_720_130, counts);
    expect(counts).toMatchObject({ 'nearest closed': 1 });
  });
});
