import type { Type } from '@ostiary/catalogue';
import type { Value } from '../../values/value.js';
import type { TermFactory } from '../terms/factory.js';
import { equalSyms } from './compare.js';
import { disjunction, negation } from './kleene.js';
import type { EncodingState } from './state.js';
import { boolSym, type BoolSym, constList, type Judge, type Sym, type SymList, truthSym } from './sym.js';

/**
 * `any` or `all` over a list, in strong Kleene logic: a decisive item decides, else an undefined one makes it undefined.
 *
 * @param mentions the constants that the test compares an item with, when it does nothing else with it
 */
export function quantify(
  state: EncodingState,
  quantifier: 'any' | 'all',
  list: Sym,
  judge: Judge,
  mentions: readonly Value[] | null,
): BoolSym {
  const { factory } = state;
  if (quantifier === 'all')
    return negation(
      factory,
      quantify(state, 'any', list, (item) => negation(factory, judge(item)), mentions),
    );
  if (list.defined === factory.false) return truthSym(factory.false, factory.false);
  if (list.kind !== 'list') throw new TypeError(`a test of the items of ${list.kind}`);
  const parts = list.options.map(({ when, value }) => ({
    when,
    truth: value.unknown ? value.unknown.any(judge, mentions) : disjunction(factory, overItems(factory, value, judge)),
  }));
  return truthSym(
    factory.or(...parts.map(({ when, truth }) => factory.and(when, truth.defined))),
    factory.or(...parts.map(({ when, truth }) => factory.and(when, truth.value))),
  );
}

function overItems(factory: TermFactory, list: SymList, judge: Judge): BoolSym[] {
  return list.items.map(({ present, value }) => {
    const truth = judge(value);
    return truthSym(factory.or(factory.not(present), truth.defined), factory.and(present, truth.value));
  });
}

/** Whether one of the items equals `wanted`; money of another currency makes a miss undefined. */
export function containsSym(state: EncodingState, list: Sym, wanted: Sym, mentions: readonly Value[] | null): Sym {
  const { factory } = state;
  const found = quantify(state, 'any', list, (item) => asEquality(state, item, wanted), mentions);
  return boolSym(factory, factory.and(found.defined, wanted.defined), found.value);
}

/** Membership in constants, with the same rule for money. */
export function memberSym(state: EncodingState, sym: Sym, values: readonly Value[], type: Type): Sym {
  return containsSym(state, constList(state.factory, type, values), sym, null);
}

function asEquality(state: EncodingState, left: Sym, right: Sym): BoolSym {
  const { factory } = state;
  const defined =
    left.kind === 'money' && right.kind === 'money' ? factory.eq(left.currency, right.currency) : factory.true;
  const value =
    left.kind === 'money' && right.kind === 'money'
      ? factory.eq(left.value, right.value)
      : equalSyms(state, left, right);
  return truthSym(defined, factory.and(defined, value));
}
