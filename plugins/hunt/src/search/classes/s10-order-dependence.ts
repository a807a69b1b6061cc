import type { PreparedPolicy } from '@ostiary/guard';
import type { CoreRule } from '@ostiary/policy';
import type { AnswerTerms, CallQuestions } from '@ostiary/policy/symbolic';
import { type Answered, CLEAR } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { decidingRules } from '../ask/calls/deciding.js';
import { type CallsAsked, decides, findCalls } from '../ask/calls/find-calls.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { firstAnswer } from '../ask/hunt/in-turn.js';
import { isMilder } from '../ask/calls/milder.js';
import { named, words } from '../ask/hunt/text.js';
import type { Bound, Step } from '../model/finding.js';

/** A policy and its reading in which the strictest wins, asked about one tool. */
interface Asked {
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
      return { questions, ordered: questions.answer(hunt.policy.core), strictest: questions.answer(reading.core) };
    });
    for (const rule of hunt.policy.core.rules)
      if (rule.effect !== 'allow') yield await firstAnswer(tools, (asked) => askOf(hunt, reading, rule, asked));
  },
};

async function askOf(
  hunt: Hunt,
  reading: PreparedPolicy,
  rule: CoreRule,
  { questions, ordered, strictest }: Asked,
): Promise<Answered> {
  const terms = strictest.rules.find((each) => each.rule.id === rule.id);
  if (!terms) return CLEAR;
  const asked: CallsAsked = {
    questions,
    goal: questions.factory.and(terms.holds, strictest[rule.effect], ordered.milderThan(strictest)),
    shows: ([mild], [draft]) => {
      const strict = hunt.decide(draft, reading);
      return isMilder(mild, strict) && decides(rule, strict) && mild?.deciding.length !== 0;
    },
    at: { rules: [rule] },
  };
  const found = await findCalls(hunt, asked);
  if (found.kind === 'answered') return found.answered;
  const winners = await decidingRules(hunt, asked, [[0, ordered]], found.drafts);
  return told(hunt, rule, winners, hunt.step(found.drafts[0]), hunt.boundOf(questions));
}

function told(hunt: Hunt, rule: CoreRule, winners: readonly CoreRule[], step: Step, bound: Bound): Answered {
  const [one, other] = [named([rule], 'en'), named(winners, 'en')];
  const [uma, outra] = [named([rule], 'pt'), named(winners, 'pt')];
  const isSingle = winners.length === 1;
  return {
    kind: 'found',
    bug: {
      severity: 'high',
      rules: hunt.policy.core.rules.filter((each) => each === rule || winners.includes(each)),
      knownBy: [rule],
      tool: step.call.tool,
      title: words(
        `${other} ${isSingle ? 'comes' : 'come'} before ${one} and ${isSingle ? 'lets' : 'let'} its calls through`,
        `${outra} ${isSingle ? 'vem' : 'vêm'} antes de ${uma} e ${isSingle ? 'deixa' : 'deixam'} passar as chamadas dela`,
      ),
      detail: words(
        `${one} applies to this call, and so does a milder rule before it. In the language of this policy the first rule decides, so the answer is \`${step.answer}\` and not \`${rule.effect}\`. If ${one} should always count, put it first; if an exception is meant, write it into ${one}.`,
        `${uma} aplica-se a esta chamada, e uma regra mais branda antes dela também. Na linguagem desta política a primeira regra decide, por isso a resposta é \`${step.answer}\` e não \`${rule.effect}\`. Se ${uma} deve valer sempre, ponha-a primeiro; se é uma exceção, escreva-a em ${uma}.`,
      ),
      witness: { kind: 'call', steps: [step] },
      expected: words(`What ${one} says.`, `O que diz ${uma}.`),
      bound,
    },
  };
}
