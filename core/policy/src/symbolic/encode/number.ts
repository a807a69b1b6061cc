import type { BoolTerm, Bounds, IntTerm } from '../terms/term.js';
import type { EncodingState } from './state.js';
import { type Sym, undefinedSym } from './sym.js';

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** The integers an evaluator can hold. */
export const SAFE_INTEGERS: Bounds = { lo: -MAX_SAFE, hi: MAX_SAFE };

/** Whether the exact result is one the evaluator can hold; else it is undefined there (overflow). */
export function isSafe(state: EncodingState, value: IntTerm): BoolTerm {
  const { factory } = state;
  return factory.and(factory.le(factory.int(-MAX_SAFE), value), factory.le(value, factory.int(MAX_SAFE)));
}

/** `left` + factor * `right` on integers or on money of one currency. */
export function addSyms(state: EncodingState, left: Sym, right: Sym, factor: 1n | -1n): Sym {
  const { factory } = state;
  if (neverDefined(state, left, right)) return undefinedSym(factory, { kind: 'int' });
  if (left.kind === 'int' && right.kind === 'int') {
    const value = factory.add(left.value, factory.scale(factor, right.value));
    return { kind: 'int', defined: factory.and(left.defined, right.defined, isSafe(state, value)), value };
  }
  if (left.kind === 'money' && right.kind === 'money') {
    const minor = factory.add(left.minor, factory.scale(factor, right.minor));
    const alike = factory.eq(left.currency, right.currency);
    return {
      kind: 'money',
      defined: factory.and(left.defined, right.defined, alike, isSafe(state, minor)),
      minor,
      currency: left.currency,
    };
  }
  throw new TypeError(`cannot add ${left.kind} and ${right.kind}`);
}

/** One side a constant integer, the other an integer or money. */
export function multiplySyms(state: EncodingState, left: Sym, right: Sym): Sym {
  const { factory } = state;
  if (neverDefined(state, left, right)) return undefinedSym(factory, { kind: 'int' });
  const constant = constantOf(left);
  if (constant === null) {
    if (constantOf(right) !== null) return multiplySyms(state, right, left);
    throw new TypeError('a product has one constant side');
  }
  const defined = factory.and(left.defined, right.defined);
  if (right.kind === 'int') {
    const value = factory.scale(constant, right.value);
    return { kind: 'int', defined: factory.and(defined, isSafe(state, value)), value };
  }
  if (right.kind === 'money') {
    const minor = factory.scale(constant, right.minor);
    return { kind: 'money', defined: factory.and(defined, isSafe(state, minor)), minor, currency: right.currency };
  }
  throw new TypeError(`cannot multiply ${right.kind}`);
}

export function negateSym(state: EncodingState, sym: Sym): Sym {
  const { factory } = state;
  if (neverDefined(state, sym)) return undefinedSym(factory, { kind: 'int' });
  if (sym.kind === 'int') return { ...sym, value: factory.scale(-1n, sym.value) };
  if (sym.kind === 'money') return { ...sym, minor: factory.scale(-1n, sym.minor) };
  throw new TypeError(`cannot negate ${sym.kind}`);
}

/** A path the tool lacks has no type to go by: the kind of such an operand says nothing. */
export function neverDefined(state: EncodingState, ...syms: readonly Sym[]): boolean {
  return syms.some((sym) => sym.defined === state.factory.false);
}

function constantOf(sym: Sym): bigint | null {
  return sym.kind === 'int' && sym.value.kind === 'const' ? sym.value.value : null;
}
