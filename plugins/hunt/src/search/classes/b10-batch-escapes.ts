import { type CoreRule, exprType, showValue } from '@ostiary/policy';
import type { Answered } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { allOf, firing, notHolding } from '../ask/calls/calls-where.js';
import { repairOf } from '../ask/written/edits.js';
import { decides, findCalls } from '../ask/calls/find-calls.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { named, words } from '../ask/hunt/text.js';
import { WrittenRule } from '../ask/written/written-rule.js';
import { amountOf, type ItemLimit, limitsOf, nameOf, sumBeyond, sumOf } from '../ask/numbers/item-limits.js';
import { withSum } from '../ask/numbers/item-repairs.js';
import type { Bound, Step } from '../model/finding.js';

/** A limit on each item of a list, and none on what they come to: sat every item <= cap and their sum > cap and D = allow. A rule that stops what has a larger item is such a limit, too. */
export const batchEscapes: BugClass = {
  id: 'B10',
  each: 'tool',
  async *ask(hunt, { tools }) {
    for (const tool of tools)
      for (const rule of hunt.rulesOf(tool))
        for (const limit of limitsOf(hunt, rule, tool)) yield await askOf(hunt, tool, rule, limit);
  },
};

async function askOf(hunt: Hunt, tool: string, rule: CoreRule, limit: ItemLimit): Promise<Answered> {
  const questions = hunt.questions(tool, 1);
  const answer = questions.answer(hunt.policy.core);
  const allows = rule.effect === 'allow';
  const fires = allows ? answer.firing(rule) : questions.factory.true;
  const beyond = questions.truth(hunt.policy.core, sumBeyond(hunt, rule, limit)).holds;
  const found = await findCalls(hunt, {
    questions,
    goal: questions.factory.and(answer.allow, fires, beyond),
    shows: ([decision], [draft]) =>
      decision?.answer === 'allow' &&
      (!allows || decides(rule, decision)) &&
      sumOf(hunt, limit, draft) > amountOf(limit.cap.value),
    at: { rules: [rule], attribute: `args.${nameOf(hunt, limit)}` },
  });
  if (found.kind === 'answered') return found.answered;
  return told(hunt, tool, rule, limit, hunt.step(found.drafts[0]), hunt.boundOf(questions));
}

function told(hunt: Hunt, tool: string, rule: CoreRule, limited: ItemLimit, step: Step, bound: Bound): Answered {
  const { test, item, cap } = limited;
  const type = exprType(hunt.policy.core, item);
  const name = nameOf(hunt, limited);
  const attribute = `args.${name}`;
  const limit = showValue(type, cap.value);
  return {
    kind: 'found',
    bug: {
      severity: type.kind === 'money' ? 'high' : 'low',
      rules: [rule],
      tool,
      attribute,
      title: words(
        `Many items of \`${name}\` together exceed the limit of ${named([rule], 'en')}`,
        `Muitos itens de \`${name}\` juntos excedem o limite de ${named([rule], 'pt')}`,
      ),
      detail: words(
        `No item is above ${limit}, but together they are, and the call is allowed. Limit the sum with \`${attribute}.sum(...)\`, in this rule or in another.`,
        `Nenhum item está acima de ${limit}, mas juntos estão, e a chamada é permitida. Limite a soma com \`${attribute}.sum(...)\`, nesta regra ou noutra.`,
      ),
      witness: { kind: 'call', steps: [step] },
      bound,
      repairs: repairOf(hunt, words('Limit the sum as well', 'Limitar também a soma'), [
        WrittenRule.of(hunt, rule)?.replaced(test, withSum),
      ]),
      concerns: {
        tools: [tool],
        where: allOf(
          ...(rule.effect === 'allow' ? [firing(rule)] : []),
          notHolding(hunt, { ...sumBeyond(hunt, rule, limited), cmp: '<=' }),
        ),
        milder: false,
      },
    },
  };
}
