import { type CoreExpr, type CoreRule, placeText, type Slot } from '@ostiary/policy';
import type { Repair } from '../../model/finding.js';
import { repairOf } from './edits.js';
import type { Hunt } from '../hunt/hunt.js';
import type { Edit } from './mend.js';
import { conjunctsOf, slotsOf } from '../guards/tests.js';
import { words } from '../hunt/text.js';
import { WrittenRule } from './written-rule.js';
import { contraryOf } from './written-test.js';

/** The test of a rule that reads a place (`args.amount`) and must hold; null where it is not one that can be written again. */
function testOfPlace(hunt: Hunt, rule: CoreRule, tool: string, place: string): CoreExpr | null {
  const guard = hunt.guardOf(rule, tool);
  const isRead = (test: CoreExpr): boolean => slotsOf(hunt.policy.core, test).some((slot) => placeText(slot) === place);
  const test = (guard ? conjunctsOf(guard) : []).find(isRead);
  return test && test.op !== 'not' && /^[a-z]+(?:\.[A-Za-z_]\w*)+$/u.test(place) ? test : null;
}

/** A rule once more beneath itself, for calls of which a place is missing that it reads. */
function whereMissing(hunt: Hunt, rule: CoreRule, tool: string, place: string): Edit | null {
  const [written, test] = [WrittenRule.of(hunt, rule), testOfPlace(hunt, rule, tool, place)];
  const absent = test && written?.replaced(test, () => absenceOf(hunt, place));
  return written && absent ? written.copy(nameOf(rule, place), [absent]) : null;
}

/** The rule where the place is given, and once more where it is not: the same answers, and no test without a truth. */
export function sayingWithout(hunt: Hunt, rule: CoreRule, tool: string, missing: string): readonly Repair[] {
  const written = WrittenRule.of(hunt, rule);
  const test = testOfPlace(hunt, rule, tool, missing);
  // The clock is no attribute, and `has` asks of attributes.
  if (!written || !test || missing.startsWith('now')) return [];
  const { dialect } = hunt.policy.core;
  const guarded = written.replaced(test, (source) =>
    dialect === 1
      ? `has ${missing} and ${source}`
      : `has ${missing} && ${source.includes('||') ? `(${source})` : source}`,
  );
  return repairOf(
    hunt,
    words(`State that the rule applies without \`${missing}\``, `Declarar que a regra se aplica sem \`${missing}\``),
    [guarded, whereMissing(hunt, rule, tool, missing)],
  );
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
