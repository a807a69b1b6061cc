import type { Type } from '@ostiary/catalogue';

/** An exact decimal that no number of JavaScript says: its digits, without an exponent, zeros at the end or a leading `+`. */
export interface Decimal {
  readonly decimal: string;
}

/**
 * An exact number. INVARIANT: a number wherever the shortest text of one says the value exactly, so that equal values
 * are the same number or have the same digits, and two numbers are ordered as their values are.
 */
export type Num = number | Decimal;

/** An exact amount: safe integer of minor units. */
export interface Money {
  readonly minor: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
}

/** Money that was computed: half a cent is half a minor unit. */
export interface Amount {
  readonly minor: Num;
  readonly currency: string;
}

/**
 * A typed, normalised value. Numbers that were read are safe integers: an int as it is, a decimal with a scale in units
 * of 10^-scale, a duration in ms, a time in ms since the epoch; a decimal without a scale is any `Num`. What is computed
 * from them may be any `Num` in the same units. Strings are in the normal form of their format.
 */
export type Value = boolean | Num | string | Amount | readonly Value[] | RecordValue;
export interface RecordValue {
  readonly [field: string]: Value;
}

/** Why a read gave no value. */
export type UndefinedCause = 'absent' | 'ill_typed' | 'currency_unknown' | 'rate_unknown' | 'overflow';

/** Reading of a raw wire value at a type: the value, or why there is none. */
export type Reading =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly cause: UndefinedCause };

/** An object as it is on the wire. */
export type RawObject = Readonly<Record<string, unknown>>;
/** The object a raw value was found in. */
export type Siblings = RawObject | undefined;

/** Turns a raw JSON value into a value of `type`. `siblings` is the object the value was found in (for `currencyFrom`). */
export type ReadValue = (type: Type, raw: unknown, siblings?: Siblings) => Reading;
