import type { CoreExpr } from '../../core/ir.js';
import { unitsOf } from '../../evaluate/history/tally.js';
import type { CompareOp } from '../../syntax/ast.js';
import type { Outcome } from '../../values/outcome.js';
import type { Money } from '../../values/value.js';
import type { BoolTerm, IntTerm } from '../terms/term.js';
import { ordering } from './compare.js';
import type { BoolSym } from './kleene.js';
import { isSafe } from './number.js';
import type { EncodingState } from './state.js';
import { boolSym, currencyIndex, type Sym } from './sym.js';

/** Compares a number known only to lie between two ends: undefined where the answer depends on where. */
export function compareInterval(
  state: EncodingState,
  cmp: CompareOp,
  low: IntTerm,
  high: IntTerm,
  bound: IntTerm,
): Sym {
  const { factory } = state;
  const same = factory.eq(low, high);
  if (cmp === '==' || cmp === '!=') {
    const outside = factory.or(factory.lt(bound, low), factory.lt(high, bound));
    const equal = factory.and(same, factory.eq(low, bound));
    return boolSym(factory, factory.or(same, outside), cmp === '==' ? equal : factory.not(equal));
  }
  const atLow = ordering(state, cmp, low, bound);
  return boolSym(factory, factory.iff(atLow, ordering(state, cmp, high, bound)), atLow);
}

/** The bound of a sum: its currency, when it is money, and its units. */
export function boundUnits({ bound }: Extract<CoreExpr, { op: 'sum' }>): {
  readonly currency: string | null;
  readonly units: number;
} {
  if (typeof bound === 'number') return { currency: null, units: bound };
  const { minor, currency } = bound as Money;
  return { currency, units: minor };
}

/** The sum of what each event gives, and of the present call, against the bound. */
export function sumSym(
  state: EncodingState,
  expr: Extract<CoreExpr, { op: 'sum' }>,
  events: readonly { readonly truth: BoolSym; readonly amount: Outcome }[],
  present: Sym | null,
): Sym {
  const { factory } = state;
  const { currency, units: bound } = boundUnits(expr);
  const unknown: BoolTerm[] = [];
  const lows: IntTerm[] = [];
  const highs: IntTerm[] = [];
  const zero = factory.int(0);
  for (const { truth, amount } of events) {
    const possible = factory.or(truth.value, factory.not(truth.defined));
    const units = unitsOf(amount, currency);
    if (typeof units === 'symbol') {
      unknown.push(possible);
      continue;
    }
    const term = factory.int(units);
    lows.push(factory.ite(units < 0 ? possible : truth.value, term, zero));
    highs.push(factory.ite(units > 0 ? possible : truth.value, term, zero));
  }
  if (present) {
    const { known, units } = presentUnits(state, present, currency);
    unknown.push(factory.not(known));
    lows.push(units);
    highs.push(units);
  }
  const [low, high] = [factory.add(...lows), factory.add(...highs)];
  const compared = compareInterval(state, expr.cmp, low, high, factory.int(bound));
  const known = factory.and(
    factory.not(factory.or(...unknown)),
    isSafe(state, low),
    isSafe(state, high),
    compared.defined,
  );
  return compared.kind === 'bool' ? boolSym(factory, known, compared.value) : compared;
}

/** The units of the present call's own amount, and where there are any. */
export function presentUnits(
  state: EncodingState,
  sym: Sym,
  currency: string | null,
): { readonly known: BoolTerm; readonly units: IntTerm } {
  const { factory } = state;
  if (sym.defined === factory.false) return { known: factory.false, units: factory.int(0) };
  if (sym.kind === 'int') return { known: sym.defined, units: sym.value };
  if (sym.kind === 'money' && currency !== null) {
    return {
      known: factory.and(sym.defined, factory.eq(sym.currency, factory.int(currencyIndex(currency)))),
      units: sym.minor,
    };
  }
  throw new TypeError(`a sum of ${sym.kind}`);
}
