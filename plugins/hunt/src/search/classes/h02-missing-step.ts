import type { AnswerTerms, BoolTerm, CallQuestions } from '@ostiary/policy/symbolic';
import type { CoreRule } from '@ostiary/policy';
import { type Answered, CLEAR, EXACT } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import type { PlacedCondition } from '../ask/sessions/conditions.js';
import { decidingRules } from '../ask/calls/deciding.js';
import { type CallsAsked, findCalls } from '../ask/calls/find-calls.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { steppedFirst } from '../ask/sessions/session-repairs.js';
import { atStart, type MissingStep, stepsAskedFor, stepsMissing, truthOfRest } from '../ask/sessions/steps-before.js';
import { named, words } from '../ask/hunt/text.js';
import type { Step } from '../model/finding.js';

/**
 * A call that goes through at the very start, although a step should come before it. That it should is known from a rule about the tool that asks
 * for it (and decides nothing, since another rule does not), from a tool that is the same under another name, or from the catalogue, which has
 * a tool of the class `check` for the same thing. Its rules are that rule, by which the bug is known again, and all those that let such a
 * call through.
 */
export const missingStep: BugClass = {
  id: 'H02',
  async *ask(hunt) {
    const steps = stepsAskedFor(hunt);
    for (const step of steps) for (const tool of step.tools) yield await pointless(hunt, tool, step);
    for (const tool of hunt.tools)
      for (const missing of stepsMissing(hunt, tool, steps)) yield await unasked(hunt, missing);
  },
};

/** Whether the rule that asks for the step decides nothing: whatever it would allow is allowed without the step. */
async function pointless(hunt: Hunt, tool: string, step: PlacedCondition): Promise<Answered> {
  const { rule, expr } = step;
  const questions = hunt.questions(tool, 0);
  const { factory } = questions;
  const answer = questions.answer(hunt.policy.core);
  const rest = truthOfRest(hunt, questions, rule);
  if (!rest || rule.effect !== 'allow') return CLEAR;
  // Where the step decides: no other rule allows the call, and none stops it anyway.
  const stricter = answer.rules.filter((each) => each.rule.effect !== 'allow').map(({ fires }) => factory.not(fires));
  const stopped = await questions.conflict([factory.and(rest.holds, factory.not(answer.allow), ...stricter)]);
  if (stopped === null) return { kind: 'undecided', reason: 'resource_limit', rules: [rule], tool };
  if (stopped === 'possible') return CLEAR;
  const missing = { tool, before: expr.event.tools, of: step };
  return letThrough(hunt, missing, questions, answer, factory.and(rest.holds, answer.allow));
}

/** Whether a call goes through without a step that nobody asks for. */
function unasked(hunt: Hunt, missing: MissingStep): Promise<Answered> {
  const questions = hunt.questions(missing.tool, 0);
  const answer = questions.answer(hunt.policy.core);
  return letThrough(hunt, missing, questions, answer, answer.allow);
}

async function letThrough(
  hunt: Hunt,
  missing: MissingStep,
  questions: CallQuestions,
  answer: AnswerTerms,
  goal: BoolTerm,
): Promise<Answered> {
  const asking = missing.of?.rule;
  const asked: CallsAsked = {
    questions,
    goal,
    shows: (_, [draft]) => hunt.decide(atStart(draft))?.answer === 'allow',
    at: { rules: asking ? [asking] : [] },
  };
  const found = await findCalls(hunt, asked);
  // Nothing comes before the first call: none is left out.
  if (found.kind === 'answered') return found.answered.kind === 'clear' ? CLEAR : found.answered;
  const first = atStart(found.drafts[0]);
  return told(hunt, missing, await decidingRules(hunt, asked, [[0, answer]], [first]), hunt.step(first));
}

function told(hunt: Hunt, { tool, before, of }: MissingStep, letting: readonly CoreRule[], step: Step): Answered {
  const asking = of?.rule ?? null;
  const rules = hunt.policy.core.rules.filter((rule) => letting.includes(rule) || rule === asking);
  const names = before.map((each) => `\`${each}\``).join(', ');
  const because = asking
    ? {
        en: `${named([asking], 'en')} requires ${names} first`,
        pt: `${named([asking], 'pt')} exige ${names} antes`,
      }
    : { en: `The catalogue has ${names} to check it`, pt: `O catálogo tem ${names} para verificá-la` };
  return {
    kind: 'found',
    bug: {
      severity: 'high',
      rules,
      knownBy: asking ? [asking] : [],
      tool,
      title: words(`\`${tool}\` goes through without ${names}`, `\`${tool}\` passa sem ${names}`),
      detail: words(
        `${because.en}, but nothing enforces it: this call is allowed with nothing before it.`,
        `${because.pt}, mas nada o impõe: esta chamada é permitida sem nada antes dela.`,
      ),
      expected: words(`It should wait for ${names}.`, `Devia esperar por ${names}.`),
      witness: { kind: 'session', steps: [step] },
      bound: EXACT,
      ...(of &&
        steppedFirst(
          hunt,
          letting.filter((rule) => rule !== asking),
          of.expr,
        )),
    },
  };
}
