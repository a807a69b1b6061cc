import { type CoreRule } from '@ostiary/policy';
import type { Hunt } from './hunt.js';
import { conjunctsOf, slotsOf } from './tests.js';
import { type Value, type Member } from './unused-repairs.js';

/** Of a longer list each value would be a question. */
const MOST_VALUES = 32;

/** The values of a list, one by one. */
export const each = (rule: CoreRule, test: Member): readonly Value[] =>
  test.values.map((_, at) => ({ rule, test, at }));

/** The lists in a rule about an attribute that another test of the rule asks about, too. */
export function membersOf(hunt: Hunt, rule: CoreRule, tool: string): readonly Member[] {
  const { core } = hunt.policy;
  const guard = hunt.guardOf(rule, tool);
  const tests = guard ? conjunctsOf(guard) : [];
  return tests.filter((test): test is Member => {
    if (test.op !== 'member' || test.values.length > MOST_VALUES) return false;
    const [slot] = slotsOf(core, test);
    return !!slot && tests.some((other) => other !== test && slotsOf(core, other).includes(slot));
  });
}
