import { prepared } from '../../plugins/hunt/src/search/testing/hunted.js';
import { seededRandom } from '@ostiary/policy/testing';
import { type OpenedZ3, openZ3 } from '@ostiary/smt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runs } from '../testing/runs.js';
import { VERSION_READINGS, twoVersions } from './calls/versions.js';
import { Comparison } from './lib/compare.js';
import { replays } from './lib/replays.js';

const MOST_CALLS = 2_000;

let z3: OpenedZ3;
beforeAll(async () => {
  z3 = await openZ3();
});
afterAll(() => z3.close());

it('compares two versions of small policies as a list of all calls does', { timeout: runs(240_000) }, async () => {
  const rng = seededRandom(Number(process.env['TEST_SEED'] ?? 20_261_122));
  const comparison = new Comparison(z3);
  while (comparison.policies < runs(15)) {
    const world = twoVersions(rng);
    if (world.now.size() > MOST_CALLS) continue;
    await comparison.hunt({
      world,
      policy: prepared(world.text, world.made.catalogue),
      options: { accepted: prepared(world.accepted.text, world.made.catalogue) },
      readings: VERSION_READINGS,
      replayed: (finding) =>
        (finding.witness?.steps ?? []).every((step) =>
          [world.now, world.accepted].some((version) => replays([step], version)),
        ),
      told: `${world.text}\n--- accepted\n${world.accepted.text}`,
    });
  }
  comparison.show();
  expect(comparison.wrong).toEqual([]);
  expect(comparison.neverSeen()).toEqual([]);
});
