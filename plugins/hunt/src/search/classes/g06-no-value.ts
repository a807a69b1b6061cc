import { type CoreRule, placeText } from '@ostiary/policy';
import type { Draft } from '@ostiary/policy/symbolic';
import { type Answered, CLEAR, EXACT } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import type { Words } from '@ostiary/guard';
import type { Hunt } from '../ask/hunt.js';
import { slotsOf } from '../ask/tests.js';
import { named, quoted, words } from '../ask/text.js';
import { type Calculation, calculations, isThere, comesToNothing, isOpened, besides } from '../ask/calculations.js';

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
  const { core } = hunt.policy;
  const questions = hunt.ownQuestions(tool);
  const answer = questions.answer(core);
  const rules = asked.map(({ rule }) => rule);
  const without = answer.without(...rules);
  const alone = without.differsFrom(answer);
  const opens = answer.milderThan(without);
  const goals = asked.map(({ rule, test }) => {
    const { undefined: unknown } = questions.truth(core, test);
    return questions.factory.and(
      unknown,
      alone,
      rule.effect === 'confirm' ? answer.confirm : answer.refuse,
      ...slotsOf(core, test).map(({ index }) => isThere(hunt, questions, index)),
      ...besides(hunt, rule, tool).map((each) => questions.factory.not(questions.truth(core, each).undefined)),
    );
  });
  for (const [at, calculation] of asked.entries()) {
    const goal = goals[at] ?? questions.factory.false;
    const shows = ([draft]: readonly Draft[]): boolean =>
      !!draft && comesToNothing(hunt, tool, calculation, rules, draft);
    const found = await questions.find(goal, shows);
    if (found.kind === 'undecided') yield { ...found, rules: [calculation.rule], tool };
    const [draft] = found.kind === 'found' ? found.drafts : [];
    if (found.kind === 'never') yield CLEAR;
    if (!draft) continue;
    // What is let through weighs more than what is stopped, whichever was found.
    const opening = await questions.find(
      questions.factory.and(goal, opens),
      (drafts) => shows(drafts) && !!drafts[0] && isOpened(hunt, rules, drafts[0]),
    );
    const [opened] = opening.kind === 'found' ? opening.drafts : [];
    yield told(hunt, tool, calculation, rules, opened ?? draft);
  }
}

function told(
  hunt: Hunt,
  tool: string,
  { rule, test }: Calculation,
  rules: readonly CoreRule[],
  draft: Draft,
): Answered {
  const source = quoted(hunt.policy, [{ test }]);
  const [slot] = slotsOf(hunt.policy.core, test);
  const [en, pt] = [named([rule], 'en'), named([rule], 'pt')];
  const step = hunt.step(draft);
  const opens = isOpened(hunt, rules, draft);
  return {
    kind: 'found',
    bug: {
      ...(opens && { subkind: 'opens' }),
      severity: opens ? 'medium' : 'low',
      rules: [rule],
      tool,
      ...(slot && { attribute: placeText(slot) }),
      title: words(`${source.en} may come to nothing`, `${source.pt} pode não ter valor`),
      detail: opens
        ? letThrough(source, en, pt)
        : words(
            `Everything that ${source.en} reads is there, and still it has no value: amounts of two currencies do not add up, for one. ${en} then applies, which is the safe side. Convert the amounts, or fix their currency in the catalogue.`,
            `Tudo o que ${source.pt} lê existe, e mesmo assim não tem valor: valores de duas moedas, por exemplo, não se somam. ${pt} aplica-se então, o que é o lado seguro. Converta os valores, ou fixe a moeda no catálogo.`,
          ),
      witness: { kind: 'call', steps: [step] },
      bound: EXACT,
    },
  };
}

const letThrough = (source: Words, en: string, pt: string) =>
  words(
    `Everything that ${source.en} reads is there, and still it has no value: amounts of two currencies do not add up, for one. ${en} then applies, whatever its limits, and the call is let through once it is confirmed; without it the call would be refused. Convert the amounts, or fix their currency in the catalogue.`,
    `Tudo o que ${source.pt} lê existe, e mesmo assim não tem valor: valores de duas moedas, por exemplo, não se somam. ${pt} aplica-se então, sejam quais forem os seus limites, e a chamada passa depois de confirmada; sem ela seria recusada. Converta os valores, ou fixe a moeda no catálogo.`,
  );
