import { seededRandom } from '@ostiary/policy/testing';
import { type OpenedZ3, openZ3 } from '@ostiary/smt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepared } from '../../plugins/hunt/src/search/testing/hunted.js';
import { runs } from '../testing/runs.js';
import { TEXT_READINGS, texts } from './calls/texts.js';
import { Comparison } from './lib/compare.js';
import { replays } from './lib/replays.js';

let z3: OpenedZ3;
beforeAll(async () => {
  z3 = await openZ3();
});
afterAll(() => z3.close());

it('finds in tests of texts what the pages say of them', { timeout: runs(240_000) }, async () => {
  const rng = seededRandom(Number(process.env['TEST_SEED'] ?? 20_261_123));
  const comparison = new Comparison(z3);
  while (comparison.policies < runs(25)) {
    const world = texts(rng);
    await comparison.hunt({
      world,
      policy: prepared(world.text),
      readings: TEXT_READINGS,
      replayed: ({ witness }) => replays(witness?.steps ?? [], world),
      told: world.text,
    });
  }
  comparison.show();
  expect(comparison.wrong).toEqual([]);
});
