import { seededRandom } from '@ostiary/policy/testing';
import { type OpenedZ3, openZ3 } from '@ostiary/smt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepared } from '../../plugins/hunt/src/search/testing/hunted.js';
import { runs } from '../testing/runs.js';
import { callPolicy } from './calls/generator.js';
import { CALL_READINGS } from './calls/readings.js';
import { Comparison } from './lib/compare.js';
import { replays } from './lib/replays.js';
import { World } from './lib/world.js';

const MOST_CALLS = 3_000;

let z3: OpenedZ3;
beforeAll(async () => {
  z3 = await openZ3();
});
afterAll(() => z3.close());

it(
  'finds in small policies what the pages say of them, by a list of all calls',
  { timeout: runs(240_000) },
  async () => {
    const rng = seededRandom(Number(process.env['TEST_SEED'] ?? 20_261_122));
    const comparison = new Comparison(z3);
    while (comparison.policies < runs(40)) {
      const made = callPolicy(rng);
      const world = new World(made);
      if (world.size() > MOST_CALLS) continue;
      await comparison.hunt({
        world,
        policy: prepared(world.text, made.catalogue),
        readings: CALL_READINGS,
        replayed: ({ witness }) => replays(witness?.steps ?? [], world),
        told: `${world.text}\n${JSON.stringify(made.catalogue)}`,
      });
    }
    comparison.show();
    expect(comparison.wrong).toEqual([]);
    expect(comparison.neverSeen()).toEqual([]);
  },
);
