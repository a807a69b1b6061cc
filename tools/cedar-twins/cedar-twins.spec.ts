import { describe, expect, it } from 'vitest';
import { runs } from '../testing/runs.js';
import { agtExamples, agtIsThere } from './agt.mjs';
import { compare, twinOf } from './compare.mjs';
import { type Example, examples, isThere } from './examples.mjs';
import { replay, replayable, unlike } from './replay.mjs';

const SEED = Number(process.env['TEST_SEED'] ?? 20_261_121);

function askedAll(all: readonly Example[]) {
  const total = { wrong: [] as object[], said: 0, unsaid: 0, compared: 0, allowed: 0 };
  for (const example of all) {
    const twin = twinOf(example);
    const { compared, allowed, wrong } = compare(twin, runs(40), SEED);
    total.said += twin.said.length;
    total.unsaid += twin.unsaid.length;
    total.compared += compared;
    total.allowed += allowed;
    total.wrong.push(...wrong.slice(0, 1));
  }
  return total;
}

/** Cedar's own examples, in both languages; see compare.mjs. */
describe("Cedar's examples said in dialect 2", () => {
  it.skipIf(!isThere())('are answered as Cedar answers them (skipped where the development data is absent)', () => {
    const { wrong, said, unsaid, compared, allowed } = askedAll(examples());
    expect(wrong).toEqual([]);
    expect(said).toBeGreaterThan(140);
    expect(unsaid).toBeLessThan(10);
    expect(compared).toBeGreaterThan(runs(600));
    expect(allowed).toBeGreaterThan(compared / 10);
  });

  it.skipIf(!isThere())('give its own requests the answers that its folders and Cedar give (skipped likewise)', () => {
    const replayed = replayable().map(replay);
    const whole = replayed.filter(({ unsaid }) => unsaid.length === 0);
    expect(whole.flatMap((each) => unlike(each))).toEqual([]);
    // What could not be said is missing on both sides, so that the folder may say otherwise, but not Cedar.
    const partly = replayed.filter(({ unsaid }) => unsaid.length > 0);
    expect(partly.flatMap((each) => unlike(each, { folders: false }))).toEqual([]);
    expect(whole.flatMap(({ asked }) => asked).length).toBeGreaterThanOrEqual(50);
  });

  it.skipIf(!agtIsThere())('and so are policies for the tools of agents (skipped likewise)', () => {
    const { wrong, said, unsaid, compared, allowed } = askedAll(agtExamples());
    expect(wrong).toEqual([]);
    expect([said, unsaid]).toEqual([44, 1]);
    expect(allowed).toBeGreaterThan(compared / 10);
  });
});
