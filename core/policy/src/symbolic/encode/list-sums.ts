import { CURRENCIES } from '../../values/currencies.js';
import type { BoolTerm, Bounds, IntTerm, Term } from '../terms/term.js';
import type { EncodingState } from './state.js';
import { alignedDigits, type MoneySym, type NumberSym, type Sym, type SymList } from './sym.js';
import { isSurelyHeld } from './number.js';
import { sumOf } from './totals.js';

const WHY = 'a sum over a list that is not known';

/** What a sum over an unknown list gives where the list has items. */
export type SumSym = NumberSym | MoneySym;

/** The sum of values like `one`, which is what an unknown item gives. What is not plain from that stands for itself until the list is closed. */
export function openSum(state: EncodingState, one: SumSym, size: IntTerm): SumSym {
  const bounds = boundsOf(one, size);
  const isOne = isFixed(one);
  const isDefined = one.defined === state.factory.true && isOne && isSurelyHeld(bounds, one.digits ?? 0);
  const defined = isDefined ? one.defined : state.freshBool('summed');
  const currency = isOne ? currencyOf(one) : state.freshInt('sumc', CODES);
  return sumLike(one, defined, state.freshInt('sum', bounds), currency);
}

/**
 * The sum, like `open`, once the items that are kept apart are known: exact where each of them is one item of the list and there are
 * no others, and else any number that is as large as such a sum may be.
 *
 * @param size how many items the list has; null: those that are kept apart
 */
export function closedSum(
  state: EncodingState,
  valueOf: (item: Sym) => Sym,
  open: SumSym,
  items: SymList['items'],
  size: IntTerm | null,
): SumSym {
  const { factory } = state;
  const whole = inUnitsOf(state, open, sumOf(state, items, valueOf));
  if (whole && size === null) return whole;
  // Whatever else there is: one item without a value is enough.
  const valued = factory.and(...items.map(({ present, value }) => factory.implies(present, valueOf(value).defined)));
  const free = state.freshInt('free', open.value, WHY);
  const defined = open.defined.kind === 'const' ? open.defined : state.havoc(WHY);
  const currency = isFixed(open) ? currencyOf(open) : state.freshInt('free', CODES, WHY);
  const other = sumLike(open, defined, free, currency);
  if (!whole || size === null) return restricted(state, valued, other);
  const count = factory.count(items, ({ present }) => present);
  const exact = factory.eq(count, size);
  state.plain.push(factory.or(exact, factory.eq(size, factory.int(0))));
  const value = factory.ite(exact, whole.value, free);
  const code = factory.ite(exact, currencyOf(whole), currency);
  return restricted(state, valued, sumLike(other, factory.choose(exact, whole.defined, defined), value, code));
}

/** A sum in the units of another; null where it is finer than they are. */
function inUnitsOf({ factory }: EncodingState, open: SumSym, sum: Sym): SumSym | null {
  if ((sum.kind !== 'int' && sum.kind !== 'money') || sum.kind !== open.kind) return null;
  if ((sum.digits ?? 0) > (open.digits ?? 0)) return null;
  const { left } = alignedDigits(factory, sum, { ...open, value: factory.int(0) });
  return sumLike(open, sum.defined, left, currencyOf(sum));
}

/** Each term that stands for itself with what it stands for. */
export function inPlaceOf(open: SumSym, closed: SumSym): (readonly [Term, Term])[] {
  const pairs: (readonly [Term, Term])[] = [
    [open.defined, closed.defined],
    [open.value, closed.value],
    [currencyOf(open), currencyOf(closed)],
  ];
  const distinct = new Map(pairs.filter(([term]) => term.kind === 'var'));
  return [...distinct];
}

/** What tells one sum over a list from another: the terms of the value of one item. */
export const sumKey = (one: SumSym): string =>
  [one.defined, one.value, ...(one.kind === 'int' ? [] : [one.currency])].map(({ id }) => id).join(' ');

/** Whether there is one currency at most that it may be in. */
const isFixed = (sum: SumSym): boolean => sum.kind === 'int' || sum.currency.kind === 'const';

const CODES: Bounds = { lo: 0n, hi: BigInt(CURRENCIES.length - 1) };

const currencyOf = (sym: SumSym): IntTerm => (sym.kind === 'int' ? sym.value : sym.currency);

function sumLike(one: SumSym, defined: BoolTerm, value: IntTerm, currency: IntTerm): SumSym {
  const sum: SumSym = { ...one, defined, value, digits: one.digits ?? 0, dense: one.dense && 'multiple' };
  return sum.kind === 'int' ? sum : { ...sum, currency };
}

function restricted({ factory }: EncodingState, condition: BoolTerm, sum: SumSym): SumSym {
  return { ...sum, defined: factory.and(condition, sum.defined) };
}

/** What the sum of at least one and at most so many values lies between. */
function boundsOf(one: SumSym, { hi: most }: IntTerm): Bounds {
  const { lo, hi } = one.value;
  const all = (end: bigint): bigint | null => (most === null ? null : end * most);
  return { lo: lo !== null && lo < 0n ? all(lo) : lo, hi: hi !== null && hi > 0n ? all(hi) : hi };
}
