import { type CoreExpr, type CoreRule, strictness, within } from '@ostiary/policy';
import type { Repair } from '../../model/finding.js';
import { askingInstead } from '../written/asking-first.js';
import { type AttributeTest, attributeTests } from '../guards/attribute-tests.js';
import { edited } from '../written/edits.js';
import type { Hunt } from '../hunt/hunt.js';
import { withoutTest } from '../written/rule-edits.js';
import { named, words } from '../hunt/text.js';

/*
 * Changes of a policy in which a larger number gets the milder answer (S08).
 */

/** The tests of a rule that order an argument against constants. */
export function boundTests(hunt: Hunt, rule: CoreRule, tool: string): readonly AttributeTest[] {
  const guard = hunt.guardOf(rule, tool);
  const tests = guard ? attributeTests(hunt.policy.core, guard) : [];
  return tests.filter(({ cmp }) => cmp !== null && cmp !== '==' && cmp !== '!=');
}

/** Whether an expression reads an argument, or what is in it. */
export const readsArgument = ({ policy: { core } }: Hunt, expr: CoreExpr, name: string): boolean =>
  within(expr).some((each) => each.op === 'read' && core.slots[each.slot]?.path[0] === name);

/** The bounds of some rules on the number. */
const boundsIn = (hunt: Hunt, tool: string, rules: readonly CoreRule[], name: string) =>
  rules.flatMap((rule) =>
    boundTests(hunt, rule, tool).flatMap((test) => (test.name === name ? [{ rule, test: test.test }] : [])),
  );

/** What is allowed on both sides of a gap is allowed in it: a bound holds its value, or is left out. */
export function closing(hunt: Hunt, tool: string, rules: readonly CoreRule[], name: string): readonly Repair[] {
  // The stricter answer first.
  const strictest = hunt.rulesOf(tool).toSorted((a, b) => strictness[b.effect] - strictness[a.effect]);
  return boundsIn(hunt, tool, strictest, name).flatMap(({ rule, test }) => {
    const including = edited(hunt, test.span, (written) => written.replace(/([<>])(?!=)/u, '$1='));
    const [en, pt] = [named([rule], 'en'), named([rule], 'pt')];
    return [
      ...(including === hunt.policy.text
        ? []
        : [
            {
              title: words(`Make ${en} include its bound`, `Fazer com que ${pt} inclua o próprio limite`),
              text: including,
            },
          ]),
      ...(rules.includes(rule) ? unbounded(hunt, rule, test) : []),
    ];
  });
}

/** What is confirmed of a smaller number is confirmed of a larger one. */
export function tightening(hunt: Hunt, tool: string, rules: readonly CoreRule[], name: string): readonly Repair[] {
  const stricter = rules.filter(({ effect }) => effect !== 'allow');
  const allowing = rules.filter(({ effect }) => effect === 'allow');
  const title = words(
    `Make ${named(allowing, 'en')} ask for confirmation too`,
    `Fazer ${named(allowing, 'pt')} pedir também confirmação`,
  );
  return [
    ...boundsIn(hunt, tool, stricter, name).flatMap(({ rule, test }) => unbounded(hunt, rule, test)),
    ...askingInstead(hunt, tool, allowing, title),
  ];
}

/** What is allowed however large it is was perhaps meant to be so up to the bound. */
export function turning(hunt: Hunt, tool: string, rules: readonly CoreRule[], name: string): readonly Repair[] {
  return boundsIn(hunt, tool, rules, name).flatMap(({ rule, test }) => {
    const text = edited(hunt, test.span, (written) =>
      written.replace(/>(=?)/u, (_, equal: string) => (equal === '' ? '<=' : '<')),
    );
    const title = words(
      `Reverse the comparison in ${named([rule], 'en')}`,
      `Inverter a comparação em ${named([rule], 'pt')}`,
    );
    return text === hunt.policy.text ? [] : [{ title, text }];
  });
}

function unbounded(hunt: Hunt, rule: CoreRule, test: CoreExpr): readonly Repair[] {
  const text = withoutTest(hunt, rule, test);
  const title = words(`Remove a bound from ${named([rule], 'en')}`, `Remover um limite de ${named([rule], 'pt')}`);
  return text === null ? [] : [{ title, text }];
}
