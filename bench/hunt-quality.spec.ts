import { type ClassId, runHunt } from '@ostiary/hunt/search';
import { openZ3 } from '@ostiary/smt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanPolicies, huntInput, plantedBugs } from './lib/hunt-corpus.mjs';
import { isConsequence, isGrave, isPlanted, replays, superfluous } from './lib/hunt-judge.mjs';

/** Every so many-th of the corpus is hunted here; `npm run bench:hunt-quality` hunts all of it. */
const EVERY_CLEAN = 5;
const EVERY_PLANTED = 20;

const clean = cleanPolicies();
const planted = plantedBugs();
const some = <Of>(all: readonly Of[], every: number): Of[] => all.filter((_, at) => at % every === 0);

describe('the mutation corpus of the hunt', () => {
  let z3: Awaited<ReturnType<typeof openZ3>>;
  beforeAll(async () => {
    z3 = await openZ3();
  });
  afterAll(() => z3.close());

  it('is made of policies without errors, and each rule that a label names is there', async () => {
    for (const policy of clean) await huntInput(policy);
    const lacking: string[] = [];
    for (const bug of planted) {
      const rules = (await huntInput(bug)).policy.core.rules.map(({ id }) => id);
      lacking.push(...bug.label.rules.filter((rule) => !rules.includes(rule)).map((rule) => `${bug.name}: ${rule}`));
    }
    expect(lacking).toEqual([]);
  });

  it.each(some(clean, EVERY_CLEAN))('has nothing to review in $name', async (policy) => {
    const { findings } = await runHunt((await huntInput(policy)).policy, z3);
    expect(findings.filter(isGrave).map(({ title }) => title.en)).toEqual([]);
  });

  it.each(some(planted, EVERY_PLANTED))('has the bug found that was planted: $name', async (bug) => {
    const { policy, text, strictest, options } = await huntInput(bug);
    const { findings } = await runHunt(policy, z3, { ...options, classes: [bug.class as ClassId] });
    const read = { ...bug, text, strictest };
    expect(findings.some((finding) => isPlanted(bug, finding))).toBe(true);
    expect(findings.filter((finding) => isGrave(finding) && !isConsequence(bug, finding))).toEqual([]);
    for (const finding of findings.filter(({ witness }) => witness)) {
      expect(replays(read, finding)).toBe(true);
      expect(superfluous(read, finding)).toEqual([]);
    }
  });
});
