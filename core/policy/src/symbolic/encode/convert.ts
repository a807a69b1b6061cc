import type { Context } from '../../evaluate/types.js';
import { CURRENCIES, minorDigits } from '../../values/currencies.js';
import type { BoolTerm, IntTerm } from '../terms/term.js';
import { isSafe, neverDefined } from './number.js';
import type { RatesInput } from './rates-input.js';
import type { EncodingState } from './state.js';
import { currencyIndex, type Sym, undefinedSym } from './sym.js';

/** Money in another currency at given rates: multiplied exactly, rounded away from zero, undefined without a rate. */
export function convertSym(
  state: EncodingState,
  operand: Sym,
  currency: string,
  version: string,
  rates: RatesInput,
): Sym {
  if (neverDefined(state, operand)) return undefinedSym(state.factory, { kind: 'money' });
  if (operand.kind !== 'money') throw new TypeError(`cannot convert ${operand.kind}`);
  if (rates.isOpen(version)) return rates.convert(operand, currency, version);
  const { factory } = state;
  const target = factory.int(currencyIndex(currency));
  const known: BoolTerm[] = [factory.eq(operand.currency, target)];
  let minor: IntTerm = operand.minor;
  CURRENCIES.forEach((from, index) => {
    const here = factory.eq(operand.currency, factory.int(index));
    const ratio =
      from === currency || here === factory.false ? null : conversionRatio(from, currency, version, rates.given);
    if (ratio === null) return;
    known.push(here);
    minor = factory.ite(here, awayFromZero(state, operand.minor, ratio.numerator, ratio.denominator), minor);
  });
  return {
    kind: 'money',
    defined: factory.and(operand.defined, factory.or(...known), isSafe(state, minor)),
    minor,
    currency: target,
  };
}

function awayFromZero(state: EncodingState, minor: IntTerm, numerator: bigint, denominator: bigint): IntTerm {
  const { factory } = state;
  const up = (amount: IntTerm): IntTerm =>
    factory.div(factory.add(factory.scale(numerator, amount), factory.int(denominator - 1n)), denominator);
  return factory.ite(factory.lt(minor, factory.int(0)), factory.scale(-1n, up(factory.scale(-1n, minor))), up(minor));
}

/** Minor units of `to` per minor unit of `from`, as a fraction; null when the rate is missing, malformed or zero. */
function conversionRatio(
  from: string,
  to: string,
  version: string,
  rates: Context['rates'],
): { readonly numerator: bigint; readonly denominator: bigint } | null {
  const table = rates && Object.hasOwn(rates, version) ? rates[version] : undefined;
  const row = table && Object.hasOwn(table, from) ? table[from] : undefined;
  const text: unknown = row && Object.hasOwn(row, to) ? row[to] : undefined;
  const match = typeof text === 'string' ? /^(\d{1,20})(?:\.(\d{1,20}))?$/.exec(text) : null;
  const [fromDigits, toDigits] = [minorDigits(from), minorDigits(to)];
  if (!match || fromDigits === null || toDigits === null) return null;
  const fraction = match[2] ?? '';
  const units = BigInt((match[1] ?? '') + fraction);
  if (units === 0n) return null;
  return { numerator: units * 10n ** BigInt(toDigits), denominator: 10n ** BigInt(fromDigits + fraction.length) };
}
