import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../check/load.js';
import { effortOf } from './effort.js';

const sizes = { characters: 1_000, items: 500, events: 200 };
function effort(test: string, over: Partial<typeof sizes> = {}, tool = 't'): number {
  const loaded = loadPolicy(`dialect 2; refuse (tool == "t") when ${test};`);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
  return effortOf(loaded.core, tool, { ...sizes, ...over });
}

describe('effortOf', () => {
  it.each<[string, string, keyof typeof sizes, number]>([
    ['a test by nothing', '{ args.n > 3 }', 'items', 1],
    ['a loop by the list', '{ args.l.any(x, x > 3) }', 'items', 10],
    ['a loop in a loop by its square', '{ args.l.any(x, args.l.any(y, x == y)) }', 'items', 100],
    ['a pattern by the text', '{ args.s matches "a*b{300}" }', 'characters', 10],
    ['a count by the history', 'history { count(u.ok) within 1h by principal > 3 }', 'events', 10],
    ['since by the square of the history', 'history { (formerly within 1h u.ok) since within 1h v.ok }', 'events', 100],
  ])('grows for %s', (_, test, size, times) => {
    const grown = effort(test, { [size]: sizes[size] * 10 }) / effort(test);
    expect(grown).toBeGreaterThan(times * 0.9);
    expect(grown).toBeLessThan(times * 1.1);
  });

  it('counts what is about the tool', () => {
    expect(effort('{ args.n > 3 }', {}, 'other')).toBe(0);
  });

  it('counts the members of a list, and the states of a pattern', () => {
    expect(effort('{ args.s in ["a", "b", "c", "d"] }')).toBeGreaterThan(
      4 * effort('{ args.s == "a" }', { characters: 0 }),
    );
    expect(effort('{ args.s matches "a{900}" }')).toBeGreaterThan(500 * effort('{ args.s like "a*" }'));
  });
});
