import type { CoreRule, Slot } from '@ostiary/policy';
import type { Words } from '@ostiary/guard';
import type { Repair } from '../../model/finding.js';
import { repairOf, toolWord, withRule } from './edits.js';
import type { Hunt } from '../hunt/hunt.js';
import type { Edit } from './mend.js';
import { slotsOf } from '../guards/tests.js';
import { named, words } from '../hunt/text.js';
import { refusedWithout } from './where-missing.js';
import { WrittenRule } from './written-rule.js';

/** The policy with one more rule, by which a person is asked about every call of a tool. */
export const askingFirst = (hunt: Hunt, tool: string): Repair => ({
  title: words('Ask for confirmation', 'Pedir confirmação'),
  text: withRule(hunt, `ask-${tool}`, {
    1: `confirm ${toolWord(tool)};`,
    2: `confirm (tool == ${JSON.stringify(tool)});`,
  }),
});

/**
 * Rules that allow a tool ask a person instead. They then apply, too, where something that they read is missing: the second change
 * refuses that, as before.
 */
export function askingInstead(hunt: Hunt, tool: string, rules: readonly CoreRule[], title: Words): readonly Repair[] {
  const asking = rules.map((rule): Edit | null | undefined => {
    const written = WrittenRule.of(hunt, rule);
    // A rule that allows other tools as well goes on to.
    return hunt.toolsOf(rule).length === 1
      ? written?.effect('confirm')
      : written?.copy(`${rule.id}-ask-${tool}`, [written.effect('confirm'), written.about([tool])]);
  });
  const refusing = rules.flatMap((rule) =>
    mayMiss(hunt, rule, tool).map((slot) => refusedWithout(hunt, rule, tool, slot)),
  );
  return [
    ...repairOf(hunt, title, asking),
    ...(refusing.length === 0 ? [] : repairOf(hunt, title, [...asking, ...refusing])),
  ];
}

/** The places that a rule reads and that may be missing: nothing sees to it that what stands around a call is there. */
function mayMiss(hunt: Hunt, rule: CoreRule, tool: string): readonly Slot[] {
  const guard = hunt.guardOf(rule, tool);
  const slots = new Set(guard ? slotsOf(hunt.policy.core, guard) : []);
  return [...slots].filter(
    ({ root, required }) => root === 'principal' || root === 'session' || (root === 'args' && !required),
  );
}

/** A person is asked about the calls of a tool that no rule allows; or about those of which no rule speaks. */
export function askingElsewhere(hunt: Hunt, tool: string): readonly Repair[] {
  const rules = hunt.rulesOf(tool);
  const allowing = rules.filter(({ effect }) => effect === 'allow');
  return [
    ...askingUnless(hunt, tool, allowing),
    ...(rules.length > allowing.length ? askingUnless(hunt, tool, rules) : []),
  ];
}

/** A rule that asks a person about some calls of a tool asks about all of them, but for those that others allow. */
export function askingMore(hunt: Hunt, tool: string): readonly Repair[] {
  const rules = hunt.rulesOf(tool);
  const but = exceptionsOf(
    hunt,
    rules.filter(({ effect }) => effect === 'allow'),
  );
  const asking = rules.filter((rule) => rule.effect === 'confirm' && hunt.toolsOf(rule).length === 1);
  if (!but) return [];
  return asking.flatMap((rule) => {
    const edits = WrittenRule.of(hunt, rule)?.everywhereBut(but) ?? [];
    const title = words(
      `Make ${named([rule], 'en')} ask for confirmation of every call that no rule allows`,
      `Fazer com que ${named([rule], 'pt')} peça confirmação de cada chamada que nenhuma regra permite`,
    );
    return repairOf(hunt, title, edits);
  });
}

/** What says that none of some rules holds; null where that cannot be said. */
function exceptionsOf(hunt: Hunt, rules: readonly CoreRule[]): readonly string[] | null {
  const all = rules.map((rule) => WrittenRule.of(hunt, rule)?.exception ?? null);
  const said = all.filter((each) => each !== null);
  return said.length < all.length || (hunt.policy.core.dialect === 1 && said.length > 1) ? null : said;
}

function askingUnless(hunt: Hunt, tool: string, rules: readonly CoreRule[]): readonly Repair[] {
  if (rules.length === 0) return [askingFirst(hunt, tool)];
  const unless = exceptionsOf(hunt, rules)?.join('');
  if (unless === undefined) return [];
  const text = withRule(hunt, `ask-${tool}`, {
    1: `confirm ${toolWord(tool)}${unless};`,
    2: `confirm (tool == ${JSON.stringify(tool)})${unless};`,
  });
  const title = words(
    `Ask for confirmation where ${named(rules, 'en')} does not apply`,
    `Pedir confirmação onde ${named(rules, 'pt')} não se aplica`,
  );
  return [{ title, text }];
}
