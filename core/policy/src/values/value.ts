import type { Type } from '@ostiary/catalogue';

/** An exact amount: safe integer of minor units. */
export interface Money {
  readonly minor: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
}

/**
 * A typed, normalised value. Numbers are always safe integers: an int as it is, a decimal in units of 10^-scale,
 * a duration in ms, a time in ms since the epoch. Strings are in the normal form of their format.
 */
export type Value = boolean | number | string | Money | readonly Value[] | RecordValue;
export interface RecordValue {
  readonly [field: string]: Value;
}

/** Why a read gave no value. */
export type UndefinedCause = 'absent' | 'ill_typed' | 'currency_unknown' | 'rate_unknown' | 'overflow';

/** Reading of a raw wire value at a type: the value, or why there is none. */
export type Reading =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly cause: UndefinedCause };

/** Turns a raw JSON value into a value of `type`. `siblings` is the object the value was found in (for `currencyFrom`). */
export type ReadValue = (type: Type, raw: unknown, siblings?: Readonly<Record<string, unknown>>) => Reading;
