import type { CoreRule } from '@ostiary/policy';
import type { BoolTerm, CallQuestions } from '@ostiary/policy/symbolic';
import type { Hunt } from '../hunt/hunt.js';
import { conjunctsOf, slotsOf } from '../guards/tests.js';
import { type Member, type Value } from './unused-repairs.js';

/** Of a longer list each value would be a question. */
const MOST_VALUES = 32;

/** The values of lists that another test of the same rule, about the same attribute, may leave out. */
export const valuesAsked = (hunt: Hunt, tool: string): readonly Value[] =>
  hunt
    .rulesOf(tool)
    .flatMap((rule) => membersOf(hunt, rule, tool).flatMap((test) => test.values.map((_, at) => ({ rule, test, at }))));

/** That an attribute has a value, and all other tests of the rule hold. */
export function testsWith(hunt: Hunt, questions: CallQuestions, { rule, test, at }: Value): readonly BoolTerm[] {
  const guard = hunt.guardOf(rule, questions.tool);
  const others = guard ? conjunctsOf(guard).filter((other) => other !== test) : [];
  const asked = [{ ...test, values: test.values.slice(at, at + 1) }, ...others];
  return asked.map((each) => questions.truth(hunt.policy.core, each).holds);
}

/** The lists in a rule about an attribute that another test of the rule asks about, too. */
function membersOf(hunt: Hunt, rule: CoreRule, tool: string): readonly Member[] {
  const { core } = hunt.policy;
  const guard = hunt.guardOf(rule, tool);
  const tests = guard ? conjunctsOf(guard) : [];
  return tests.filter((test): test is Member => {
    if (test.op !== 'member' || test.values.length > MOST_VALUES) return false;
    const [slot] = slotsOf(core, test);
    return !!slot && tests.some((other) => other !== test && slotsOf(core, other).includes(slot));
  });
}
