import type { Answered } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import { conditionsOf, type PlacedCondition } from '../ask/conditions.js';
import { isRead } from '../ask/fields.js';
import { tiedArguments } from '../ask/identifiers.js';
import type { Hunt } from '../ask/hunt.js';
import { askedBeforeMade } from '../ask/session-repairs.js';
import { boundOf, sessionsOf, sessionWitness, toolsAround } from '../ask/sessions.js';
import { named, words } from '../ask/text.js';

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
      if (role !== 'enables' || rule.effect !== 'allow' || expr.op === 'count' || expr.op === 'sum') continue;
      const isMade = expr.event.tools.every((tool) => MAKES.test(tool) && TRUSTED.test(tool) && !isRead(hunt, tool));
      if (!isMade || tiedArguments(condition).length === 0 || expr.event.fields.some(({ of }) => of === 'principal'))
        continue;
      for (const tool of condition.tools) {
        const answered = await askOf(hunt, condition, tool);
        yield answered;
        if (answered.kind === 'found') break;
      }
    }
  },
};

async function askOf(hunt: Hunt, { expr, rule }: PlacedCondition, tool: string): Promise<Answered> {
  const makers = expr.event.tools;
  const found = await sessionsOf(hunt, { tools: toolsAround(hunt, tool, makers), from: 2, most: 4 }).find(
    (session) => {
      const { factory } = session;
      const answers = session.answers(hunt.policy.core);
      const [last, ours] = [session.steps.at(-1), answers.at(-1)];
      if (!last || !ours) return factory.false;
      const unasked = session.steps.map(({ agreed }) => factory.not(agreed));
      const made = session.steps
        .slice(0, -1)
        .map((step, i) => factory.and(step.isOf(makers), answers[i]?.allow ?? factory.false));
      return factory.and(last.isOf([tool]), ours.allow, factory.or(...made), ...unasked);
    },
    (steps) => {
      const last = steps.at(-1);
      if (last?.draft.call.tool !== tool || last.answer !== 'allow' || steps.some(({ answer }) => answer !== 'allow'))
        return false;
      const history = last.draft.context.history?.filter((event) => !makers.includes(event.tool)) ?? [];
      const without = hunt.decide({ ...last.draft, context: { ...last.draft.context, history } })?.answer;
      return without !== undefined && without !== 'allow';
    },
  );
  if (found.kind === 'never') return { kind: 'clear', bound: boundOf(found) };
  if (found.kind === 'undecided') return { ...found, rules: [rule], tool };
  const made = makers.map((each) => `\`${each}\``).join(', ');
  return {
    kind: 'found',
    bug: {
      severity: 'high',
      rules: [rule],
      tool,
      title: words(
        `The agent makes what ${named([rule], 'en')} trusts`,
        `O agente cria aquilo em que ${named([rule], 'pt')} confia`,
      ),
      detail: words(
        `${named([rule], 'en')} lets \`${tool}\` through because of ${made}, and the agent may call ${made} itself with nobody asked. Then it uses what it has just made.`,
        `${named([rule], 'pt')} deixa passar \`${tool}\` por causa de ${made}, e o agente pode chamar ${made} sozinho, sem ninguém ser consultado. Depois usa o que acabou de criar.`,
      ),
      expected: words('A person should confirm one of the two.', 'Uma pessoa devia confirmar uma das duas.'),
      witness: sessionWitness(hunt, found.steps),
      bound: { kind: 'bounded', k: found.steps.length },
      ...askedBeforeMade(hunt, makers),
    },
  };
}
