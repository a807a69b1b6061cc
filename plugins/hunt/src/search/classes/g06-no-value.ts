import { placeText } from '@ostiary/policy';
import { type Answered, EXACT } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import type { Words } from '@ostiary/guard';
import { type CallsAsked, findFirst } from '../ask/calls/find-calls.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { slotsOf } from '../ask/guards/tests.js';
import { named, quoted, words } from '../ask/hunt/text.js';
import { type Calculation, calculations, comesToNothing, isOpened, withoutValue } from '../ask/numbers/calculations.js';
import type { Step } from '../model/finding.js';

/**
 * A calculation that comes to nothing although all that it reads is there: two currencies, say. Numbers are exact here, so this is all
 * that is left of overflow and lost digits: sat V and U(test) and has(everything it reads), where rules that calculate decide alone. A
 * confirmation that applies then is on the safe side only where something milder would have been answered.
 */
export const noValue: BugClass = {
  id: 'G06',
  each: 'tool',
  async *ask(hunt, { tools }) {
    for (const tool of tools) {
      const asked = hunt
        .rulesOf(tool)
        .flatMap((rule) =>
          rule.effect === 'allow' ? [] : calculations(hunt, rule, tool).map((test) => ({ rule, test })),
        );
      if (asked.length > 0) yield* askOf(hunt, tool, asked);
    }
  },
};

async function* askOf(hunt: Hunt, tool: string, asked: readonly Calculation[]): AsyncGenerator<Answered> {
  const questions = hunt.ownQuestions(tool);
  const { factory } = questions;
  const answer = questions.answer(hunt.policy.core);
  const rules = asked.map(({ rule }) => rule);
  const without = answer.without(...rules);
  const [alone, opens] = [without.differsFrom(answer), answer.milderThan(without)];
  // All is said before anything is searched, so that one world serves it.
  const goals = asked.map((calculation) => withoutValue(hunt, questions, calculation, [alone, answer]));
  for (const [at, calculation] of asked.entries()) {
    const goal = goals[at] ?? factory.false;
    const shows: CallsAsked['shows'] = (_, [draft]) => comesToNothing(hunt, tool, calculation, rules, draft);
    // What is let through weighs more than what is stopped.
    const found = await findFirst(hunt, { questions, goal, shows, at: { rules: [calculation.rule] } }, [
      {
        goal: factory.and(goal, opens),
        shows: (decisions, drafts) => shows(decisions, drafts) && isOpened(hunt, rules, drafts[0]),
      },
    ]);
    if (found.kind === 'answered') yield found.answered;
    else yield told(hunt, calculation, hunt.step(found.drafts[0]), isOpened(hunt, rules, found.drafts[0]));
  }
}

/** @param opens whether it is answered milder than without the rules that calculate */
function told(hunt: Hunt, { rule, test }: Calculation, step: Step, opens: boolean): Answered {
  const source = quoted(hunt.policy, [{ test }]);
  const [slot] = slotsOf(hunt.policy.core, test);
  const [en, pt] = [named([rule], 'en'), named([rule], 'pt')];
  return {
    kind: 'found',
    bug: {
      ...(opens && { subkind: 'opens' }),
      severity: opens ? 'medium' : 'low',
      rules: [rule],
      tool: step.call.tool,
      ...(slot && { attribute: placeText(slot) }),
      title: words(`${source.en} may have no value`, `${source.pt} pode não ter valor`),
      detail: opens
        ? letThrough(source, en, pt)
        : words(
            `Everything that ${source.en} reads is given, and still it has no value: amounts in two currencies, for example, cannot be added. ${en} then applies, which is the safe side. Convert the amounts, or fix their currency in the catalogue.`,
            `Tudo o que ${source.pt} lê foi dado, e mesmo assim não há valor: quantias em duas moedas, por exemplo, não se somam. ${pt} aplica-se então, o que é o lado seguro. Converta as quantias, ou fixe a moeda no catálogo.`,
          ),
      witness: { kind: 'call', steps: [step] },
      bound: EXACT,
    },
  };
}

const letThrough = (source: Words, en: string, pt: string) =>
  words(
    `Everything that ${source.en} reads is given, and still it has no value: amounts in two currencies, for example, cannot be added. ${en} then applies, whatever its limits, and the call goes through once it is confirmed. Without the rule the call would be refused. Convert the amounts, or fix their currency in the catalogue.`,
    `Tudo o que ${source.pt} lê foi dado, e mesmo assim não há valor: quantias em duas moedas, por exemplo, não se somam. ${pt} aplica-se então, sejam quais forem os seus limites, e a chamada passa depois de confirmada. Sem a regra, a chamada seria recusada. Converta as quantias, ou fixe a moeda no catálogo.`,
  );
