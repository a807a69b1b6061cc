import {
  type CoreExpr,
  type CoreOf,
  type CoreRule,
  exprType,
  readValue,
  showValue,
  type Value,
  within,
} from '@ostiary/policy';
import type { Draft } from '@ostiary/policy/symbolic';
import type { Answered } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import { allOf, firing, notHolding } from '../ask/calls-where.js';
import { repairOf } from '../ask/edits.js';
import { conjunctsOf, disjunctsOf } from '../ask/tests.js';
import type { Hunt } from '../ask/hunt.js';
import { findCalls } from '../ask/milder.js';
import { named, words } from '../ask/text.js';
import { WrittenRule } from '../ask/written-rule.js';

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

interface ItemLimit {
  readonly test: CoreExpr;
  readonly list: CoreOf<'read'>;
  /** What of an item is limited. */
  readonly item: CoreExpr;
  readonly cap: CoreOf<'const'>;
}

/** The limits on every item: those that an allowance asks for, and those beyond which another rule stops a call. */
function limitsOf(hunt: Hunt, rule: CoreRule, tool: string): readonly ItemLimit[] {
  const guard = hunt.guardOf(rule, tool);
  if (!guard) return [];
  const allows = rule.effect === 'allow';
  const limits = (allows ? conjunctsOf(guard) : disjunctsOf(guard)).flatMap((test) =>
    limitsIn(hunt, test, allows).map((limit) => ({ ...limit, test })),
  );
  return limits.filter(({ list }) => !isAddedUp(hunt, tool, list));
}

/** @param upTo whether calls pass where the test is true */
function limitsIn(hunt: Hunt, test: CoreExpr, upTo: boolean): readonly Omit<ItemLimit, 'test'>[] {
  if (test.op === 'not') return limitsIn(hunt, test.operand, !upTo);
  if (test.op !== (upTo ? 'all' : 'any') || test.list.op !== 'read') return [];
  const list = test.list;
  const orders = upTo ? ['<', '<='] : ['>', '>='];
  return (upTo ? conjunctsOf(test.body) : disjunctsOf(test.body)).flatMap((each): Omit<ItemLimit, 'test'>[] =>
    each.op === 'compare' && orders.includes(each.cmp) && each.right.op === 'const' && isOfItem(hunt, each.left)
      ? [{ list, item: each.left, cap: each.right }]
      : [],
  );
}

/** Whether a rule about the tool limits what the items come to: then a larger sum than one item may be is meant. */
const isAddedUp = (hunt: Hunt, tool: string, list: CoreOf<'read'>): boolean =>
  hunt.rulesOf(tool).some((rule) => {
    const guard = hunt.guardOf(rule, tool);
    const parts = guard ? [...within(guard)] : [];
    return parts.some((part) => part.op === 'total' && part.list.op === 'read' && part.list.slot === list.slot);
  });

/** A number of the item itself. */
const isOfItem = (hunt: Hunt, expr: CoreExpr): boolean =>
  ['money', 'int'].includes(exprType(hunt.policy.core, expr).kind) &&
  (expr.op === 'item' || (expr.op === 'field' && expr.operand.op === 'item')) &&
  [...within(expr)].every((each) => each.op !== 'item' || each.depth === 0);

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

const amountOf = (value: Value | undefined): number =>
  typeof value === 'number'
    ? value
    : typeof value === 'object' && 'minor' in value
      ? Number(value['minor'])
      : Number.NaN;

/** What the items of a call's list come to, in smallest units. */
function sumOf(
  { call }: Draft,
  path: readonly string[],
  type: Parameters<typeof readValue>[0],
  item: CoreExpr,
): number {
  const [name] = path;
  const read = readValue(type, name === undefined ? undefined : call.args[name]);
  if (path.length !== 1 || !read.ok || !Array.isArray(read.value)) return Number.NaN;
  const items = read.value as readonly Value[];
  return items.reduce((sum: number, each) => {
    const part =
      item.op === 'field' && typeof each === 'object' ? (each as Readonly<Record<string, Value>>)[item.name] : each;
    return sum + amountOf(part);
  }, 0);
}

/** A limit on every item of a list, or what is above it of some item, with the same one on their sum. */
function withSum(source: string): string | null {
  const { not, list, every, item, each, cmp, cap } =
    /^(?<not>!?)(?<list>[^!]+?)\.(?<every>all|any)\(\s*(?<item>\w+)\s*,\s*(?<each>[\w.]+)\s*(?<cmp>[<>]=?)\s*(?<cap>[^&|]+?)\s*\)$/u.exec(
      source,
    )?.groups ?? {};
  if (list === undefined || cmp?.startsWith('<') !== (every === 'all')) return null;
  const sum = `${list}.sum(${item ?? ''}, ${each ?? ''}) ${cmp ?? ''} ${cap ?? ''}`;
  const both = `${source.slice(not?.length ?? 0)} ${every === 'all' ? '&&' : '||'} ${sum}`;
  return not === '' && every === 'all' ? both : `${not ?? ''}(${both})`;
}
