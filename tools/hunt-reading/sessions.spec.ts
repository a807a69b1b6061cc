import { seededRandom } from '@ostiary/policy/testing';
import { type OpenedZ3, openZ3 } from '@ostiary/smt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepared } from '../../plugins/hunt/src/search/testing/hunted.js';
import { runs } from '../testing/runs.js';
import { Comparison } from './lib/compare.js';
import { replays } from './lib/replays.js';
import { DECLARED_READINGS, declared } from './sessions/declared.js';
import { LIMIT_READINGS, limited } from './sessions/limits.js';
import { STEP_READINGS, stepped } from './sessions/steps.js';

const SEED = Number(process.env['TEST_SEED'] ?? 20_261_122);

let z3: OpenedZ3;
beforeAll(async () => {
  z3 = await openZ3();
});
afterAll(() => z3.close());

it('finds in limits what the pages say of them, by lists of short sessions', { timeout: runs(240_000) }, async () => {
  const rng = seededRandom(SEED);
  const comparison = new Comparison(z3);
  while (comparison.policies < runs(15)) {
    const world = limited(rng);
    await comparison.hunt({
      world,
      policy: prepared(world.text),
      options: { sessionBound: 4 },
      readings: LIMIT_READINGS,
      replayed: ({ witness }) => replays(witness?.steps ?? [], world),
      told: world.text,
    });
  }
  comparison.show();
  expect(comparison.wrong).toEqual([]);
  expect(comparison.neverSeen()).toEqual([]);
});

it('finds in steps what the pages say of them, by lists of short sessions', { timeout: runs(240_000) }, async () => {
  const rng = seededRandom(SEED);
  const comparison = new Comparison(z3);
  while (comparison.policies < runs(15)) {
    const world = stepped(rng);
    await comparison.hunt({
      world,
      policy: prepared(world.text),
      options: { sessionBound: 4 },
      readings: STEP_READINGS,
      replayed: ({ witness }) => replays(witness?.steps ?? [], world),
      told: world.text,
    });
  }
  comparison.show();
  expect(comparison.wrong).toEqual([]);
  expect(comparison.neverSeen()).toEqual([]);
});

it(
  'finds in properties over sessions what the pages say of them, by lists of short sessions',
  { timeout: runs(240_000) },
  async () => {
    const rng = seededRandom(SEED);
    const comparison = new Comparison(z3);
    while (comparison.policies < runs(2)) {
      const world = declared(rng);
      await comparison.hunt({
        world,
        policy: prepared(world.text),
        options: { sessionBound: 4 },
        readings: DECLARED_READINGS,
        replayed: ({ witness }) => replays(witness?.steps ?? [], world),
        told: world.text,
      });
    }
    comparison.show();
    expect(comparison.wrong).toEqual([]);
  },
);
