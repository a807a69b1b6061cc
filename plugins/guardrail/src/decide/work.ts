import type { Call, Context } from '@ostiary/policy';
import type { LoadedPolicy } from '../policy/load.js';

/**
 * Steps that one decision may take, as `workOf` counts them: under a second for each time the call is decided. Decisions
 * share a thread with every other request, and nothing can interrupt one.
 */
const MOST_WORK = 100_000_000;

/** Steps that the search for changes of the answer may take, all its decisions together. */
const MOST_WORK_OF_REPLAYS = 500_000_000;

export const isTooMuchWork = (policy: LoadedPolicy, call: Call, context: Context): boolean =>
  policy.work(call, context) > MOST_WORK;

/** How often a call may be decided anew to explain the answer. */
export const replaysFor = (policy: LoadedPolicy, call: Call, context: Context): number =>
  Math.floor(MOST_WORK_OF_REPLAYS / Math.max(1, policy.work(call, context)));

/** Why a call is not decided. */
export const TOO_MUCH_WORK = {
  en: 'The texts and lists of the call are too large for the patterns and quantifiers of the policy: deciding it would hold up everybody else.',
  pt: 'Os textos e as listas da chamada são grandes demais para os padrões e quantificadores da política: decidi-la faria esperar todos os outros.',
} as const;
