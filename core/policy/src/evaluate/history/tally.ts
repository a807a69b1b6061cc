import type { CompareOp } from '../../syntax/ast.js';
import { ABSENT, OVERFLOW, type Outcome, RATE_UNKNOWN } from '../../values/outcome.js';
import type { Money, Value } from '../../values/value.js';
import { numberComparison } from '../comparison.js';
import type { Truth } from '../kleene.js';

/** Events that match for certain, and events that may or may not. */
export interface Count {
  certain: number;
  possible: number;
}

/** Compares a count that is known only to lie in an interval: undefined when the interval's ends disagree. */
export function compareCount(cmp: CompareOp, { certain, possible }: Count, bound: number): Truth {
  return compareInterval(cmp, certain, certain + possible, bound);
}

function compareInterval(cmp: CompareOp, low: number, high: number, bound: number): Truth {
  const holds = numberComparison(cmp);
  if (low === high) return holds(low, bound);
  // Between the ends, equality can change twice.
  if (cmp === '==' || cmp === '!=') return bound < low || bound > high ? cmp === '!=' : ABSENT;
  return holds(low, bound) === holds(high, bound) ? holds(low, bound) : ABSENT;
}

/** A sum of amounts in one currency (or of plain numbers), exact, as an interval; or why it is unknown. */
export class Sum {
  private low = 0n;
  private high = 0n;
  private miss: (Outcome & symbol) | null = null;
  private readonly currency: string | null;

  constructor(private readonly bound: Value) {
    this.currency = typeof bound === 'object' ? (bound as Money).currency : null;
  }

  /** Adds an amount that belongs to the sum for certain, or only perhaps. */
  add(amount: Outcome, certain: boolean): void {
    const units = unitsOf(amount, this.currency);
    if (typeof units === 'symbol') this.miss ??= units;
    else this.addUnits(BigInt(units), certain);
  }

  addUnits(units: bigint, certain: boolean): void {
    if (certain || units < 0n) this.low += units;
    if (certain || units > 0n) this.high += units;
  }

  /** Says that some amount in the sum is unknown. */
  spoil(miss: symbol): void {
    this.miss ??= miss;
  }

  compare(cmp: CompareOp): Truth {
    if (this.miss !== null) return this.miss;
    const [low, high] = [Number(this.low), Number(this.high)];
    if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high)) return OVERFLOW;
    const bound = unitsOf(this.bound, this.currency);
    return typeof bound === 'symbol' ? bound : compareInterval(cmp, low, high, bound);
  }
}

/** The integer behind an amount; money of another currency cannot be added. */
export function unitsOf(amount: Outcome, currency: string | null): number | symbol {
  if (typeof amount === 'symbol') return amount;
  if (currency === null) return amount as number;
  const money = amount as Money;
  return money.currency === currency ? money.minor : RATE_UNKNOWN;
}
