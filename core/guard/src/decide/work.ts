import type { Call, Context } from '@ostiary/policy';
import type { PreparedPolicy } from '../prepare/prepare.js';
import type { Words } from '../words.js';

/**
 * Steps that one decision may take, as `workOf` counts them: a second or two for each time the call is decided. A child
 * would go on until its profile stops it, and there would be no answer then either.
 */
const MOST_WORK = 500_000_000;

/** Steps that the search for changes of the answer may take, all its decisions together. */
const MOST_WORK_OF_REPLAYS = 2_500_000_000;

/** Whether deciding the call could take more steps than one decision may. */
export const isTooMuchWork = (policy: PreparedPolicy, call: Call, context: Context): boolean =>
  policy.work(call, context) > MOST_WORK;

/** How often a call may be decided anew to explain the answer. */
export const replaysFor = (policy: PreparedPolicy, call: Call, context: Context): number =>
  Math.floor(MOST_WORK_OF_REPLAYS / Math.max(1, policy.work(call, context)));

/** Why a call is not decided. */
export const TOO_MUCH_WORK: Words = {
  en: 'The texts and lists of the call are too large for the patterns and quantifiers of the policy: it could not be decided in reasonable time.',
  pt: 'Os textos e as listas da chamada são grandes demais para os padrões e quantificadores da política: não podia ser decidida em tempo razoável.',
};
