import type { PlayedStep } from '@ostiary/policy/symbolic';
import { type Answered, notFound } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { conditionsOf, isTally, type PlacedCondition } from '../ask/sessions/conditions.js';
import { reusedApproval } from '../ask/sessions/reuse.js';
import { fieldsOf, isGrave } from '../ask/calls/fields.js';
import { isApproval } from '../ask/sessions/identifiers.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { untilFound } from '../ask/hunt/in-turn.js';
import { sessionWitness } from '../ask/sessions/sessions.js';
import { onceOnly } from '../ask/sessions/session-repairs.js';
import { named, words } from '../ask/hunt/text.js';

/** One approval in the history serves for several calls: sat session with one approval, after which the same call runs twice. */
export const confirmationReused: BugClass = {
  id: 'H09',
  async *ask(hunt) {
    for (const condition of conditionsOf(hunt)) {
      const { role, expr, rule } = condition;
      if (role !== 'enables' || rule.effect !== 'allow' || isTally(expr)) continue;
      if (!isApproval(condition)) continue;
      yield* untilFound(condition.tools, (tool) => askOf(hunt, condition, tool));
    }
  },
};

async function askOf(hunt: Hunt, condition: PlacedCondition, tool: string): Promise<Answered> {
  const { rule, expr } = condition;
  const found = await reusedApproval(hunt, tool, expr.event.tools);
  if (found.kind !== 'found') return notFound(found, { rules: [rule], tool });
  return told(hunt, condition, tool, found.steps);
}

function told(hunt: Hunt, { rule, expr }: PlacedCondition, tool: string, steps: readonly PlayedStep[]): Answered {
  const isOwn = expr.event.tools.includes(tool);
  const isMoney = Object.values(fieldsOf(hunt, tool)).some(({ type }) => type.kind === 'money');
  return {
    kind: 'found',
    bug: {
      severity: isGrave(hunt, tool) || isMoney ? 'critical' : 'low',
      rules: [rule],
      tool,
      title: words(
        `One approval lets \`${tool}\` run again and again by ${named([rule], 'en')}`,
        `Uma aprovação deixa \`${tool}\` ser executada várias vezes por ${named([rule], 'pt')}`,
      ),
      detail: words(
        `The approval stays in the history after the call it was given for. The same call is allowed once more without asking anyone.`,
        `A aprovação fica no histórico depois da chamada para a qual foi dada. A mesma chamada é permitida outra vez sem consultar ninguém.`,
      ),
      expected: words(
        'The last call should need its own approval.',
        'A última chamada devia exigir uma aprovação própria.',
      ),
      witness: sessionWitness(hunt, steps),
      bound: { kind: 'bounded', k: steps.length },
      ...(isOwn ? {} : onceOnly(hunt, rule, expr, tool)),
    },
  };
}
