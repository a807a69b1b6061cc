import { preparePolicy } from '@ostiary/guard';
import { seededRandom } from '@ostiary/policy/testing';
import { type OpenedZ3, openZ3 } from '@ostiary/smt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ClassId } from '../../plugins/hunt/src/search/model/class-id.js';
import { runs } from '../testing/runs.js';
import { callPolicy } from './calls/generator.js';
import { CALL_READINGS } from './calls/readings.js';
import { type Tally, compared } from './lib/compare.js';
import { replays } from './lib/replays.js';
import { World } from './lib/world.js';

const SEED = Number(process.env['TEST_SEED'] ?? 20_261_122);
const MOST_CALLS = 3_000;

let z3: OpenedZ3;
beforeAll(async () => {
  z3 = await openZ3();
});
afterAll(() => z3.close());

it(
  'finds in small policies what the pages say of them, by a list of all calls',
  { timeout: runs(60_000) },
  async () => {
    const rng = seededRandom(SEED);
    const tallies = new Map<ClassId, Tally>();
    const wrong: string[] = [];
    let [refused, large] = [0, 0];
    for (let round = 0; round < runs(40);) {
      const made = callPolicy(rng);
      const world = new World(made);
      const result = preparePolicy({ text: world.text }, { catalogue: made.catalogue });
      if (!result.ok) {
        refused += 1;
        if (process.env['SHOW']) console.log(world.text, JSON.stringify(result.faults.map((f) => f.detail.en)));
        continue;
      }
      if (world.size() > MOST_CALLS) {
        large += 1;
        continue;
      }
      round += 1;
      const all = await compared({ world, policy: result.policy }, CALL_READINGS, z3, tallies, replays);
      for (const one of all)
        wrong.push(
          `${one.class} ${one.what}: ${one.of}\n${world.text}\n${JSON.stringify(made.catalogue)}\n${one.detail}`,
        );
    }
    if (process.env['SHOW']) {
      console.log({ refused, large }, tallies);
      console.log(wrong.length, wrong.slice(0, Number(process.env['SHOW'])).join('\n\n'));
    }
    expect(wrong).toEqual([]);
    for (const [id, { present, absent }] of tallies) expect([id, present > 0, absent > 0]).toEqual([id, true, true]);
  },
);
