import type { Type } from '@ostiary/catalogue';
import type { CompareOp } from '../../syntax/ast.js';
import type { Value } from '../../values/value.js';
import type { BoolTerm, IntTerm } from '../terms/term.js';
import type { EncodingState } from './state.js';
import {
  alignedDigits,
  boolSym,
  constSym,
  denserOf,
  type ListSym,
  type Quantity,
  type RecordSym,
  type Sym,
} from './sym.js';
import { equalOptions, stringIn, stringsEqual } from './text.js';

/** A comparison as the evaluator makes it: undefined where a side is, and for money of two currencies. */
export function compareSyms(state: EncodingState, cmp: CompareOp, left: Sym, right: Sym): Sym {
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

/** Where both values are defined and the same; money of two currencies is not the same. */
export function equalSyms(state: EncodingState, left: Sym, right: Sym): BoolTerm {
  const { factory } = state;
  const defined = factory.and(left.defined, right.defined);
  if (defined === factory.false) return defined;
  if (left.kind === 'bool' && right.kind === 'bool') return factory.and(defined, factory.iff(left.value, right.value));
  if (left.kind === 'int' && right.kind === 'int') return factory.and(defined, ordered(state, '==', left, right));
  if (left.kind === 'money' && right.kind === 'money')
    return factory.and(defined, ordered(state, '==', left, right), factory.eq(left.currency, right.currency));
  if (left.kind === 'string' && right.kind === 'string') return factory.and(defined, stringsEqual(state, left, right));
  if (left.kind === 'record' && right.kind === 'record') return equalRecords(state, left, right);
  if (left.kind === 'list' && right.kind === 'list') return equalLists(state, left, right);
  return factory.and(defined, state.havoc(`equality of two values of kind ${left.kind}`));
}

function equalRecords(state: EncodingState, left: RecordSym, right: RecordSym): BoolTerm {
  const { factory } = state;
  return equalOptions(factory, left.options, right.options, (a, b) => {
    const names = new Set([...a.keys(), ...b.keys()]);
    const fields = [...names].map((name) => {
      const [x, y] = [a.get(name), b.get(name)];
      if (!x || !y) return factory.not((x ?? y)?.present ?? factory.false);
      const same = factory.implies(x.present, equalSyms(state, x.value, y.value));
      return factory.and(factory.iff(x.present, y.present), same);
    });
    return factory.and(...fields);
  });
}

function equalLists(state: EncodingState, left: ListSym, right: ListSym): BoolTerm {
  const { factory } = state;
  return equalOptions(factory, left.options, right.options, (a, b) => {
    const listed = Math.max(a.items.length, b.items.length);
    const items = Array.from({ length: listed }, (_, index) => {
      const [x, y] = [a.items[index], b.items[index]];
      return x && y ? factory.implies(x.present, equalSyms(state, x.value, y.value)) : factory.true;
    });
    const longer = factory.lt(factory.int(Math.min(a.items.length, b.items.length)), a.size);
    const beyond =
      longer === factory.false ? factory.true : factory.implies(longer, state.havoc('equality of long lists'));
    return factory.and(factory.eq(a.size, b.size), ...items, beyond);
  });
}

/** Where `sym` is defined and equals one of `values`. */
export function memberOf(state: EncodingState, sym: Sym, values: readonly Value[], type: Type): BoolTerm {
  const { factory } = state;
  if (sym.kind === 'string') return factory.and(sym.defined, stringIn(state, sym, values.map(String)));
  return factory.or(...values.map((value) => equalSyms(state, sym, constSym(factory, type, value))));
}
