import { convertMoney, minorRate } from '../../values/convert.js';
import { CURRENCIES } from '../../values/currencies.js';
import { fractionOf } from '../../values/numbers/num.js';
import type { Amount } from '../../values/value.js';
import type { BoolTerm, IntTerm } from '../terms/term.js';
import { isSafe, neverDefined } from './number.js';
import type { RatesInput } from './rates-input.js';
import type { EncodingState } from './state.js';
import { knownValue } from './known-value.js';
import { alignedDigits, currencyIndex, type MoneySym, type Sym, undefinedSym } from './sym.js';

/** Money in another currency at given rates: multiplied exactly, rounded away from zero, undefined without a rate. */
export function convertSym(
  state: EncodingState,
  operand: Sym,
  currency: string,
  version: string,
  rates: RatesInput,
): Sym {
  if (neverDefined(state, operand)) return undefinedSym(state.factory);
  if (operand.kind !== 'money') throw new TypeError(`cannot convert ${operand.kind}`);
  if ((operand.digits ?? 0) > 0) return convertedFraction(state, operand, currency, version, rates);
  if (rates.isOpen(version)) return rates.convert(operand, currency, version);
  const { factory } = state;
  const target = factory.int(currencyIndex(currency));
  // In its own currency an amount stays as it is, however large.
  const kept = factory.eq(operand.currency, target);
  const known: BoolTerm[] = [];
  let value: IntTerm = operand.value;
  CURRENCIES.forEach((from, index) => {
    const here = factory.eq(operand.currency, factory.int(index));
    const ratio = from === currency || here === factory.false ? null : minorRate(rates.given, version, from, currency);
    if (ratio === null) return;
    known.push(here);
    value = factory.ite(here, awayFromZero(state, operand.value, ratio.numerator, ratio.denominator), value);
  });
  return {
    kind: 'money',
    defined: factory.and(operand.defined, factory.or(kept, factory.and(factory.or(...known), isSafe(state, value)))),
    value,
    currency: target,
  };
}

/** Parts of a minor unit were computed before: but for an amount that is known, what they come to is left open. */
function convertedFraction(
  state: EncodingState,
  operand: MoneySym,
  currency: string,
  version: string,
  rates: RatesInput,
): Sym {
  const { factory } = state;
  const known = operand.defined === factory.true && !rates.isOpen(version) ? knownValue(operand) : null;
  if (known !== null) {
    const outcome = convertMoney(known as Amount, currency, version, rates.given);
    return typeof outcome === 'symbol' ? undefinedSym(factory) : amountSym(factory, outcome as Amount);
  }
  const target = factory.int(currencyIndex(currency));
  const kept = factory.eq(operand.currency, target);
  const free = { value: state.freshInt('free', { lo: null, hi: null }), digits: state.grid.after };
  const { left, right, digits } = alignedDigits(factory, operand, free);
  return {
    kind: 'money',
    defined: factory.and(operand.defined, factory.or(kept, state.havoc('converting parts of a minor unit'))),
    value: factory.ite(kept, left, right),
    currency: target,
    digits,
    dense: operand.dense,
  };
}

function amountSym(factory: EncodingState['factory'], { minor, currency }: Amount): MoneySym {
  const { units, scale } = fractionOf(minor);
  const known = { kind: 'money', defined: factory.true, value: factory.int(units), digits: scale } as const;
  return { ...known, currency: factory.int(currencyIndex(currency)) };
}

function awayFromZero(state: EncodingState, minor: IntTerm, numerator: bigint, denominator: bigint): IntTerm {
  const { factory } = state;
  const up = (amount: IntTerm): IntTerm =>
    factory.div(factory.add(factory.scale(numerator, amount), factory.int(denominator - 1n)), denominator);
  return factory.ite(factory.lt(minor, factory.int(0)), factory.scale(-1n, up(factory.scale(-1n, minor))), up(minor));
}
