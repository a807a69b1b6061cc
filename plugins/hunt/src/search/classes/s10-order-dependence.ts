import type { PreparedPolicy } from '@ostiary/guard';
import { type CoreRule, strictness } from '@ostiary/policy';
import type { AnswerTerms, CallQuestions, Draft } from '@ostiary/policy/symbolic';
import { type Answered, CLEAR } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import type { Hunt } from '../ask/hunt.js';
import { named, words } from '../ask/text.js';

/** A policy and its reading in which the strictest wins, asked about one tool. */
interface Asked {
  readonly tool: string;
  readonly questions: CallQuestions;
  readonly ordered: AnswerTerms;
  readonly strictest: AnswerTerms;
}

/** A rule of a first-match policy that a milder one takes a call from, because that stands before it: sat D(first) < D(strictest). */
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
    const found = await questions.find(goal, ([draft]) => !!draft && winnerOf(hunt, reading, rule, draft) !== null);
    if (found.kind === 'undecided') return { ...found, rules: [rule], tool };
    const draft = found.kind === 'found' ? found.drafts[0] : undefined;
    const winner = draft && winnerOf(hunt, reading, rule, draft);
    if (winner) return told(hunt, rule, winner, draft, questions);
  }
  return CLEAR;
}

/** The milder rule that decides a call in place of this one; null: none does. */
function winnerOf(hunt: Hunt, reading: PreparedPolicy, rule: CoreRule, draft: Draft): CoreRule | null {
  const [mild, strict] = [hunt.decide(draft), hunt.decide(draft, reading)];
  if (!mild || !strict || strictness[mild.answer] >= strictness[strict.answer]) return null;
  if (!strict.deciding.some((each) => each.rule === rule.id)) return null;
  return hunt.policy.core.rules.find(({ id }) => id === mild.deciding[0]?.rule) ?? null;
}

function told(hunt: Hunt, rule: CoreRule, winner: CoreRule, draft: Draft, questions: CallQuestions): Answered {
  const [one, other] = [named([rule], 'en'), named([winner], 'en')];
  const [uma, outra] = [named([rule], 'pt'), named([winner], 'pt')];
  const step = hunt.step(draft);
  return {
    kind: 'found',
    bug: {
      severity: 'high',
      rules: [rule, winner],
      tool: draft.call.tool,
      title: words(
        `${other} stands before ${one} and lets its calls through`,
        `${outra} está antes de ${uma} e deixa passar as suas chamadas`,
      ),
      detail: words(
        `Both rules hold for this call. In the language of this policy the first decides, so the answer is ${step.answer} and not ${rule.effect}. If ${one} is meant to hold always, put it first; if ${other} is its exception, say so in ${one}.`,
        `Ambas as regras se verificam nesta chamada. Na linguagem desta política decide a primeira, por isso a resposta é ${step.answer} e não ${rule.effect}. Se ${uma} deve valer sempre, ponha-a primeiro; se ${outra} é a sua exceção, diga-o em ${uma}.`,
      ),
      witness: { kind: 'call', steps: [step] },
      expected: words(`What ${one} says.`, `O que diz ${uma}.`),
      bound: hunt.boundOf(questions),
    },
  };
}
