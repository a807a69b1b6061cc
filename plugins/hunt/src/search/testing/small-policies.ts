import { type PreparedPolicy, preparePolicy } from '@ostiary/guard';
import {
  type ChosenCompletion,
  completions,
  mayRead,
  sizeOf,
  SMALL_NAMES,
  smallCatalogue,
  smallPolicy,
} from '@ostiary/policy/testing';

/*
 * Policies so small that all their calls can be listed: what is said of all calls is compared with all of them.
 */

const MOST_CALLS = 1_500;

export const catalogue = {
  ...smallCatalogue,
  tools: smallCatalogue.tools.filter(({ name }) => name === 't').map((tool) => ({ ...tool, classes: ['privileged'] })),
};

/** A policy of the small world with an id for each rule; null where its calls are too many. */
export function smallOne(
  rng: () => number,
): { readonly policy: PreparedPolicy; readonly names: readonly string[] } | null {
  let number = 0;
  const text = smallPolicy(rng, 0).replaceAll(
    /^(?=(?:allow|confirm|refuse) \()/gmu,
    () => `@id("r${String(++number)}") `,
  );
  const names = SMALL_NAMES.filter((name) => name !== 'confirmed' && (name === 'args.kind' || mayRead(text, name)));
  if (names.reduce((product, name) => product * sizeOf(name), 1) > MOST_CALLS) return null;
  const prepared = preparePolicy({ text }, { catalogue });
  return prepared.ok ? { policy: prepared.policy, names } : null;
}

/** All calls over some open attributes. */
export const callsOf = (names: readonly string[]): readonly ChosenCompletion[] =>
  completions({ call: { tool: 't', args: {} }, context: { now: Date.UTC(2026, 10, 21, 10), history: [] } }, names);
