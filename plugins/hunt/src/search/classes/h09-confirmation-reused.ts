import type { Answered } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import { conditionsOf, type PlacedCondition } from '../ask/conditions.js';
import { reusedApproval } from '../ask/reuse.js';
import { fieldsOf, isGrave } from '../ask/fields.js';
import { isApproval } from '../ask/identifiers.js';
import type { Hunt } from '../ask/hunt.js';
import { boundOf, sessionWitness } from '../ask/sessions.js';
import { onceOnly } from '../ask/session-repairs.js';
import { named, words } from '../ask/text.js';

/** One approval in the history serves for several calls: sat session with one approval, after which the same call runs twice. */
export const confirmationReused: BugClass = {
  id: 'H09',
  async *ask(hunt) {
    for (const condition of conditionsOf(hunt)) {
      const { role, expr, rule } = condition;
      if (role !== 'enables' || rule.effect !== 'allow' || expr.op === 'count' || expr.op === 'sum') continue;
      if (!isApproval(condition)) continue;
      for (const tool of condition.tools) {
        const answered = await askOf(hunt, condition, tool);
        yield answered;
        if (answered.kind === 'found') break;
      }
    }
  },
};

async function askOf(hunt: Hunt, condition: PlacedCondition, tool: string): Promise<Answered> {
  const { expr, rule } = condition;
  const approvals = expr.event.tools;
  const isOwn = approvals.includes(tool);
  const found = await reusedApproval(hunt, tool, approvals);
  if (found.kind === 'never') return { kind: 'clear', bound: boundOf(found) };
  if (found.kind === 'undecided') return { ...found, rules: [rule], tool };
  const isMoney = Object.values(fieldsOf(hunt, tool)).some(({ type }) => type.kind === 'money');
  return {
    kind: 'found',
    bug: {
      severity: isGrave(hunt, tool) || isMoney ? 'critical' : 'low',
      rules: [rule],
      tool,
      title: words(
        `One approval lets \`${tool}\` run again and again by ${named([rule], 'en')}`,
        `Uma aprovação deixa \`${tool}\` correr várias vezes por ${named([rule], 'pt')}`,
      ),
      detail: words(
        `The approval stays in the history after the call that it was given for. The same call is allowed once more, and nobody is asked.`,
        `A aprovação fica no histórico depois da chamada para a qual foi dada. A mesma chamada é permitida outra vez, e ninguém é consultado.`,
      ),
      expected: words(
        'The last call should need an approval of its own.',
        'A última chamada devia precisar de uma aprovação própria.',
      ),
      witness: sessionWitness(hunt, found.steps),
      bound: { kind: 'bounded', k: found.steps.length },
      ...(isOwn ? {} : onceOnly(hunt, rule, expr, tool)),
    },
  };
}
