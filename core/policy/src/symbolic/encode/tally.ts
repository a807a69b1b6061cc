import type { CoreOf } from '../../core/ir.js';
import { currencyOf, unitsOf } from '../../evaluate/history/tally.js';
import type { CompareOp } from '../../syntax/ast.js';
import { fractionOf } from '../../values/numbers/num.js';
import type { Num } from '../../values/value.js';
import type { TermFactory } from '../terms/factory.js';
import type { BoolTerm, IntTerm } from '../terms/term.js';
import { compareSyms } from './compare.js';
import { addSyms } from './number.js';
import type { EncodingState } from './state.js';
import { boolSym, type BoolSym, currencyIndex, type NumberSym, type Sym, truthSym } from './sym.js';

/** The bound of a sum: its currency, when it is money, and its units. */
export function boundUnits(
  { factory }: EncodingState,
  { bound }: CoreOf<'sum'>,
): { readonly currency: string | null; readonly units: NumberSym } {
  const currency = currencyOf(bound);
  const units = unitsOf(bound, currency);
  return { currency, units: constant(factory, typeof units === 'symbol' ? 0 : units) };
}

function constant(factory: TermFactory, num: Num): NumberSym {
  const { units, scale } = fractionOf(num);
  return { kind: 'int', defined: factory.true, value: factory.int(units), ...(scale > 0 && { digits: scale }) };
}

/** The sum of what each event gives, and of the present call, against the bound. */
export function sumSym(
  state: EncodingState,
  expr: CoreOf<'sum'>,
  events: readonly { readonly truth: BoolSym; readonly amount: Sym }[],
  present: Sym | null,
): Sym {
  const { factory } = state;
  const { currency, units: bound } = boundUnits(state, expr);
  const amounts = events.map(({ truth, amount }) => ({
    certain: truth.value,
    possible: factory.or(truth.value, factory.not(truth.defined)),
    units: presentUnits(state, amount, currency),
  }));
  const unknown = amounts.map(({ possible, units }) => factory.and(possible, factory.not(units.defined)));
  const digits = Math.max(0, ...amounts.map(({ units }) => units.digits ?? 0));
  const zero = factory.int(0);
  /** What an amount adds when it counts for certain, and when it only may, being below or above 0. */
  const total = (counts: (value: IntTerm) => BoolTerm): Sym => {
    const shares = amounts.map(({ certain, possible, units: { value, dense, digits: own = 0 } }) => {
      const share = factory.ite(factory.or(certain, factory.and(possible, counts(value))), value, zero);
      return { value: factory.scale(10n ** BigInt(digits - own), share), dense };
    });
    const [open, settled] = [shares.filter(({ dense }) => dense), shares.filter(({ dense }) => !dense)];
    const number = (value: IntTerm, dense?: NumberSym['dense']): NumberSym => ({
      kind: 'int',
      defined: factory.true,
      value,
      ...(digits > 0 && { digits }),
      dense,
    });
    // Unknown decimals of any scale are looked for on a grid, on which a sum of several may be missing.
    return open.reduce<Sym>(
      (sum, { value, dense }) => addSyms(state, sum, number(value, dense), 1n),
      number(factory.add(...settled.map(({ value }) => value))),
    );
  };
  const own = present && presentUnits(state, present, currency);
  const withOwn = (sum: Sym): Sym => (own ? addSyms(state, sum, own, 1n) : sum);
  const low = withOwn(total((value) => factory.lt(value, zero)));
  const high = withOwn(total((value) => factory.lt(zero, value)));
  const compared = compareBetween(state, expr.cmp, low, high, bound);
  return boolSym(factory, factory.and(factory.not(factory.or(...unknown)), compared.defined), compared.value);
}

/** Compares a number known only to lie between two others, in any units: undefined where the answer depends on where. */
export function compareBetween(state: EncodingState, cmp: CompareOp, low: Sym, high: Sym, bound: NumberSym): BoolSym {
  const { factory } = state;
  const is = (op: CompareOp, left: Sym, right: Sym): BoolTerm => compareSyms(state, op, left, right).value;
  const defined = factory.and(low.defined, high.defined);
  const atLow = is(cmp, low, bound);
  if (low === high) return truthSym(defined, factory.and(defined, atLow));
  const atHigh = is(cmp, high, bound);
  const same = is('==', low, high);
  const outside = factory.or(is('<', bound, low), is('<', high, bound));
  const settled = cmp === '==' || cmp === '!=' ? factory.or(same, outside) : factory.iff(atLow, atHigh);
  const when = factory.and(defined, settled);
  return truthSym(when, factory.and(when, atLow));
}

/** The present call's own amount as a number; undefined where there is none. */
export function presentUnits(state: EncodingState, sym: Sym, currency: string | null): NumberSym {
  const { factory } = state;
  const never: NumberSym = { kind: 'int', defined: factory.false, value: factory.int(0) };
  if (sym.defined === factory.false) return never;
  if (sym.kind === 'int') return sym;
  if (sym.kind !== 'money') throw new TypeError(`a sum of ${sym.kind}`);
  if (currency === null) return never;
  const alike = factory.eq(sym.currency, factory.int(currencyIndex(currency)));
  return { kind: 'int', defined: factory.and(sym.defined, alike), value: sym.value };
}
