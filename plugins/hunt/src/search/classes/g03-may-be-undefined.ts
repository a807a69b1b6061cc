import { type CoreExpr, type CoreRule, strictness } from '@ostiary/policy';
import { eventless } from '../ask/guards/eventless.js';
import { missingIn } from '../ask/guards/missing.js';
import type { Draft } from '@ostiary/policy/symbolic';
import { type Answered, EXACT } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { findCalls } from '../ask/calls/find-calls.js';
import { firstAnswer } from '../ask/hunt/in-turn.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { orElse } from '../ask/written/or-else.js';
import { sayingWithout } from '../ask/written/where-missing.js';
import { named, words } from '../ask/hunt/text.js';
import { dropped } from '../ask/rules/dropped.js';
import type { Step } from '../model/finding.js';

/**
 * A confirm or refuse rule that alone decides a call of which it cannot be read: sat V and U(rule) and D(x without the rule) < D(x), whatever
 * its conditions on events come to. Of a policy whose language drops such a rule: a call that is answered milder for it.
 */
export const mayBeUndefined: BugClass = {
  id: 'G03',
  each: 'rules',
  async *ask(hunt, part) {
    const closed = hunt.options.readings?.closed;
    if (closed) return yield* dropped(hunt, closed, part);
    for (const rule of part.rules)
      if (rule.effect !== 'allow') yield await firstAnswer(hunt.toolsOf(rule), (tool) => askOf(hunt, rule, tool));
  },
};

async function askOf(hunt: Hunt, rule: CoreRule, tool: string): Promise<Answered> {
  const about = hunt.about(tool);
  const { questions, answer } = about;
  const { factory } = questions;
  const readings = readingsOf(hunt, rule, tool);
  const unread = factory.or(...readings.map((each) => questions.truth(hunt.policy.core, each).undefined));
  const found = await findCalls(hunt, {
    questions,
    goal: factory.and(
      about.ofRule(rule).undefined,
      unread,
      about.wholeEvents,
      about.unconfirmed,
      answer.without(rule).milderThan(answer),
    ),
    shows: ([decision], [draft]) =>
      unreadIn(hunt, readings, draft) !== null &&
      decision?.slug === 'guard_undefined' &&
      decision.deciding.every((each) => each.rule === rule.id) &&
      strictness[hunt.answerWithout([rule], draft)] < strictness[rule.effect],
    at: { rules: [rule], severity: 'info' },
  });
  if (found.kind === 'answered') return found.answered;
  const [draft] = found.drafts;
  return told(hunt, rule, hunt.step(draft), unreadIn(hunt, readings, draft));
}

/** What the rule asks of a call of the tool, with whatever its conditions on events come to. */
function readingsOf(hunt: Hunt, rule: CoreRule, tool: string): readonly CoreExpr[] {
  const guard = hunt.guardOf(rule, tool);
  return guard ? eventless(hunt.policy.core, guard) : [];
}

/** The reading that has no truth of a call. */
const unreadIn = (hunt: Hunt, readings: readonly CoreExpr[], draft: Draft): CoreExpr | null =>
  readings.find((each) => hunt.truthOf(each, draft) === null) ?? null;

function told(hunt: Hunt, rule: CoreRule, step: Step, unread: CoreExpr | null): Answered {
  const { tool } = step.call;
  const missing = unread && missingIn(hunt.policy.core, unread, step);
  const place =
    missing === null ? { en: 'what it reads', pt: 'o que ela lê' } : { en: `\`${missing}\``, pt: `\`${missing}\`` };
  const [en, pt] = [named([rule], 'en'), named([rule], 'pt')];
  return {
    kind: 'found',
    bug: {
      severity: 'info',
      rules: [rule],
      tool,
      ...(missing !== null && { attribute: missing }),
      title: words(`${en} also applies where ${place.en} is missing`, `${pt} também se aplica onde falta ${place.pt}`),
      detail: words(
        `Without ${place.en} the condition of ${en} has no value, and a rule that confirms or refuses then applies. That is the safe side. If calls without it should pass, say so with \`or else\` or \`has\`.`,
        `Sem ${place.pt} a condição de ${pt} não tem valor, e uma regra que confirma ou recusa aplica-se então. É o lado seguro. Se chamadas sem ele devem passar, diga isso com \`or else\` ou \`has\`.`,
      ),
      witness: { kind: 'call', steps: [step] },
      bound: EXACT,
      ...(missing !== null && {
        repairs: [...sayingWithout(hunt, rule, tool, missing), ...orElse(hunt, rule, tool, missing)],
      }),
    },
  };
}
