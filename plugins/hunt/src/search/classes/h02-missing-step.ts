import type { AnswerTerms, BoolTerm, CallQuestions, Draft } from '@ostiary/policy/symbolic';
import type { Answered } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import { decidingRules } from '../ask/deciding.js';
import { conditionsOf, type PlacedCondition } from '../ask/conditions.js';
import type { Hunt } from '../ask/hunt.js';
import { steppedFirst } from '../ask/session-repairs.js';
import { named, words } from '../ask/text.js';
import { byKey } from '../fingerprint/rule-key.js';
import { areAlias, checks, atStart, withoutHistory } from '../ask/steps-before.js';

/**
 * A call that goes through at the very start, although a step should come before it. That it should is known from a rule about the tool that asks
 * for it (and decides nothing, since another rule does not), from a tool that is the same under another name, or from the catalogue, which has
 * a tool of the class `check` for the same thing. Its rules are that rule, by which the bug is known again, and all those that let such a
 * call through.
 */
export const missingStep: BugClass = {
  id: 'H02',
  async *ask(hunt) {
    const steps = conditionsOf(hunt).filter(
      ({ role, rule, expr }) =>
        role === 'enables' && rule.effect !== 'refuse' && (expr.op === 'formerly' || expr.op === 'previous'),
    );
    for (const condition of steps) for (const tool of condition.tools) yield await pointless(hunt, condition, tool);
    for (const tool of hunt.tools) {
      const sibling = steps
        .filter(({ tools }) => !tools.includes(tool) && tools.some((each) => areAlias(hunt, each, tool)))
        .toSorted((a, b) => byKey(hunt.policy.core)(a.rule, b.rule))[0];
      const own = steps.some(({ tools }) => tools.includes(tool));
      if (sibling && !own) yield await unasked(hunt, tool, sibling.expr.event.tools, sibling);
      const check = hunt.tools.find((each) => checks(hunt, each, tool));
      if (check && !own && !steps.some(({ expr }) => expr.event.tools.includes(check)))
        yield await unasked(hunt, tool, [check], null);
    }
  },
};

/** Whether the rule that asks for the step decides nothing: whatever it would allow is allowed without the step. */
async function pointless(hunt: Hunt, condition: PlacedCondition, tool: string): Promise<Answered> {
  const { rule, expr } = condition;
  const guard = hunt.guardOf(rule, tool);
  const questions = hunt.questions(tool, 0);
  const answer = questions.answer(hunt.policy.core);
  const rest = guard ? questions.truth(hunt.policy.core, withoutHistory(guard)) : null;
  const { factory } = questions;
  if (!rest || rule.effect !== 'allow') return { kind: 'clear', bound: { kind: 'exact' } };
  // Where the step decides: no other rule allows the call, and none stops it anyway.
  const stricter = answer.rules
    .filter(({ rule: { effect } }) => effect !== 'allow')
    .map(({ fires }) => factory.not(fires));
  const stopped = await questions.conflict([factory.and(rest.holds, factory.not(answer.allow), ...stricter)]);
  if (stopped === null) return { kind: 'undecided', reason: 'resource_limit', rules: [rule], tool };
  if (stopped === 'possible') return { kind: 'clear', bound: { kind: 'exact' } };
  return told(hunt, questions, [answer, factory.and(rest.holds, answer.allow)], tool, expr.event.tools, condition);
}

async function unasked(hunt: Hunt, tool: string, before: readonly string[], of: Asking | null): Promise<Answered> {
  const questions = hunt.questions(tool, 0);
  const answer = questions.answer(hunt.policy.core);
  return told(hunt, questions, [answer, answer.allow], tool, before, of);
}

async function told(
  hunt: Hunt,
  questions: CallQuestions,
  [answer, goal]: readonly [AnswerTerms, BoolTerm],
  tool: string,
  before: readonly string[],
  of: Asking | null,
): Promise<Answered> {
  const asking = of?.rule ?? null;
  const shows = ([draft]: readonly Draft[]): boolean => !!draft && hunt.decide(atStart(draft))?.answer === 'allow';
  const found = await questions.find(goal, shows);
  if (found.kind === 'never') return { kind: 'clear', bound: { kind: 'exact' } };
  if (found.kind === 'undecided') return { ...found, rules: asking ? [asking] : [], tool };
  const [draft] = found.drafts;
  if (!draft) throw new RangeError('nothing was found');
  const step = hunt.step(atStart(draft));
  const letting = await decidingRules(hunt, { questions, goal, shows, answers: [[0, answer]] }, [atStart(draft)]);
  const rules = hunt.policy.core.rules.filter((rule) => letting.includes(rule) || rule === asking);
  const names = before.map((each) => `\`${each}\``).join(', ');
  const because = asking
    ? {
        en: `${named([asking], 'en')} asks for ${names} first`,
        pt: `${named([asking], 'pt')} pede primeiro ${names}`,
      }
    : { en: `The catalogue has ${names} to check it`, pt: `O catálogo tem ${names} para a verificar` };
  return {
    kind: 'found',
    bug: {
      severity: 'high',
      rules,
      knownBy: asking ? [asking] : [],
      tool,
      title: words(`\`${tool}\` goes through without ${names}`, `\`${tool}\` passa sem ${names}`),
      detail: words(
        `${because.en}, and nothing enforces it: this call is allowed with nothing before it.`,
        `${because.pt}, e nada o impõe: esta chamada é permitida sem nada antes.`,
      ),
      expected: words(`It should wait for ${names}.`, `Devia esperar por ${names}.`),
      witness: { kind: 'session', steps: [step] },
      bound: { kind: 'exact' },
      ...(of &&
        steppedFirst(
          hunt,
          letting.filter((rule) => rule !== asking),
          of.expr,
        )),
    },
  };
}

/** A rule that asks for a step, and how. */
type Asking = Pick<PlacedCondition, 'rule' | 'expr'>;
