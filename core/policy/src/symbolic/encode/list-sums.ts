import { CURRENCIES } from '../../values/currencies.js';
import type { BoolTerm, Bounds, IntTerm, Term } from '../terms/term.js';
import type { EncodingState } from './state.js';
import { alignedDigits, type MoneySym, type NumberSym, type Sym, type SymList } from './sym.js';
import { sumOf } from './totals.js';

const WHY = 'a sum over a list that is not known';

/** What a sum over an unknown list gives where the list has items. */
export type SumSym = NumberSym | MoneySym;

/** The sum of values like `one`, which is what an unknown item gives. It stands for itself until the list is closed. */
export function openSum(state: EncodingState, one: SumSym, size: IntTerm): SumSym {
  const value = state.freshInt('sum', boundsOf(one, size));
  return sumLike(one, state.freshBool('summed'), value, state.freshInt('sumc', CODES));
}

/**
 * The sum, like `open`, once the items that are kept apart are known: exact where each of them is one item of the list and there are
 * no others, and else any number that is as large as such a sum may be.
 */
export function closedSum(
  state: EncodingState,
  valueOf: (item: Sym) => Sym,
  open: SumSym,
  items: SymList['items'],
  size: IntTerm,
): SumSym {
  const { factory } = state;
  const whole = sumOf(state, items, valueOf);
  // Whatever else there is: one item without a value is enough.
  const valued = factory.and(...items.map(({ present, value }) => factory.implies(present, valueOf(value).defined)));
  const free = state.freshInt('free', amountOf(open), WHY);
  const other = sumLike(open, state.havoc(WHY), free, state.freshInt('free', CODES, WHY));
  if (whole.kind !== other.kind || (whole.digits ?? 0) > (other.digits ?? 0)) return restricted(state, valued, other);
  const count = factory.add(...items.map(({ present }) => factory.ite(present, factory.int(1), factory.int(0))));
  const exact = factory.eq(count, size);
  state.plain.push(factory.or(exact, factory.eq(size, factory.int(0))));
  const { left } = alignedDigits(factory, whole, amountOf(whole), other, factory.int(0));
  const defined = factory.choose(exact, whole.defined, other.defined);
  const value = factory.ite(exact, left, free);
  const code = factory.ite(exact, currencyOf(whole), currencyOf(other));
  return restricted(state, valued, sumLike(other, defined, value, code));
}

/** Each term of one symbol with that of another in its place. */
export function inPlaceOf(open: SumSym, closed: SumSym): (readonly [Term, Term])[] {
  const terms: (readonly [Term, Term])[] = [
    [open.defined, closed.defined],
    [amountOf(open), amountOf(closed)],
  ];
  if (open.kind === 'money' && closed.kind === 'money') terms.push([open.currency, closed.currency]);
  return terms;
}

/** What tells one sum over a list from another: the terms of the value of one item. */
export const sumKey = (one: SumSym): string =>
  [one.defined, ...(one.kind === 'int' ? [one.value] : [one.minor, one.currency])].map(({ id }) => id).join(' ');

const CODES: Bounds = { lo: 0n, hi: BigInt(CURRENCIES.length - 1) };

const amountOf = (sym: SumSym): IntTerm => (sym.kind === 'int' ? sym.value : sym.minor);

const currencyOf = (sym: SumSym): IntTerm => (sym.kind === 'int' ? sym.value : sym.currency);

function sumLike({ kind, digits = 0, dense }: SumSym, defined: BoolTerm, value: IntTerm, currency: IntTerm): SumSym {
  const counted = { defined, digits, dense: dense && 'multiple' } as const;
  return kind === 'int' ? { kind, value, ...counted } : { kind, minor: value, currency, ...counted };
}

function restricted({ factory }: EncodingState, condition: BoolTerm, sum: SumSym): SumSym {
  return { ...sum, defined: factory.and(condition, sum.defined) };
}

/** What the sum of at least one and at most so many values lies between. */
function boundsOf(one: SumSym, { hi: most }: IntTerm): Bounds {
  const { lo, hi } = amountOf(one);
  const all = (end: bigint): bigint | null => (most === null ? null : end * most);
  return { lo: lo !== null && lo < 0n ? all(lo) : lo, hi: hi !== null && hi > 0n ? all(hi) : hi };
}
