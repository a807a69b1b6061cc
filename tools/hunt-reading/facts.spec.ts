import { type Rng, seededRandom } from '@ostiary/policy/testing';
import { type OpenedZ3, openZ3 } from '@ostiary/smt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepared } from '../../plugins/hunt/src/search/testing/hunted.js';
import { runs } from '../testing/runs.js';
import { Comparison, type Reading } from './lib/compare.js';
import { replays } from './lib/replays.js';
import {
  LOCKED_READINGS,
  RELIED_READINGS,
  TAINTED_READINGS,
  TRUSTING_READINGS,
  locked,
  relied,
  tainted,
  trusting,
} from './sessions/facts.js';

const SEED = Number(process.env['TEST_SEED'] ?? 20_261_123);

let z3: OpenedZ3;
beforeAll(async () => {
  z3 = await openZ3();
});
afterAll(() => z3.close());

interface Small {
  readonly text: string;
  readonly made: { readonly catalogue: undefined };
}

async function compared<W extends Small>(made: (rng: Rng) => W, readings: readonly Reading<W>[]): Promise<Comparison> {
  const rng = seededRandom(SEED);
  const comparison = new Comparison(z3);
  while (comparison.policies < runs(6)) {
    const world = made(rng);
    await comparison.hunt({
      world,
      policy: prepared(world.text),
      options: { sessionBound: 4 },
      readings,
      replayed: ({ witness }) => replays(witness?.steps ?? [], world),
      told: world.text,
    });
  }
  comparison.show();
  return comparison;
}

it.each([
  ['H10', () => compared(tainted, TAINTED_READINGS)],
  ['H11', () => compared(relied, RELIED_READINGS)],
  ['H14', () => compared(locked, LOCKED_READINGS)],
  ['H15', () => compared(trusting, TRUSTING_READINGS)],
] as const)('finds of %s what its page says', { timeout: runs(240_000) }, async (_, comparison) => {
  expect((await comparison()).wrong).toEqual([]);
});
