import { addSyms } from './number.js';
import type { EncodingState } from './state.js';
import { choose, restrict, type Sym, type SymList, undefinedSym } from './sym.js';

/**
 * What `valueOf` comes to over the items of a list: exactly where its items are known, else as an unknown list says.
 *
 * @param empty the sum of no items; null: none is known
 */
export function totalSym(state: EncodingState, list: Sym, valueOf: (item: Sym) => Sym, empty: Sym | null): Sym {
  const { factory } = state;
  const nothing = empty ?? undefinedSym(factory);
  if (list.defined === factory.false) return undefinedSym(factory);
  if (list.kind !== 'list') throw new TypeError(`a sum of the items of ${list.kind}`);
  const whole = list.options.reduceRight<Sym>((rest, { when, value }) => {
    const some = value.unknown ? value.unknown.total(valueOf) : sumOf(state, value.items, valueOf);
    const there = factory.lt(factory.int(0), value.size);
    return choose(factory, when, choose(factory, there, some, nothing), rest);
  }, undefinedSym(factory));
  return restrict(factory, list.defined, whole);
}

/** The sum over those items that are there, of one at least; undefined where one of them is, or where currencies differ. */
export function sumOf(state: EncodingState, items: SymList['items'], valueOf: (item: Sym) => Sym): Sym {
  const { factory } = state;
  let sum: Sym = undefinedSym(factory);
  let begun = factory.false;
  for (const { present, value } of items) {
    const term = valueOf(value);
    sum = choose(factory, present, choose(factory, begun, addSyms(state, sum, term, 1n), term), sum);
    begun = factory.or(begun, present);
  }
  return sum;
}
