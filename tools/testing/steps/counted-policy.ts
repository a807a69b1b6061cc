import { fileURLToPath } from 'node:url';
import { runInThisContext } from 'node:vm';
import { rolldown } from 'rolldown';
import type * as Policy from '@ostiary/policy';
import { countingSteps, TICK } from './count-steps.js';

/** The policy language with its evaluators counting what they do. */
export interface CountedPolicy {
  readonly policy: typeof Policy;
  /** How many steps `act` took in the evaluators and in the reading of values. */
  readonly steps: (act: () => unknown) => number;
}

const ENTRY = fileURLToPath(new URL('../../../core/policy/dist/index.js', import.meta.url));
/** Where decisions are made; reading and checking a policy is bounded by its text. */
const COUNTED = /[/\\]policy[/\\]dist[/\\](evaluate|values)[/\\]/;

/** The built package as one script, with a counter put into it. Nothing of it is in what runs for a user. */
export async function countedPolicy(): Promise<CountedPolicy> {
  const bundle = await rolldown({
    input: ENTRY,
    platform: 'neutral',
    external: [],
    plugins: [
      { name: 'count', transform: (code, id) => (COUNTED.test(id) ? { code: countingSteps(code), map: null } : null) },
    ],
  });
  const { output } = await bundle.generate({ format: 'iife', name: 'policy' });
  await bundle.close();
  let count = 0;
  const open = runInThisContext(`(function (${TICK}) { ${output[0].code}; return policy; })`) as (
    tick: () => void,
  ) => typeof Policy;
  const policy = open(() => {
    count += 1;
  });
  return {
    policy,
    steps: (act) => {
      count = 0;
      act();
      return count;
    },
  };
}
