import { describe, expect, it } from 'vitest';
import { smallest } from './smaller.js';

/** Sets mend that have an `a` and a `b`. */
const tryOut = (set: readonly string[]): readonly string[] | null => {
  const missing = ['a', 'b'].find((place) => !set.includes(place));
  return missing === undefined ? null : [missing, `${missing}?`, `${missing}??`];
};

describe('a smallest set that mends', () => {
  it('is found by what each try still demands', () => {
    expect(smallest(tryOut, 2, 32)).toEqual({ found: ['a', 'b'], whole: true });
    expect(smallest(tryOut, 1, 32)).toEqual({ found: null, whole: true });
  });

  it('is no longer looked for where after a few tries nobody wants to go on, which is asked once', () => {
    const asked: number[] = [];
    let tries = 0;
    const counted = (set: readonly string[]) => {
      tries += 1;
      return set.length < 4 ? ['a', 'b', 'c', 'd', 'e'].filter((place) => !set.includes(place)) : null;
    };
    const goesOn = (answer: boolean) => (): boolean => {
      asked.push(tries);
      return answer;
    };
    expect(smallest(counted, 4, 32, { few: 2, goesOn: goesOn(false) })).toEqual({ found: null, whole: false });
    expect([tries, asked]).toEqual([2, [2]]);
    expect(smallest(counted, 4, 32, { few: 2, goesOn: goesOn(true) }).found?.length).toBe(4);
    expect(asked).toEqual([2, 4]);
  });

  it('is tried so often at most', () => {
    expect(smallest(tryOut, 2, 2)).toEqual({ found: null, whole: false });
    expect(smallest(tryOut, 2, 3)).toEqual({ found: ['a', 'b'], whole: true });
  });
});
