import { type Rng, seededRandom } from '@ostiary/policy/testing';
import { importPolicy } from '../../plugins/hunt/src/import/index.js';
import { type OpenedZ3, openZ3 } from '@ostiary/smt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepared } from '../../plugins/hunt/src/search/testing/hunted.js';
import { runs } from '../testing/runs.js';
import {
  beside,
  counted,
  declarations,
  drifted,
  FIELD_READINGS,
  type Fields,
  listed,
  ordered,
  spelt,
} from './calls/fields.js';
import { Comparison, type Reading } from './lib/compare.js';
import { replays } from './lib/replays.js';

const SEED = Number(process.env['TEST_SEED'] ?? 20_261_123);

let z3: OpenedZ3;
beforeAll(async () => {
  z3 = await openZ3();
});
afterAll(() => z3.close());

type Versioned = Fields & { readonly accepted?: string };

async function compared<W extends Versioned>(made: (rng: Rng) => W, reading: Reading<W>): Promise<readonly string[]> {
  const rng = seededRandom(SEED);
  const comparison = new Comparison(z3);
  while (comparison.policies < runs(8)) {
    const world = made(rng);
    const { text, accepted } = world;
    await comparison.hunt({
      world,
      policy: prepared(text),
      options: accepted === undefined ? {} : { accepted: prepared(accepted) },
      readings: [reading],
      replayed: ({ witness }) =>
        (witness?.steps ?? []).every((step) =>
          [text, accepted ?? text].some((version) => replays([step], { ...world, text: version })),
        ),
      told: accepted === undefined ? text : `${text}\n--- accepted\n${accepted}`,
    });
  }
  comparison.show();
  return comparison.wrong;
}

const { B08, B10, B11, G05, S10, S11, P05 } = FIELD_READINGS;

it.each([
  ['B08', () => compared(counted, B08)],
  ['B10', () => compared(listed, B10)],
  ['B11', () => compared(beside, B11)],
  ['G05', () => compared(spelt, G05)],
  ['S11', () => compared(declarations, S11)],
  ['P05', () => compared(drifted, P05)],
] as const)('finds of %s what its page says', { timeout: runs(240_000) }, async (_, wrong) => {
  expect(await wrong()).toEqual([]);
});

it('finds of S10 what its page says', { timeout: runs(240_000) }, async () => {
  const rng = seededRandom(SEED);
  const comparison = new Comparison(z3);
  while (comparison.policies < runs(8)) {
    const world = ordered(rng);
    const result = await importPolicy('agt', { text: world.foreign, declares: true });
    if (!result.ok) throw new Error(JSON.stringify(result.faults));
    const { text, readings } = result.imported;
    const { strictest = text, closed = text } = readings;
    await comparison.hunt({
      world,
      policy: prepared(text),
      options: { readings: { closed: prepared(closed), strictest: prepared(strictest) } },
      readings: [S10],
      replayed: ({ witness }) =>
        (witness?.steps ?? []).every((step) =>
          [text, strictest].some((version) => replays([step], { text: version, made: { catalogue: undefined } })),
        ),
      told: world.foreign,
    });
  }
  comparison.show();
  expect(comparison.wrong).toEqual([]);
});
