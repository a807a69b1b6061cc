import { type CoreOf, type CoreRule, exprType, showValue } from '@ostiary/policy';
import type { Answered } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import { allOf, firing, notHolding } from '../ask/calls-where.js';
import { repairOf } from '../ask/edits.js';
import type { Hunt } from '../ask/hunt.js';
import { findCalls } from '../ask/milder.js';
import { named, words } from '../ask/text.js';
import { WrittenRule } from '../ask/written-rule.js';
import { type ItemLimit, limitsOf, amountOf, sumOf } from '../ask/item-limits.js';
import { withSum } from '../ask/item-repairs.js';

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

async function askOf(
  hunt: Hunt,
  tool: string,
  rule: CoreRule,
  { test, list, item, cap }: ItemLimit,
): Promise<Answered> {
  const { core } = hunt.policy;
  const slot = core.slots[list.slot];
  const type = exprType(core, item);
  const questions = hunt.questions(tool, 1);
  const answer = questions.answer(core);
  const fires = answer.rules.find((each) => each.rule === rule)?.fires ?? questions.factory.false;
  const allows = rule.effect === 'allow';
  const sum: CoreOf<'compare'> = {
    op: 'compare',
    cmp: '>',
    left: { op: 'total', list, body: item, type, empty: null },
    right: cap,
    type,
    span: rule.span,
  };
  const total = questions.truth(core, sum);
  const name = slot?.path.join('.') ?? '';
  const attribute = `args.${name}`;
  const found = await findCalls(hunt, {
    questions,
    goal: questions.factory.and(answer.allow, allows ? fires : questions.factory.true, total.holds),
    varied: [],
    shows: ([decision], [draft]) =>
      decision?.answer === 'allow' &&
      (!allows || decision.deciding.some((each) => each.rule === rule.id)) &&
      !!draft &&
      !!slot &&
      sumOf(draft, slot.path, slot.type, item) > amountOf(cap.value),
    at: { rules: [rule], tool, attribute },
  });
  if (found.kind === 'answered') return found.answered;
  const steps = found.drafts.map((draft) => hunt.step(draft));
  const limit = showValue(type, cap.value);
  return {
    kind: 'found',
    bug: {
      severity: type.kind === 'money' ? 'high' : 'low',
      rules: [rule],
      tool,
      attribute,
      title: words(
        `Many items of \`${name}\` together pass the limit of ${named([rule], 'en')}`,
        `Muitos itens de \`${name}\` juntos passam o limite de ${named([rule], 'pt')}`,
      ),
      detail: words(
        `No item is above ${limit}, together they are, and the call is allowed. Limit the sum: \`${attribute}.sum(...)\`, or ask for it in a second rule.`,
        `Nenhum item está acima de ${limit}, juntos estão, e a chamada é permitida. Limite a soma: \`${attribute}.sum(...)\`, ou pergunte por ela numa segunda regra.`,
      ),
      witness: { kind: 'call', steps },
      bound: hunt.boundOf(questions),
      repairs: repairOf(hunt, words('Limit the sum as well', 'Limitar também a soma'), [
        WrittenRule.of(hunt, rule)?.replaced(test, withSum),
      ]),
      concerns: {
        tools: [tool],
        where: allOf(...(allows ? [firing(rule)] : []), notHolding(hunt, { ...sum, cmp: '<=' })),
        milder: false,
      },
    },
  };
}
