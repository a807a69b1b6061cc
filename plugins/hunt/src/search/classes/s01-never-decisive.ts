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
        `${pt} nunca decide: ${outros} fá-lo${one ? '' : 'm'} sempre`,
      ),
      detail: words(
        `Whenever ${en} applies, ${others} ${one ? 'applies' : 'apply'} as well, and the strictest answer wins. If ${en} is meant to count, let ${others} begin where it ends; else take it out.`,
        `Sempre que ${pt} se aplica, também se ${one ? 'aplica' : 'aplicam'} ${outros}, e a resposta mais estrita vence. Se ${pt} deve contar, faça ${outros} começar onde ela acaba; senão, retire-a.`,
      ),
      bound: EXACT,
      repairs: [
        { title: words('Remove the rule', 'Retirar a regra'), text: withoutRules(hunt, [rule]) },
        ...(by.every(({ effect }) => effect === hunt.policy.core.default)
          ? [
              {
                title: words(
                  `Remove ${named([rule, ...by], 'en')}: the default says the same`,
                  `Retirar ${named([rule, ...by], 'pt')}: a omissão diz o mesmo`,
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
        ? words(`${en} says what the default says`, `${pt} diz o que a omissão diz`)
        : words(`${en} says nothing that ${others} would not`, `${pt} não diz nada que ${outros} não diria`),
      detail: isDefault
        ? words(
            `Without ${en} every call would be answered the same: what it decides, \`default ${answer}\` decides anyway. Take it out, or keep it as a note for readers.`,
            `Sem ${pt} todas as chamadas teriam a mesma resposta: o que decide, \`default ${answer}\` decide de qualquer modo. Retire-a, ou guarde-a como nota para quem lê.`,
          )
        : words(
            `Without ${en} every call would be answered the same: wherever it decides, ${others} would. Take it out, or write the condition that was meant.`,
            `Sem ${pt} todas as chamadas teriam a mesma resposta: onde decide, ${outros} decidiria. Retire-a, ou escreva a condição que se pretendia.`,
          ),
      bound: EXACT,
      repairs: [{ title: words('Remove the rule', 'Retirar a regra'), text: withoutRules(hunt, [rule]) }],
    },
  };
}
