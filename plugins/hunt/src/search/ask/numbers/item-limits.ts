import { type CoreExpr, type CoreOf, type CoreRule, exprType, readValue, type Value, within } from '@ostiary/policy';
import type { Draft } from '@ostiary/policy/symbolic';
import { conjunctsOf, disjunctsOf } from '../guards/tests.js';
import type { Hunt } from '../hunt/hunt.js';

/** A limit on each item of a list. */
export interface ItemLimit {
  readonly test: CoreExpr;
  readonly list: CoreOf<'read'>;
  /** What of an item is limited. */
  readonly item: CoreExpr;
  readonly cap: CoreOf<'const'>;
}

/** The limits on every item: those that an allowance asks for, and those beyond which another rule stops a call. */
export function limitsOf(hunt: Hunt, rule: CoreRule, tool: string): readonly ItemLimit[] {
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
    const parts = guard ? within(guard) : [];
    return parts.some((part) => part.op === 'total' && part.list.op === 'read' && part.list.slot === list.slot);
  });

/** A number of the item itself. */
const isOfItem = (hunt: Hunt, expr: CoreExpr): boolean =>
  ['money', 'int'].includes(exprType(hunt.policy.core, expr).kind) &&
  (expr.op === 'item' || (expr.op === 'field' && expr.operand.op === 'item')) &&
  within(expr).every((each) => each.op !== 'item' || each.depth === 0);

/** In smallest units; NaN of what is no number. */
export const amountOf = (value: Value | undefined): number =>
  typeof value === 'number'
    ? value
    : typeof value === 'object' && 'minor' in value
      ? Number(value['minor'])
      : Number.NaN;

/** The list, as a path in the call. */
export const nameOf = ({ policy }: Hunt, { list }: ItemLimit): string =>
  policy.core.slots[list.slot]?.path.join('.') ?? '';

/** That the items together are more than each may be. */
export function sumBeyond({ policy }: Hunt, rule: CoreRule, { list, item, cap }: ItemLimit): CoreOf<'compare'> {
  const type = exprType(policy.core, item);
  const left = { op: 'total', list, body: item, type, empty: null } as const;
  return { op: 'compare', cmp: '>', left, right: cap, type, span: rule.span };
}

/** What the items of a call's list come to, in smallest units; NaN where they are no numbers. */
export function sumOf({ policy }: Hunt, { list, item }: ItemLimit, { call }: Draft): number {
  const slot = policy.core.slots[list.slot];
  const [name, ...inside] = slot?.path ?? [];
  if (!slot || name === undefined || inside.length > 0) return Number.NaN;
  const read = readValue(slot.type, call.args[name]);
  if (!read.ok || !Array.isArray(read.value)) return Number.NaN;
  const items = read.value as readonly Value[];
  return items.reduce((sum: number, each) => {
    const part =
      item.op === 'field' && typeof each === 'object' ? (each as Readonly<Record<string, Value>>)[item.name] : each;
    return sum + amountOf(part);
  }, 0);
}
