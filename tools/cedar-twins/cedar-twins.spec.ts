import { describe, expect, it } from 'vitest';
import { runs } from '../testing/runs.js';
import { compare, examples, isThere, twinOf } from './compare.mjs';

const SEED = Number(process.env['TEST_SEED'] ?? 20_261_121);

/** Cedar's own examples, in both languages; see compare.mjs. */
describe("Cedar's examples said in dialect 2", () => {
  it.skipIf(!isThere())('are answered as Cedar answers them (skipped where the development data is absent)', () => {
    const wrong: object[] = [];
    let [said, unsaid, compared, allowed] = [0, 0, 0, 0];
    for (const example of examples()) {
      const twin = twinOf(example);
      const result = compare(twin, runs(40), SEED);
      said += twin.said.length;
      unsaid += twin.unsaid.length;
      compared += result.compared;
      allowed += result.allowed;
      wrong.push(...result.wrong.slice(0, 1));
    }
    expect(wrong).toEqual([]);
    expect(said).toBeGreaterThan(140);
    expect(unsaid).toBeLessThan(10);
    expect(compared).toBeGreaterThan(runs(600));
    expect(allowed).toBeGreaterThan(compared / 10);
  });
});
