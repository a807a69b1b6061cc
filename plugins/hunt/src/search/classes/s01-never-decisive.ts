import { type CoreRule } from '@ostiary/policy';
import { type Answered, CLEAR, EXACT } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { withoutRules } from '../ask/written/rule-edits.js';
import { named, words } from '../ask/hunt/text.js';
import type { Severity } from '../model/finding.js';
import { matters, instead } from '../ask/rules/dispensable.js';

/** A rule that fires, and without which every answer would be the same: unsat V and D != D without the rule. */
export const neverDecisive: BugClass = {
  id: 'S01',
  each: 'rules',
  async *ask(hunt, { rules }) {
    for (const rule of rules) {
      // What is never true is a finding of its own.
      if ((await hunt.canBeTrue(rule)).kind === 'never') continue;
      const by = await hunt.coveredBy(rule);
      yield by.length > 0 ? covered(hunt, rule, by) : await redundant(hunt, rule);
    }
  },
};

function covered(hunt: Hunt, rule: CoreRule, by: readonly CoreRule[]): Answered {
  const severity: Severity = rule.effect === 'allow' ? 'medium' : 'low';
  const [en, pt] = [named([rule], 'en'), named([rule], 'pt')];
  const [others, outros] = [named(by, 'en'), named(by, 'pt')];
  const one = by.length === 1;
  return {
    kind: 'found',
    bug: {
      subkind: 'covered',
      severity,
      rules: [rule],
      core: by,
      title: words(
        `${en} never decides: ${others} always ${one ? 'does' : 'do'}`,
        `${pt} nunca decide: ${outros} sempre ${one ? 'decide' : 'decidem'} antes`,
      ),
      detail: words(
        `Whenever ${en} applies, ${others} ${one ? 'applies' : 'apply'} as well, and the strictest answer wins. If ${en} should count, make ${others} begin where ${en} ends; otherwise remove ${en}.`,
        `Sempre que ${pt} se aplica, ${outros} também se ${one ? 'aplica' : 'aplicam'}, e ganha a resposta mais severa. Se ${pt} deve contar, faça com que ${outros} ${one ? 'comece' : 'comecem'} onde ${pt} termina; senão, remova ${pt}.`,
      ),
      bound: EXACT,
      repairs: [
        { title: words('Remove the rule', 'Remover a regra'), text: withoutRules(hunt, [rule]) },
        ...(by.every(({ effect }) => effect === hunt.policy.core.default)
          ? [
              {
                title: words(
                  `Remove ${named([rule, ...by], 'en')}: the default says the same`,
                  `Remover ${named([rule, ...by], 'pt')}: o valor por omissão diz o mesmo`,
                ),
                text: withoutRules(hunt, [rule, ...by]),
              },
            ]
          : []),
      ],
    },
  };
}

async function redundant(hunt: Hunt, rule: CoreRule): Promise<Answered> {
  const found = await matters(hunt, rule);
  if (found.kind === 'found') return CLEAR;
  if (found.kind === 'undecided') return { ...found, rules: [rule] };
  const { policy } = hunt;
  const all = await instead(hunt, rule);
  const by = all.filter(({ effect }) => effect === rule.effect);
  if (by.length === 0 && policy.core.default !== rule.effect) return covered(hunt, rule, all);
  const [en, pt] = [named([rule], 'en'), named([rule], 'pt')];
  const [others, outros] = [named(by, 'en'), named(by, 'pt')];
  const isDefault = by.length === 0;
  const answer = policy.core.default;
  return {
    kind: 'found',
    bug: {
      subkind: isDefault ? 'equal_to_default' : 'redundant',
      severity: 'low',
      rules: [rule],
      ...(!isDefault && { core: all }),
      title: isDefault
        ? words(`${en} says the same as the default`, `${pt} diz o mesmo que o valor por omissão`)
        : words(`${en} adds nothing to ${others}`, `${pt} não acrescenta nada a ${outros}`),
      detail: isDefault
        ? words(
            `Without ${en} every call would get the same answer: \`default ${answer}\` already decides what it decides. Remove the rule, or keep it as a note for readers.`,
            `Sem ${pt} todas as chamadas teriam a mesma resposta: \`default ${answer}\` já decide o que ela decide. Remova a regra, ou mantenha-a como nota para quem lê.`,
          )
        : words(
            `Without ${en} every call would get the same answer: wherever it decides, ${others} would decide the same. Remove it, or write the condition that was meant.`,
            `Sem ${pt} todas as chamadas teriam a mesma resposta: onde ela decide, ${outros} decidiria o mesmo. Remova-a, ou escreva a condição pretendida.`,
          ),
      bound: EXACT,
      repairs: [{ title: words('Remove the rule', 'Remover a regra'), text: withoutRules(hunt, [rule]) }],
    },
  };
}
