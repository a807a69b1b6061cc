import type { Type } from '@ostiary/catalogue';
import type { CompareOp } from '../../syntax/ast.js';
import type { Value } from '../../values/value.js';
import type { BoolTerm, IntTerm } from '../terms/term.js';
import type { EncodingState } from './state.js';
import { alignedDigits, boolSym, constSym, denserOf, type NumberSym, type Sym } from './sym.js';
import { stringIn, stringsEqual } from './text.js';

/** A comparison as the evaluator makes it: undefined where a side is, and for money of two currencies. */
export function compareSyms(state: EncodingState, cmp: CompareOp, left: Sym, right: Sym): Sym {
  const { factory } = state;
  const defined = factory.and(left.defined, right.defined);
  if (left.kind === 'int' && right.kind === 'int')
    return boolSym(factory, defined, ordered(state, cmp, left, left.value, right, right.value));
  if (left.kind === 'money' && right.kind === 'money') {
    return boolSym(
      factory,
      factory.and(defined, factory.eq(left.currency, right.currency)),
      ordered(state, cmp, left, left.minor, right, right.minor),
    );
  }
  const equal = equalSyms(state, left, right);
  return boolSym(factory, defined, cmp === '!=' ? factory.not(equal) : equal);
}

/** Two numbers of their own units; left free where a multiple of an unknown decimal meets another unknown. */
function ordered(
  state: EncodingState,
  cmp: CompareOp,
  a: Pick<NumberSym, 'digits' | 'dense'>,
  left: IntTerm,
  b: Pick<NumberSym, 'digits' | 'dense'>,
  right: IntTerm,
): BoolTerm {
  const { factory } = state;
  const same = alignedDigits(factory, a, left, b, right);
  const onGrid = ordering(state, cmp, same.left, same.right);
  if (denserOf(a, b) !== 'multiple' || left.kind === 'const' || right.kind === 'const') return onGrid;
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
  if (left.kind === 'int' && right.kind === 'int')
    return factory.and(defined, ordered(state, '==', left, left.value, right, right.value));
  if (left.kind === 'money' && right.kind === 'money') {
    return factory.and(
      defined,
      ordered(state, '==', left, left.minor, right, right.minor),
      factory.eq(left.currency, right.currency),
    );
  }
  if (left.kind === 'string' && right.kind === 'string') return factory.and(defined, stringsEqual(state, left, right));
  if (left.kind === 'record' && right.kind === 'record') return equalRecords(state, left, right);
  if (left.kind === 'list' && right.kind === 'list') return equalLists(state, left, right);
  return factory.and(defined, state.havoc(`equality of two values of kind ${left.kind}`));
}

function equalRecords(
  state: EncodingState,
  left: Extract<Sym, { kind: 'record' }>,
  right: Extract<Sym, { kind: 'record' }>,
): BoolTerm {
  const { factory } = state;
  return factory.or(
    ...left.options.flatMap((a) =>
      right.options.map((b) => {
        const names = new Set([...a.value.keys(), ...b.value.keys()]);
        const fields = [...names].map((name) => {
          const [x, y] = [a.value.get(name), b.value.get(name)];
          if (!x || !y) return factory.not((x ?? y)?.present ?? factory.false);
          return factory.and(
            factory.iff(x.present, y.present),
            factory.implies(x.present, equalSyms(state, x.value, y.value)),
          );
        });
        return factory.and(a.when, b.when, ...fields);
      }),
    ),
  );
}

function equalLists(
  state: EncodingState,
  left: Extract<Sym, { kind: 'list' }>,
  right: Extract<Sym, { kind: 'list' }>,
): BoolTerm {
  const { factory } = state;
  return factory.or(
    ...left.options.flatMap((a) =>
      right.options.map((b) => {
        const listed = Math.max(a.value.items.length, b.value.items.length);
        const items = Array.from({ length: listed }, (_, index) => {
          const [x, y] = [a.value.items[index], b.value.items[index]];
          return x && y ? factory.implies(x.present, equalSyms(state, x.value, y.value)) : factory.true;
        });
        const longer = factory.lt(factory.int(Math.min(a.value.items.length, b.value.items.length)), a.value.size);
        const beyond =
          longer === factory.false ? factory.true : factory.implies(longer, state.havoc('equality of long lists'));
        return factory.and(a.when, b.when, factory.eq(a.value.size, b.value.size), ...items, beyond);
      }),
    ),
  );
}

/** Where `sym` is defined and equals one of `values`. */
export function memberOf(state: EncodingState, sym: Sym, values: readonly Value[], type: Type): BoolTerm {
  const { factory } = state;
  if (sym.kind === 'string') return factory.and(sym.defined, stringIn(state, sym, values.map(String)));
  return factory.or(...values.map((value) => equalSyms(state, sym, constSym(factory, type, value))));
}
