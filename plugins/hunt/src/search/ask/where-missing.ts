import { type CoreExpr, type CoreRule, type Effect, placeText } from '@ostiary/policy';
import type { Hunt } from './hunt.js';
import type { Edit } from './mend.js';
import { conjunctsOf, slotsOf } from './tests.js';
import { WrittenRule } from './written-rule.js';

/** The test of a rule that reads a place (`args.amount`) and must hold; null where it is not one that can be written again. */
export function testOfPlace(hunt: Hunt, rule: CoreRule, tool: string, place: string): CoreExpr | null {
  const guard = hunt.guardOf(rule, tool);
  const isRead = (test: CoreExpr): boolean => slotsOf(hunt.policy.core, test).some((slot) => placeText(slot) === place);
  const test = (guard ? conjunctsOf(guard) : []).find(isRead);
  return test && test.op !== 'not' && /^[a-z]+(?:\.[A-Za-z_]\w*)+$/u.test(place) ? test : null;
}

/** A rule once more beneath itself, for calls of which a place is missing that it reads. @param effect its own unless given */
export function whereMissing(hunt: Hunt, rule: CoreRule, tool: string, place: string, effect?: Effect): Edit | null {
  const [written, test] = [WrittenRule.of(hunt, rule), testOfPlace(hunt, rule, tool, place)];
  const absent =
    test && written?.replaced(test, () => (hunt.policy.core.dialect === 1 ? `not has ${place}` : `!(has ${place})`));
  if (!written || !absent) return null;
  const edits = effect
    ? [absent, written.effect(effect), ...(hunt.toolsOf(rule).length > 1 ? [written.about([tool])] : [])]
    : [absent];
  return written.copy(`${rule.id}-without-${place.split('.').at(-1) ?? ''}`, edits);
}
