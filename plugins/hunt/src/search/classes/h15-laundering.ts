import type { CoreRule } from '@ostiary/policy';
import type { PlayedStep } from '@ostiary/policy/symbolic';
import { type Answered, notFound } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { conditionsOf, isTally, type PlacedCondition } from '../ask/sessions/conditions.js';
import { isRead } from '../ask/calls/fields.js';
import { tiedArguments } from '../ask/sessions/identifiers.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { untilFound } from '../ask/hunt/in-turn.js';
import { askedBeforeMade } from '../ask/sessions/session-repairs.js';
import { lastOf, sessionsOf, sessionWitness, toolsAround, withoutEvents } from '../ask/sessions/sessions.js';
import { named, words } from '../ask/hunt/text.js';

const MAKES = /^(create|add|register|grant|enrol|enroll|invite|allow|trust|update|change|set)(_|-|\.)/iu;
const TRUSTED =
  /payee|beneficiary|recipient|vendor|supplier|contact|role|permission|member|allow_?list|white_?list|trusted|domain|key|account/iu;

/**
 * The agent makes what a rule trusts, and uses it: sat D(create) = allow, then D(use) = allow by an event of it. Asked where the tool of the
 * event makes a payee, a role, an entry of a list.
 */
export const laundering: BugClass = {
  id: 'H15',
  async *ask(hunt) {
    for (const condition of conditionsOf(hunt)) {
      const { role, rule, expr } = condition;
      if (role !== 'enables' || rule.effect !== 'allow' || isTally(expr)) continue;
      const isMade = expr.event.tools.every((tool) => MAKES.test(tool) && TRUSTED.test(tool) && !isRead(hunt, tool));
      if (!isMade || tiedArguments(condition).length === 0 || expr.event.fields.some(({ of }) => of === 'principal'))
        continue;
      yield* untilFound(condition.tools, (tool) => askOf(hunt, condition, tool));
    }
  },
};

async function askOf(hunt: Hunt, { expr, rule }: PlacedCondition, tool: string): Promise<Answered> {
  const makers = expr.event.tools;
  const found = await sessionsOf(hunt, { tools: toolsAround(hunt, tool, makers), from: 2, most: 4 }).find(
    (session) => {
      const { factory, steps, last } = session;
      const answers = session.answers(hunt.policy.core);
      const unasked = steps.map(({ agreed }) => factory.not(agreed));
      const made = steps
        .slice(0, -1)
        .map((step, at) => factory.and(step.isOf(makers), answers[at]?.allow ?? factory.false));
      const { allow } = session.lastAnswer(hunt.policy.core);
      return factory.and(last.isOf([tool]), allow, factory.or(...made), ...unasked);
    },
    (steps) => {
      const { draft } = lastOf(steps);
      if (draft.call.tool !== tool || steps.some(({ answer }) => answer !== 'allow')) return false;
      const without = hunt.decide(withoutEvents(draft, (event) => makers.includes(event.tool)))?.answer;
      return without !== undefined && without !== 'allow';
    },
  );
  if (found.kind !== 'found') return notFound(found, { rules: [rule], tool });
  return told(hunt, rule, tool, makers, found.steps);
}

function told(
  hunt: Hunt,
  rule: CoreRule,
  tool: string,
  makers: readonly string[],
  steps: readonly PlayedStep[],
): Answered {
  const made = makers.map((each) => `\`${each}\``).join(', ');
  return {
    kind: 'found',
    bug: {
      severity: 'high',
      rules: [rule],
      tool,
      title: words(
        `The agent can create what ${named([rule], 'en')} trusts`,
        `O agente pode criar aquilo em que ${named([rule], 'pt')} confia`,
      ),
      detail: words(
        `${named([rule], 'en')} lets \`${tool}\` through because of ${made}, and the agent may call ${made} itself without confirmation. Then it uses what it has just created.`,
        `${named([rule], 'pt')} deixa \`${tool}\` passar por causa de ${made}, e o próprio agente pode chamar ${made} sem confirmação. Depois usa o que acabou de criar.`,
      ),
      expected: words(
        'A person should confirm one of the two calls.',
        'Uma pessoa devia confirmar uma das duas chamadas.',
      ),
      witness: sessionWitness(hunt, steps),
      bound: { kind: 'bounded', k: steps.length },
      ...askedBeforeMade(hunt, makers),
    },
  };
}
