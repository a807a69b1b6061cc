import type { Type } from '@ostiary/catalogue';
import type { CorePolicy } from '../core/ir.js';
import type { Call, Context } from '../evaluate/types.js';
import { fractionOf, fromFraction, isDecimal } from '../values/numbers/num.js';
import type { Outcome } from '../values/outcome.js';
import type { Amount, Num, Value } from '../values/value.js';
import { gridOf } from './grid.js';
import { pointsNear } from './points.js';

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * The values of an ordered type as whole numbers: a line on which policies change at certain points. A step is the unit of the type (1, a
 * minor unit, a millisecond, the last decimal place); for a decimal of any scale, which has none, it is 10^-digits.
 */
export class Line {
  private constructor(
    private readonly type: Type,
    private readonly digits: number,
    /** No value of the type is farther from 0 that is worth a look. */
    readonly farthest: bigint,
  ) {}

  /** @returns null for a type without an order */
  static of(type: Type, digits: number, before = 17): Line | null {
    if (isDense(type)) return new Line(type, digits, 10n ** BigInt(digits + before));
    return ORDERED.has(type.kind) ? new Line(type, 0, SAFE) : null;
  }

  /** With steps as fine as some values of the type are written. */
  static written(type: Type, values: readonly Outcome[]): Line | null {
    return Line.of(type, placesOf(type, values));
  }

  /** With steps fine enough for all that a policy compares in a call. */
  static forCall(type: Type, core: CorePolicy, call: Call, context: Context): Line | null {
    if (!isDense(type)) return Line.of(type, 0);
    const { after, before } = gridOf([core], call, context);
    return Line.of(type, after, before);
  }

  /** Where a value lies; null for one that lies between two steps, and for none. */
  pointOf(value: Outcome): bigint | null {
    const num = numberIn(this.type, value);
    if (num === null) return null;
    const { units, scale } = fractionOf(num);
    const finer = 10n ** BigInt(Math.max(0, scale - this.digits));
    return units % finer === 0n ? (units * 10n ** BigInt(Math.max(0, this.digits - scale))) / finer : null;
  }

  /** The points around a constant, or around its quotient by a factor the value is multiplied by. */
  near(constant: Value, factor: Num = 1): readonly bigint[] {
    const num = numberIn(this.type, constant);
    if (num === null) return [];
    const [place, by] = [fractionOf(num), fractionOf(factor)];
    if (by.units === 0n) return [];
    return pointsNear(place.units * 10n ** BigInt(this.digits + by.scale), by.units * 10n ** BigInt(place.scale));
  }

  /**
   * Where something begins in a direction, in few digits. A decimal of any scale that lies right beside a bound has all digits of the line; what
   * comes first are the points a little farther that fewer digits say, down to as many as one of `written` has. Any other point stands for itself.
   */
  inFewDigits(point: bigint, direction: 1n | -1n, written: readonly Outcome[]): readonly bigint[] {
    if (this.digits === 0 || point % 10n === 0n) return [point];
    const fewest = placesOf(this.type, written);
    return Array.from({ length: this.digits - fewest + 1 }, (_, more) => {
      const step = 10n ** BigInt(this.digits - fewest - more);
      const beyond = (point * direction) % step;
      return point + direction * (beyond > 0n ? step - beyond : -beyond);
    });
  }

  /** The value at a point; null where the type has none. `currency`: of money. */
  valueAt(point: bigint, currency: string): Value | null {
    const num = fromFraction(point, this.digits);
    if (num === null || (!isDense(this.type) && !Number.isSafeInteger(num))) return null;
    return this.type.kind === 'money' ? { minor: num, currency } : num;
  }
}

const ORDERED: ReadonlySet<Type['kind']> = new Set(['int', 'decimal', 'duration', 'time', 'money']);

const isDense = (type: Type): boolean => type.kind === 'decimal' && type.scale === undefined;

/** The most places after the point that any of the values has. */
function placesOf(type: Type, values: readonly Outcome[]): number {
  const nums = values.map((value) => numberIn(type, value)).filter((num) => num !== null);
  return Math.max(0, ...nums.map((num) => fractionOf(num).scale));
}

function numberIn(type: Type, value: Outcome): Num | null {
  if (typeof value === 'symbol' || !ORDERED.has(type.kind)) return null;
  const num = type.kind === 'money' && typeof value === 'object' && 'minor' in value ? (value as Amount).minor : value;
  return typeof num === 'number' || isDecimal(num) ? num : null;
}
