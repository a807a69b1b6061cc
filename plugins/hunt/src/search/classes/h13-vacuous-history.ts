import type { Answered } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { conditionsOf, type PlacedCondition } from '../ask/sessions/conditions.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { canHappen, type ReachableStates, reachableStates } from '../ask/sessions/reachable.js';
import { awaitingWhatHappens } from '../ask/sessions/session-repairs.js';
import { listed, named, words } from '../ask/hunt/text.js';

/** A rule that waits for an event which no session can bring about: a least fixpoint over what the policy can answer. */
export const vacuousHistory: BugClass = {
  id: 'H13',
  async *ask(hunt) {
    const conditions = conditionsOf(hunt);
    if (conditions.length === 0) return;
    const reached = await reachableStates(hunt, [...new Set(conditions.flatMap(({ expr }) => expr.event.tools))]);
    for (const condition of conditions) yield answerTo(hunt, condition, reached);
  },
};

function answerTo(hunt: Hunt, condition: PlacedCondition, reached: ReachableStates): Answered {
  const { expr } = condition;
  // What another principal did need not have been asked of this policy.
  const isOfOthers = expr.event.fields.some(({ of }) => of === 'principal');
  return canHappen(expr, reached) || isOfOthers ? ALWAYS : told(hunt, condition, reached);
}

const ALWAYS: Answered = { kind: 'clear', bound: { kind: 'inductive' } };

function told(hunt: Hunt, condition: PlacedCondition, reached: ReachableStates): Answered {
  const { expr, rule, role } = condition;
  const { tools, state } = expr.event;
  const list = tools.map((tool) => `\`${tool}\``);
  const isNamed = tools.some((tool) => hunt.rulesOf(tool).some(({ effect }) => effect !== 'refuse'));
  const why = tools.every((tool) => (reached.get(tool)?.has('ok') ?? false) === false)
    ? {
        en: `The policy never lets ${listed(list, 'en')} run.`,
        pt: `A política nunca deixa ${listed(list, 'pt')} ser executada.`,
      }
    : {
        en: `No call of ${listed(list, 'en')} reaches the state \`${state}\` under this policy.`,
        pt: `Com esta política, nenhuma chamada de ${listed(list, 'pt')} chega ao estado \`${state}\`.`,
      };
  const effect =
    role === 'enables'
      ? {
          en: 'So the calls that wait for it never go through.',
          pt: 'Por isso as chamadas que dependem dele nunca passam.',
        }
      : { en: 'So the rule stops nothing.', pt: 'Por isso a regra não bloqueia nada.' };
  return {
    kind: 'found',
    bug: {
      severity: role === 'limits' ? 'high' : isNamed ? 'medium' : 'low',
      rules: [rule],
      ...(tools[0] !== undefined && { tool: tools[0] }),
      title: words(
        `${named([rule], 'en')} waits for an event that never happens`,
        `${named([rule], 'pt')} espera por um evento que nunca acontece`,
      ),
      detail: words(`${why.en} ${effect.en}`, `${why.pt} ${effect.pt}`),
      bound: { kind: 'inductive' },
      ...awaitingWhatHappens(hunt, condition, reached),
    },
  };
}
