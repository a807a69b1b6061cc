import type { Type } from '@ostiary/catalogue';
import type { CompareOp } from '../../syntax/ast.js';
import type { Value } from '../../values/value.js';
import type { BoolTerm, IntTerm } from '../terms/term.js';
import type { EncodingState } from './state.js';
import { alignedDigits, boolSym, type BoolSym, constSym, denserOf, type Quantity, type Sym } from './sym.js';
import { stringIn, stringsEqual } from './text.js';

/** A comparison as the evaluator makes it: undefined where a side is, and for money of two currencies. */
export function compareSyms(state: EncodingState, cmp: CompareOp, left: Sym, right: Sym): BoolSym {
  const { factory } = state;
  const defined = factory.and(left.defined, right.defined);
  if (left.kind === 'int' && right.kind === 'int') return boolSym(factory, defined, ordered(state, cmp, left, right));
  if (left.kind === 'money' && right.kind === 'money') {
    const alike = factory.eq(left.currency, right.currency);
    return boolSym(factory, factory.and(defined, alike), ordered(state, cmp, left, right));
  }
  const equal = equalSyms(state, left, right);
  return boolSym(factory, defined, cmp === '!=' ? factory.not(equal) : equal);
}

/** Two numbers of their own units; left free where a multiple of an unknown decimal meets another unknown. */
function ordered(state: EncodingState, cmp: CompareOp, a: Quantity, b: Quantity): BoolTerm {
  const { factory } = state;
  const { left, right } = alignedDigits(factory, a, b);
  const onGrid = ordering(state, cmp, left, right);
  if (denserOf(a, b) !== 'multiple' || a.value.kind === 'const' || b.value.kind === 'const') return onGrid;
  const other = state.havoc('arithmetic on several unknowns');
  state.plain.push(factory.not(other));
  return factory.choose(other, state.freshBool('free'), onGrid);
}

/** A comparison of two integers of one unit. */
export function ordering(state: EncodingState, cmp: CompareOp, left: IntTerm, right: IntTerm): BoolTerm {
  const { factory } = state;
  switch (cmp) {
    case '==':
      return factory.eq(left, right);
    case '!=':
      return factory.not(factory.eq(left, right));
    case '<':
      return factory.lt(left, right);
    case '<=':
      return factory.le(left, right);
    case '>':
      return factory.lt(right, left);
    case '>=':
      return factory.le(right, left);
  }
}

/** Where both values are defined and the same; money of two currencies is not the same. Records and lists are never compared: `not_comparable`. */
export function equalSyms(state: EncodingState, left: Sym, right: Sym): BoolTerm {
  const { factory } = state;
  const defined = factory.and(left.defined, right.defined);
  if (defined === factory.false) return defined;
  if (left.kind === 'bool' && right.kind === 'bool') return factory.and(defined, factory.iff(left.value, right.value));
  if (left.kind === 'int' && right.kind === 'int') return factory.and(defined, ordered(state, '==', left, right));
  if (left.kind === 'money' && right.kind === 'money')
    return factory.and(defined, ordered(state, '==', left, right), factory.eq(left.currency, right.currency));
  if (left.kind === 'string' && right.kind === 'string') return factory.and(defined, stringsEqual(state, left, right));
  return factory.and(defined, state.havoc(`equality of two values of kind ${left.kind}`));
}

/** Where `sym` is defined and equals one of `values`. */
export function memberOf(state: EncodingState, sym: Sym, values: readonly Value[], type: Type): BoolTerm {
  const { factory } = state;
  if (sym.kind === 'string') return factory.and(sym.defined, stringIn(state, sym, values.map(String)));
  return factory.or(...values.map((value) => equalSyms(state, sym, constSym(factory, type, value))));
}
