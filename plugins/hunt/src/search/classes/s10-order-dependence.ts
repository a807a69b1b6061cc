import type { PreparedPolicy } from '@ostiary/guard';
import { type CoreRule, strictness } from '@ostiary/policy';
import type { AnswerTerms, CallQuestions, Draft } from '@ostiary/policy/symbolic';
import { type Answered, CLEAR } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import { decidingRules } from '../ask/deciding.js';
import type { Hunt } from '../ask/hunt.js';
import { named, words } from '../ask/text.js';

/** A policy and its reading in which the strictest wins, asked about one tool. */
interface Asked {
  readonly tool: string;
  readonly questions: CallQuestions;
  readonly ordered: AnswerTerms;
  readonly strictest: AnswerTerms;
}

/**
 * A rule of a first-match policy that a milder one takes a call from, because that stands before it: sat D(first) < D(strictest). Its rules
 * are that one, by which the bug is known again, and all that take calls of the tool from it.
 */
export const orderDependence: BugClass = {
  id: 'S10',
  async *ask(hunt) {
    const reading = hunt.options.readings?.strictest;
    if (!reading) return;
    const tools = hunt.tools.map((tool): Asked => {
      const questions = hunt.questions(tool, undefined, [reading]);
      return {
        tool,
        questions,
        ordered: questions.answer(hunt.policy.core),
        strictest: questions.answer(reading.core),
      };
    });
    for (const rule of hunt.policy.core.rules)
      if (rule.effect !== 'allow') yield await askOf(hunt, reading, rule, tools);
  },
};

async function askOf(hunt: Hunt, reading: PreparedPolicy, rule: CoreRule, tools: readonly Asked[]): Promise<Answered> {
  for (const { tool, questions, ordered, strictest } of tools) {
    const terms = strictest.rules.find((each) => each.rule.id === rule.id);
    if (!terms) continue;
    const goal = questions.factory.and(terms.holds, strictest[rule.effect], ordered.milderThan(strictest));
    const shows = ([draft]: readonly Draft[]): boolean => !!draft && isTaken(hunt, reading, rule, draft);
    const found = await questions.find(goal, shows);
    if (found.kind === 'undecided') return { ...found, rules: [rule], tool };
    const draft = found.kind === 'found' ? found.drafts[0] : undefined;
    if (!draft) continue;
    const winners = await decidingRules(hunt, { questions, goal, shows, answers: [[0, ordered]] }, [draft]);
    return told(hunt, rule, winners, draft, questions);
  }
  return CLEAR;
}

/** Whether a milder rule decides a call in place of this one. */
function isTaken(hunt: Hunt, reading: PreparedPolicy, rule: CoreRule, draft: Draft): boolean {
  const [mild, strict] = [hunt.decide(draft), hunt.decide(draft, reading)];
  if (!mild || !strict || strictness[mild.answer] >= strictness[strict.answer]) return false;
  return strict.deciding.some((each) => each.rule === rule.id) && mild.deciding.length > 0;
}

function told(
  hunt: Hunt,
  rule: CoreRule,
  winners: readonly CoreRule[],
  draft: Draft,
  questions: CallQuestions,
): Answered {
  const [one, other] = [named([rule], 'en'), named(winners, 'en')];
  const [uma, outra] = [named([rule], 'pt'), named(winners, 'pt')];
  const isSingle = winners.length === 1;
  const step = hunt.step(draft);
  return {
    kind: 'found',
    bug: {
      severity: 'high',
      rules: hunt.policy.core.rules.filter((each) => each === rule || winners.includes(each)),
      knownBy: [rule],
      tool: draft.call.tool,
      title: words(
        `${other} ${isSingle ? 'stands' : 'stand'} before ${one} and ${isSingle ? 'lets' : 'let'} its calls through`,
        `${outra} ${isSingle ? 'está' : 'estão'} antes de ${uma} e ${isSingle ? 'deixa' : 'deixam'} passar as suas chamadas`,
      ),
      detail: words(
        `${one} holds for this call, and so does a milder rule before it. In the language of this policy the first decides, so the answer is ${step.answer} and not ${rule.effect}. If ${one} is meant to hold always, put it first; if an exception is meant, say so in ${one}.`,
        `${uma} verifica-se nesta chamada, e uma regra mais branda antes dela também. Na linguagem desta política decide a primeira, por isso a resposta é ${step.answer} e não ${rule.effect}. Se ${uma} deve valer sempre, ponha-a primeiro; se se pretende uma exceção, diga-o em ${uma}.`,
      ),
      witness: { kind: 'call', steps: [step] },
      expected: words(`What ${one} says.`, `O que diz ${uma}.`),
      bound: hunt.boundOf(questions),
    },
  };
}
