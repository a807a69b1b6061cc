import { type CoreExpr, type CoreRule, placeText, type Slot } from '@ostiary/policy';
import type { Hunt } from './hunt.js';
import type { Edit } from './mend.js';
import { conjunctsOf, slotsOf } from './tests.js';
import { WrittenRule } from './written-rule.js';
import { contraryOf } from './written-test.js';

/** The test of a rule that reads a place (`args.amount`) and must hold; null where it is not one that can be written again. */
export function testOfPlace(hunt: Hunt, rule: CoreRule, tool: string, place: string): CoreExpr | null {
  const guard = hunt.guardOf(rule, tool);
  const isRead = (test: CoreExpr): boolean => slotsOf(hunt.policy.core, test).some((slot) => placeText(slot) === place);
  const test = (guard ? conjunctsOf(guard) : []).find(isRead);
  return test && test.op !== 'not' && /^[a-z]+(?:\.[A-Za-z_]\w*)+$/u.test(place) ? test : null;
}

/** A rule once more beneath itself, for calls of which a place is missing that it reads. */
export function whereMissing(hunt: Hunt, rule: CoreRule, tool: string, place: string): Edit | null {
  const [written, test] = [WrittenRule.of(hunt, rule), testOfPlace(hunt, rule, tool, place)];
  const absent = test && written?.replaced(test, () => absenceOf(hunt, place));
  return written && absent ? written.copy(nameOf(rule, place), [absent]) : null;
}

/**
 * A rule once more beneath itself and refusing, for calls of a tool on which it would have no truth because of a place. What stands around
 * a call may be unreadable, too, although it must be there: then the contrary of the test has no truth either, and refuses.
 */
export function refusedWithout(hunt: Hunt, rule: CoreRule, tool: string, { root, path }: Slot): Edit | null {
  const place = placeText({ root, path });
  const [written, test] = [WrittenRule.of(hunt, rule), testOfPlace(hunt, rule, tool, place)];
  const other =
    test &&
    written?.replaced(test, (source) =>
      root === 'args' ? absenceOf(hunt, place) : contraryOf(hunt.policy.core.dialect, source),
    );
  if (!written || !other) return null;
  const only = hunt.toolsOf(rule).length > 1 ? [written.about([tool])] : [];
  return written.copy(nameOf(rule, place), [other, written.effect('refuse'), ...only]);
}

const absenceOf = ({ policy: { core } }: Hunt, place: string): string =>
  core.dialect === 1 ? `not has ${place}` : `!(has ${place})`;

const nameOf = ({ id }: CoreRule, place: string): string => `${id}-without-${place.split('.').at(-1) ?? ''}`;
