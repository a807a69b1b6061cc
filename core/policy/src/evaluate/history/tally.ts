import type { CompareOp } from '../../syntax/ast.js';
import {
  compareNums,
  type Fraction,
  fractionOf,
  fromFraction,
  isDecimal,
  numberComparison,
  plus,
} from '../../values/numbers/num.js';
import { ABSENT, OVERFLOW, type Outcome, RATE_UNKNOWN } from '../../values/outcome.js';
import type { Amount, Num, Value } from '../../values/value.js';
import type { Truth } from '../kleene.js';

/** Events that match for certain, and events that may or may not. */
export interface Count {
  certain: number;
  possible: number;
}

/**
 * Compares a count that is known only to lie in an interval: undefined when the interval's ends disagree.
 * See docs/adr/0021.
 */
export function compareCount(cmp: CompareOp, { certain, possible }: Count, bound: number): Truth {
  return compareEnds(cmp, possible === 0, certain - bound, certain + possible - bound);
}

/** @param low where the lower end lies from the bound: below, at or above 0; `high`: the upper end */
function compareEnds(cmp: CompareOp, same: boolean, low: number, high: number): Truth {
  const holds = numberComparison(cmp);
  if (same) return holds(low, 0);
  // Between the ends, equality can change twice.
  if (cmp === '==' || cmp === '!=') return low > 0 || high < 0 ? cmp === '!=' : ABSENT;
  return holds(low, 0) === holds(high, 0) ? holds(low, 0) : ABSENT;
}

export const NOTHING: Fraction = { units: 0n, scale: 0 };

/** A sum of amounts in one currency (or of plain numbers), exact, as an interval; or why it is unknown. */
export class Sum {
  private low = NOTHING;
  private high = NOTHING;
  private miss: (Outcome & symbol) | null = null;
  private readonly currency: string | null;

  constructor(private readonly bound: Value) {
    this.currency = currencyOf(bound);
  }

  /** Adds an amount that belongs to the sum for certain, or only perhaps. */
  add(amount: Outcome, certain: boolean): void {
    const units = unitsOf(amount, this.currency);
    if (typeof units === 'symbol') this.miss ??= units;
    else this.addUnits(fractionOf(units), certain);
  }

  addUnits(amount: Fraction, certain: boolean): void {
    if (certain || amount.units < 0n) this.low = plus(this.low, amount);
    if (certain || amount.units > 0n) this.high = plus(this.high, amount);
  }

  /** Says that some amount in the sum is unknown. */
  spoil(miss: symbol): void {
    this.miss ??= miss;
  }

  compare(cmp: CompareOp): Truth {
    if (this.miss !== null) return this.miss;
    const low = fromFraction(this.low.units, this.low.scale);
    const high = fromFraction(this.high.units, this.high.scale);
    if (low === null || high === null) return OVERFLOW;
    const bound = unitsOf(this.bound, this.currency);
    if (typeof bound === 'symbol') return bound;
    return compareEnds(cmp, compareNums(low, high) === 0, compareNums(low, bound), compareNums(high, bound));
  }
}

/** The currency of money; null of a plain number. */
export function currencyOf(bound: Value): string | null {
  return typeof bound === 'object' && !isDecimal(bound) ? (bound as Amount).currency : null;
}

/** The number behind an amount; money of another currency cannot be added. */
export function unitsOf(amount: Outcome, currency: string | null): Num | symbol {
  if (typeof amount === 'symbol') return amount;
  if (currency === null) return amount as Num;
  const money = amount as Amount;
  return money.currency === currency ? money.minor : RATE_UNKNOWN;
}
