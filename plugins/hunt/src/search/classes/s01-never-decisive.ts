import { type CoreRule, placesRead, strictness } from '@ostiary/policy';
import { conditionsOfHistory, type Draft, type Exists } from '@ostiary/policy/symbolic';
import type { AboutTool } from '../ask/about-tool.js';
import { type Answered, CLEAR, EXACT } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import type { Hunt } from '../ask/hunt.js';
import { preparedAs } from '../ask/mend.js';
import { withoutRules } from '../ask/rule-edits.js';
import { sessionsOf, toolsAround } from '../ask/sessions.js';
import { named, words } from '../ask/text.js';
import type { Severity } from '../model/finding.js';

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

/** Whether some call would be answered otherwise without the rule. */
async function matters(hunt: Hunt, rule: CoreRule): Promise<Exists> {
  let open: Exists | null = null;
  for (const tool of hunt.toolsOf(rule)) {
    const asked = [await differs(hunt, rule, hunt.about(tool))];
    // What stands around a call is not checked by anything, and a rule may be there for when it is not as the catalogue says.
    if (asked[0]?.kind === 'never' && readsAround(hunt, rule)) {
      asked.push(await differs(hunt, rule, hunt.aboutUnfit(tool)));
    }
    const found = asked.find(({ kind }) => kind !== 'never');
    if (found?.kind === 'found') return found;
    open ??= found ?? null;
  }
  if (open && (await mattersInSession(hunt, rule))) return { kind: 'found' };
  return open ?? { kind: 'never' };
}

/** The longest session that is tried where histories of any kind left it open. */
const FEW = 4;

/** Whether some call of a short session would be answered otherwise without the rule: of two limits that is seen there sooner. */
async function mattersInSession(hunt: Hunt, rule: CoreRule): Promise<boolean> {
  const other = preparedAs(hunt.policy, withoutRules(hunt, [rule]));
  if (!other) return false;
  for (const tool of hunt.toolsOf(rule)) {
    if (conditionsOfHistory(hunt.policy.core, tool).length === 0) continue;
    const found = await sessionsOf(hunt, { tools: toolsAround(hunt, tool), most: FEW }, [other]).find(
      (session) => {
        const [step, ours, theirs] = [
          session.steps.at(-1),
          session.answers(hunt.policy.core).at(-1),
          session.answers(other.core).at(-1),
        ];
        const { factory } = session;
        if (!step || !ours || !theirs) return factory.false;
        const same = factory.and(...EFFECTS.map((effect) => factory.iff(ours[effect], theirs[effect])));
        return factory.and(step.isOf([tool]), factory.not(same));
      },
      (steps) => {
        const last = steps.at(-1);
        const theirs = last && hunt.decide(last.draft, other)?.answer;
        return theirs !== undefined && theirs !== last?.answer;
      },
    );
    if (found.kind === 'found') return true;
  }
  return false;
}

const EFFECTS = ['allow', 'confirm', 'refuse'] as const;

function differs(hunt: Hunt, rule: CoreRule, about: AboutTool): Promise<Exists> {
  const isReal = (draft: Draft): boolean => {
    const decided = hunt.decide(draft);
    return decided !== null && decided.answer !== hunt.answerWithout([rule], draft);
  };
  return about.questions.exists(about.answer.differsWithout(about.ofRule(rule)), isReal);
}

function readsAround({ policy }: Hunt, rule: CoreRule): boolean {
  const guards = rule.variants.map(({ guard }) => guard);
  return (
    rule.effect !== 'allow' &&
    placesRead(policy.core, guards).some(({ root }) => root === 'principal' || root === 'session')
  );
}

/** Rules that decide where the rule would, none of which can be left out; the default aside. */
async function instead(hunt: Hunt, rule: CoreRule): Promise<readonly CoreRule[]> {
  const by = new Set<CoreRule>();
  for (const tool of hunt.toolsOf(rule)) {
    const about = hunt.about(tool);
    const { factory } = about.questions;
    const others = about.answer.rules.filter((each) => each.rule !== rule);
    const milder = others.filter((each) => strictness[each.rule.effect] < strictness[rule.effect]);
    const silent = new Map(
      others.filter((each) => !milder.includes(each)).map((each) => [factory.not(each.fires), each.rule]),
    );
    const counts = hunt.policy.core.default === rule.effect ? [factory.or(...milder.map(({ fires }) => fires))] : [];
    const core = await about.questions.conflict([about.ofRule(rule).fires, ...counts, ...silent.keys()]);
    if (core === null || core === 'possible') continue;
    for (const term of core) {
      const found = silent.get(term);
      if (found) by.add(found);
    }
  }
  return hunt.policy.core.rules.filter((each) => by.has(each));
}
