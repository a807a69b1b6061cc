import type { Context } from '../../evaluate/types.js';
import { CURRENCIES, minorDigits } from '../../values/currencies.js';
import type { BoolTerm, IntTerm } from '../terms/term.js';
import { type ModelReader, Unrealisable } from './realisable.js';
import { SAFE_INTEGERS } from './number.js';
import type { EncodingState } from './state.js';
import { currencyIndex, type MoneySym } from './sym.js';

/** An amount converted at a rate nobody knows yet. */
interface OpenConversion {
  readonly operand: MoneySym;
  readonly currency: string;
  readonly version: string;
  readonly known: BoolTerm;
  readonly minor: IntTerm;
}

const RATE_DIGITS = 20;
const UNKNOWN_RATE = 'an amount at an unknown rate';

/**
 * Exchange rates: versions that are given, and versions that may still be. A version is data as a whole, so a pair that a
 * given version lacks stays without a rate.
 */
export class RatesInput {
  private readonly conversions: OpenConversion[] = [];

  constructor(
    private readonly state: EncodingState,
    private readonly name: string,
    readonly given: Context['rates'],
    private readonly open: boolean,
  ) {}

  isOpen(version: string): boolean {
    return this.open && !(this.given && Object.hasOwn(this.given, version));
  }

  /**
   * `operand` at an unknown rate: of its own sign, and anything else. That the amounts of several conversions at one
   * rate are in proportion is left out, so what a model says is built as rates and replayed.
   */
  convert(operand: MoneySym, currency: string, version: string): MoneySym {
    const { factory } = this.state;
    const target = factory.int(currencyIndex(currency));
    const same = factory.eq(operand.currency, target);
    if (same === factory.true) return operand;
    const { known, minor } = this.conversion(operand, currency, version);
    return {
      kind: 'money',
      defined: factory.and(operand.defined, factory.or(same, known)),
      value: factory.ite(same, operand.value, minor),
      currency: target,
    };
  }

  complete(model: ModelReader): Pick<Context, 'rates'> {
    const rates: Record<string, Record<string, Record<string, string>>> = {};
    for (const { operand, currency, version, known, minor } of this.conversions) {
      const from = CURRENCIES[model.int(operand.currency)];
      if (from === undefined || from === currency || !model.bool(known)) continue;
      const row = ((rates[version] ??= {})[from] ??= {});
      row[currency] ??= rateText(from, currency, model.int(operand.value), model.int(minor));
    }
    if (Object.keys(rates).length === 0) return {};
    return { rates: { ...this.given, ...rates } };
  }

  private conversion(operand: MoneySym, currency: string, version: string): OpenConversion {
    const known = this.conversions.find(
      (each) =>
        each.operand.value === operand.value &&
        each.operand.currency === operand.currency &&
        each.currency === currency &&
        each.version === version,
    );
    if (known) return known;
    const { factory } = this.state;
    const made = this.state.own(this.state.attribute(this.name, 'rates'), () => ({
      operand,
      currency,
      version,
      known: this.state.freshBool('rate', UNKNOWN_RATE),
      minor: this.state.freshInt('rated', SAFE_INTEGERS, UNKNOWN_RATE),
    }));
    const zero = factory.int(0);
    this.state.constraints.push(
      factory.implies(factory.lt(zero, operand.value), factory.lt(zero, made.minor)),
      factory.implies(factory.lt(operand.value, zero), factory.lt(made.minor, zero)),
      factory.implies(factory.eq(operand.value, zero), factory.eq(made.minor, zero)),
    );
    this.conversions.push(made);
    return made;
  }
}

/** The shortest rate at which `minor` units of `from` are `wanted` units of `to`, rounded away from zero. */
function rateText(from: string, to: string, minor: number, wanted: number): string {
  if (minor === 0) return '1';
  const [fromDigits, toDigits] = [BigInt(minorDigits(from) ?? 0), BigInt(minorDigits(to) ?? 0)];
  const amount = BigInt(Math.abs(minor)) * 10n ** toDigits;
  const target = BigInt(Math.abs(wanted));
  for (let digits = 0; digits <= RATE_DIGITS; digits++) {
    const denominator = 10n ** (fromDigits + BigInt(digits));
    const units = (target * denominator) / amount;
    if (units === 0n || (amount * units + denominator - 1n) / denominator !== target) continue;
    const text = String(units).padStart(digits + 1, '0');
    const whole = text.slice(0, text.length - digits);
    if (whole.length > RATE_DIGITS) break;
    return digits === 0 ? whole : `${whole}.${text.slice(text.length - digits)}`;
  }
  throw new Unrealisable('no rate of so few digits makes one amount the other');
}
