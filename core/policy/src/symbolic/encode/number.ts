import type { BoolTerm, Bounds, IntTerm } from '../terms/term.js';
import type { EncodingState } from './state.js';
import {
  alignedDigits,
  denserOf,
  isNumber,
  type MoneySym,
  type NumberSym,
  type Quantity,
  type Sym,
  undefinedSym,
} from './sym.js';

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** The integers that are read. */
export const SAFE_INTEGERS: Bounds = { lo: -MAX_SAFE, hi: MAX_SAFE };
/** Beyond it digits may reach too far for the evaluator, which then has no value. */
const SURELY_HELD = 10n ** 900n;

/** Whether an exact result is one that a conversion or a sum may have. */
export function isSafe(state: EncodingState, value: IntTerm): BoolTerm {
  const { factory } = state;
  return factory.and(factory.le(factory.int(-MAX_SAFE), value), factory.le(value, factory.int(MAX_SAFE)));
}

/** `left` + factor * `right` on numbers or on money of one currency. */
export function addSyms(state: EncodingState, left: Sym, right: Sym, factor: 1n | -1n): Sym {
  const { factory } = state;
  if (neverDefined(state, left, right)) return undefinedSym(factory);
  if (!isNumber(left) || !isNumber(right) || left.kind !== right.kind)
    throw new TypeError(`cannot add ${left.kind} and ${right.kind}`);
  const defined = factory.and(left.defined, right.defined);
  const alike =
    left.kind === 'money' && right.kind === 'money' ? factory.eq(left.currency, right.currency) : factory.true;
  return held(state, {
    ...left,
    defined: factory.and(defined, alike),
    dense: undefined,
    ...sum(state, left, right, factor),
  });
}

function sum(state: EncodingState, a: Quantity, b: Quantity, factor: 1n | -1n): Quantity {
  const { factory } = state;
  const dense = denserOf(a, b);
  const { left, right, digits } = alignedDigits(factory, a, b);
  const value = factory.add(left, factory.scale(factor, right));
  // A sum of two unknowns is no multiple of one of them: on the grid it may miss values.
  if (dense !== undefined && a.value.kind !== 'const' && b.value.kind !== 'const')
    return { value: perhaps(state, value), digits };
  return { value, digits, dense: b.dense !== undefined && factor < 0n ? 'multiple' : dense };
}

/** The number, or any other. */
function perhaps(state: EncodingState, value: IntTerm): IntTerm {
  const other = state.havoc('arithmetic on several unknowns');
  state.plain.push(state.factory.not(other));
  return state.factory.ite(other, state.freshInt('free', UNBOUND), value);
}

/** Two numbers, or a number and money. Exact when one side is a constant; see `unknownProduct` for two unknowns. */
export function multiplySyms(state: EncodingState, left: Sym, right: Sym): Sym {
  const { factory } = state;
  if (neverDefined(state, left, right)) return undefinedSym(factory);
  if (right.kind === 'money') return multiplySyms(state, right, left);
  if (!isNumber(left) || right.kind !== 'int') throw new TypeError(`cannot multiply ${left.kind} and ${right.kind}`);
  const defined = factory.and(left.defined, right.defined);
  return held(state, { ...left, defined, dense: undefined, ...product(state, left, right) });
}

function product(state: EncodingState, a: Quantity, b: Quantity): Quantity {
  if (a.value.kind === 'const') return scaled(state, a.value.value, a, b);
  return b.value.kind === 'const' ? scaled(state, b.value.value, b, a) : unknownProduct(state, a, b);
}

/** So many units of the first times the second. */
function scaled({ factory }: EncodingState, factor: bigint, { digits = 0 }: Quantity, b: Quantity): Quantity {
  return { value: factory.scale(factor, b.value), digits: digits + (b.digits ?? 0), dense: b.dense && 'multiple' };
}

/**
 * Exact where the second is the number nearest to 1 that it may be, which is enough for most examples; else any number that lies
 * where the product may. Of the same two it is the same number, wherever it is asked for.
 */
function unknownProduct(state: EncodingState, a: Quantity, b: Quantity): Quantity {
  const { factory } = state;
  const { lo, hi } = b.value;
  const one = 10n ** BigInt(b.digits ?? 0);
  const plain = lo !== null && lo > one ? lo : hi !== null && hi < one ? hi : one;
  const known = scaled(state, plain, b, a);
  const isDense = denserOf(a, b) !== undefined;
  const digits = isDense ? Math.max(known.digits ?? 0, state.grid.after) : (known.digits ?? 0);
  const key = [a, b].map(({ value, digits: own = 0 }) => `${String(value.id)} ${String(own)}`).toSorted();
  const free = state.once(key.join(' '), () =>
    state.freshInt('free', isDense ? UNBOUND : productBounds(a.value, b.value), 'a product of several unknowns'),
  );
  const same = alignedDigits(factory, known, { value: free, digits });
  const isPlain = factory.eq(b.value, factory.int(plain));
  state.plain.push(isPlain);
  return { value: factory.ite(isPlain, same.left, same.right), digits: same.digits, dense: known.dense };
}

const UNBOUND: Bounds = { lo: null, hi: null };

function productBounds(a: Bounds, b: Bounds): Bounds {
  const positive = a.lo !== null && b.lo !== null && a.lo >= 0n && b.lo >= 0n;
  if (a.lo === null || a.hi === null || b.lo === null || b.hi === null)
    return positive ? { lo: 0n, hi: null } : UNBOUND;
  const ends = [a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi];
  const pick = (isBetter: (one: bigint, other: bigint) => boolean): bigint =>
    ends.reduce((best, end) => (isBetter(end, best) ? end : best));
  return { lo: pick((one, other) => one < other), hi: pick((one, other) => one > other) };
}

/** A number with that many digits after the point, as a decimal of any scale. */
export function unscaleSym(state: EncodingState, sym: Sym, scale: number): Sym {
  if (neverDefined(state, sym)) return undefinedSym(state.factory);
  if (sym.kind !== 'int') throw new TypeError(`${sym.kind} is no number`);
  return { ...sym, digits: (sym.digits ?? 0) + scale };
}

/** Minus a number or amount. Throws a TypeError for anything else. */
export function negateSym(state: EncodingState, sym: Sym): Sym {
  const { factory } = state;
  if (neverDefined(state, sym)) return undefinedSym(factory);
  if (!isNumber(sym)) throw new TypeError(`cannot negate ${sym.kind}`);
  return { ...sym, value: factory.scale(-1n, sym.value), dense: sym.dense && 'multiple' };
}

/** The evaluator has no value for numbers without end: where one may get so large, it is left open whether there is one. */
function held<S extends NumberSym | MoneySym>(state: EncodingState, sym: S): S {
  if (isSurelyHeld(sym.value, sym.digits ?? 0)) return sym;
  return { ...sym, defined: state.factory.and(sym.defined, state.havoc('numbers of very many digits')) };
}

/** Whether a number between such bounds, with so many digits after the point, is one that the evaluator has a value for. */
export function isSurelyHeld({ lo, hi }: Bounds, digits: number): boolean {
  return digits < 900 && lo !== null && lo > -SURELY_HELD && hi !== null && hi < SURELY_HELD;
}

/** A path the tool lacks has no type to go by: the kind of such an operand says nothing. */
export function neverDefined(state: EncodingState, ...syms: readonly Sym[]): boolean {
  return syms.some((sym) => sym.defined === state.factory.false);
}
