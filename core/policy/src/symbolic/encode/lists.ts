import type { Type } from '@ostiary/catalogue';
import type { Value } from '../../values/value.js';
import type { BoolTerm } from '../terms/term.js';
import { equalSyms } from './compare.js';
import type { EncodingState } from './state.js';
import { boolSym, constSym, type Sym, type SymList } from './sym.js';

type Judge = (item: Sym) => Extract<Sym, { kind: 'bool' }>;

/** `any` or `all` over a list, in strong Kleene logic: a decisive item decides, else an undefined one makes it undefined. */
export function quantify(
  state: EncodingState,
  quantifier: 'any' | 'all',
  list: Sym,
  judge: Judge,
): Extract<Sym, { kind: 'bool' }> {
  if (list.defined === state.factory.false)
    return { kind: 'bool', defined: state.factory.false, value: state.factory.false };
  if (list.kind !== 'list') throw new TypeError(`${quantifier} over ${list.kind}`);
  const { factory } = state;
  const parts = list.options.map(({ when, value }) => ({ when, ...overItems(state, quantifier, value, judge) }));
  const defined = factory.or(...parts.map((part) => factory.and(part.when, part.defined)));
  return { kind: 'bool', defined, value: factory.or(...parts.map((part) => factory.and(part.when, part.value))) };
}

function overItems(
  state: EncodingState,
  quantifier: 'any' | 'all',
  list: SymList,
  judge: Judge,
): { defined: BoolTerm; value: BoolTerm } {
  const { factory } = state;
  const judged = list.items.map(({ present, value }) => {
    const truth = judge(value);
    const no = factory.and(truth.defined, factory.not(truth.value));
    return {
      decisive: factory.and(present, quantifier === 'any' ? truth.value : no),
      open: factory.and(present, factory.not(truth.defined)),
    };
  });
  const decided = factory.or(...judged.map((each) => each.decisive));
  const defined = factory.or(decided, factory.not(factory.or(...judged.map((each) => each.open))));
  const value = quantifier === 'any' ? decided : factory.and(defined, factory.not(decided));
  if (list.complete === factory.true) return { defined, value };
  const known = state.havoc('a quantifier over a long list');
  return {
    defined: factory.choose(list.complete, defined, known),
    value: factory.choose(list.complete, value, factory.and(known, state.havoc('a quantifier over a long list'))),
  };
}

/** Whether one of the items equals `wanted`; money of another currency makes a miss undefined. */
export function containsSym(state: EncodingState, list: Sym, wanted: Sym): Sym {
  const { factory } = state;
  const found = quantify(state, 'any', list, (item) => asEquality(state, item, wanted));
  return boolSym(factory, factory.and(found.defined, wanted.defined), found.value);
}

/** Membership in constants, with the same rule for money. */
export function memberSym(state: EncodingState, sym: Sym, values: readonly Value[], type: Type): Sym {
  const { factory } = state;
  const defined = factory.true;
  const items = values.map((value) => ({ present: defined, value: constSym(factory, type, value) }));
  const list: Sym = {
    kind: 'list',
    defined,
    options: [{ when: defined, value: { size: factory.int(items.length), items, complete: defined } }],
  };
  return containsSym(state, list, sym);
}

function asEquality(state: EncodingState, left: Sym, right: Sym): Extract<Sym, { kind: 'bool' }> {
  const { factory } = state;
  const defined =
    left.kind === 'money' && right.kind === 'money' ? factory.eq(left.currency, right.currency) : factory.true;
  const value =
    left.kind === 'money' && right.kind === 'money'
      ? factory.eq(left.minor, right.minor)
      : equalSyms(state, left, right);
  return { kind: 'bool', defined, value: factory.and(defined, value) };
}
