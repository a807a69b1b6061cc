import type { CoreRule } from '@ostiary/policy';
import { type Answered, CLEAR, EXACT, notFound } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { isSamePlace, restOf } from '../ask/calls/calls-where.js';
import { exchanged } from '../ask/numbers/range-repairs.js';
import { eitherValue, withoutRules } from '../ask/written/rule-edits.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { named, quoted, words } from '../ask/hunt/text.js';
import type { TestTerms } from '../ask/hunt/about-tool.js';
import type { Repair } from '../model/finding.js';

/** A guard that is true of no call: unsat V and T(rule), for every tool the rule is about. */
export const neverSatisfied: BugClass = {
  id: 'G01',
  each: 'rules',
  async *ask(hunt, { rules }) {
    for (const rule of rules) yield await askOf(hunt, rule);
  },
};

async function askOf(hunt: Hunt, rule: CoreRule): Promise<Answered> {
  const [tool] = hunt.toolsOf(rule);
  const found = await hunt.canBeTrue(rule);
  if (tool === undefined || found.kind === 'found') return CLEAR;
  if (found.kind === 'undecided') return notFound(found, { rules: [rule] });
  const tests = await contradicting(hunt, rule, tool);
  return told(hunt, rule, tests, rule.effect !== 'allow' && (await firesUnread(hunt, rule)));
}

/** @param tests those that cannot hold together @param still whether the rule applies where something that it reads is missing */
function told(hunt: Hunt, rule: CoreRule, tests: readonly TestTerms[], still: boolean): Answered {
  const sources = quoted(hunt.policy, tests);
  const [en, pt] = [named([rule], 'en'), named([rule], 'pt')];
  return {
    kind: 'found',
    bug: {
      severity: rule.effect === 'allow' ? 'medium' : 'high',
      rules: [rule],
      title: words(`The condition of ${en} is never true`, `A condição de ${pt} nunca é verdadeira`),
      detail: words(
        `${WHY.en(sources.en, tests.length)} No call makes the condition of ${en} true${still ? '; the rule applies only to calls that lack something it reads' : ', so the rule never applies'}. Correct the condition so that it names the calls that are meant.`,
        `${WHY.pt(sources.pt, tests.length)} Nenhuma chamada torna verdadeira a condição de ${pt}${still ? '; a regra só se aplica a chamadas em que falta algo que ela lê' : ', por isso a regra nunca se aplica'}. Corrija a condição para que indique as chamadas pretendidas.`,
      ),
      bound: EXACT,
      repairs: repairsOf(hunt, rule, tests),
      concerns: {
        tools: hunt.toolsOf(rule),
        where: restOf(hunt, rule, (test) => tests.some((each) => isSamePlace(each.test, test))),
        milder: true,
      },
    },
  };
}

const WHY = {
  en: (tests: string, count: number): string =>
    count === 0 ? '' : count === 1 ? `${tests} is never true.` : `${tests} cannot be true together.`,
  pt: (tests: string, count: number): string =>
    count === 0
      ? ''
      : count === 1
        ? `${tests} nunca é verdadeiro.`
        : `${tests} não podem ser verdadeiros ao mesmo tempo.`,
};

/** Tests none of which can be left out; none when that was not settled. */
async function contradicting(hunt: Hunt, rule: CoreRule, tool: string): Promise<readonly TestTerms[]> {
  const about = hunt.about(tool);
  const tests = about.testsOf(rule);
  const core = await about.questions.conflict(tests.map(({ holds }) => holds));
  if (core === null || core === 'possible') return [];
  const seen = new Set<unknown>();
  return tests.filter(({ holds }) => core.includes(holds) && !seen.has(holds) && seen.add(holds));
}

/** Whether a rule fires at all: where its condition is never true, where it cannot be read. */
async function firesUnread(hunt: Hunt, rule: CoreRule): Promise<boolean> {
  for (const tool of hunt.toolsOf(rule)) {
    const about = hunt.about(tool);
    const found = await about.questions.exists(
      about.ofRule(rule).fires,
      (draft) => hunt.decide(draft) !== null && hunt.fires(rule, draft),
    );
    if (found.kind === 'found') return true;
  }
  return false;
}

function repairsOf(hunt: Hunt, rule: CoreRule, tests: readonly TestTerms[]): readonly Repair[] {
  const either = eitherValue(hunt, rule, tests);
  const meant = { title: words('Accept either value', 'Aceitar um valor ou o outro') };
  // Without a rule that was to stop something, what it was to stop would be forgotten.
  const removed =
    rule.effect === 'allow'
      ? [{ title: words('Remove the rule', 'Remover a regra'), text: withoutRules(hunt, [rule]) }]
      : [];
  return [...(either === null ? [] : [{ ...meant, text: either }]), ...exchanged(hunt, rule, tests), ...removed];
}
