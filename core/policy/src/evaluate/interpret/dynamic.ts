import type { MapType, RecordType, StringFormat, Type } from '@ostiary/catalogue';
import type { LiteralValue } from '../../syntax/ast.js';
import { moneyOf } from '../../values/numbers/money.js';
import { normaliseAs } from '../../values/strings.js';
import { parseDate, parseInstant } from '../../values/times.js';
import { TEXT } from '../../values/types.js';
import type { Amount, Num, RecordValue, UndefinedCause, Value } from '../../values/value.js';

/**
 * A value that carries its own kind. Numbers are exact fractions `units / 10^scale`; nothing here knows the core form,
 * its slots or its closures: the interpreter is there to disagree with them.
 */
export type Dynamic =
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'number'; readonly units: bigint; readonly scale: number }
  /** minor / 10^scale minor units. */
  | { readonly kind: 'money'; readonly minor: bigint; readonly scale: number; readonly currency: string }
  /** ms / 10^scale milliseconds. */
  | { readonly kind: 'duration' | 'time'; readonly ms: bigint; readonly scale: number }
  | { readonly kind: 'string'; readonly text: string; readonly format: StringFormat }
  | { readonly kind: 'list'; readonly items: readonly Dynamic[] }
  | { readonly kind: 'record'; readonly value: RecordValue; readonly type: RecordType | MapType }
  | { readonly kind: 'opaque' }
  | Missing;

export interface Missing {
  readonly kind: 'missing';
  readonly cause: UndefinedCause;
}

/** No value, and why. */
export const missing = (cause: UndefinedCause): Missing => ({ kind: 'missing', cause });

/** A truth as a value. */
export const bool = (value: boolean): Dynamic => ({ kind: 'bool', value });

/** A value read at a type, as the interpreter has it: numbers as exact digits. */
export function fromValue(type: Type, value: Value): Dynamic {
  switch (type.kind) {
    case 'bool':
      return bool(value as boolean);
    case 'int':
      return { kind: 'number', units: BigInt(value as number), scale: 0 };
    case 'decimal':
      return type.scale === undefined
        ? { kind: 'number', ...digitsOf(value as Num) }
        : { kind: 'number', units: BigInt(value as number), scale: type.scale };
    case 'money': {
      const { minor, currency } = value as Amount;
      const { units, scale } = digitsOf(minor);
      return { kind: 'money', minor: units, scale, currency };
    }
    case 'duration':
    case 'time':
      return { kind: type.kind, ms: BigInt(value as number), scale: 0 };
    case 'string':
      return { kind: 'string', text: value as string, format: type.format };
    case 'list':
      return { kind: 'list', items: (value as readonly Value[]).map((item) => fromValue(type.of, item)) };
    case 'record':
    case 'map':
      return { kind: 'record', value: value as RecordValue, type };
    case 'any':
      return { kind: 'opaque' };
  }
}

/** The digits of a decimal of any scale: those of its text, moved by its exponent. */
function digitsOf(value: Num): { readonly units: bigint; readonly scale: number } {
  const [mantissa = '0', exponent = '0'] = (typeof value === 'number' ? String(value) : value.decimal).split('e');
  const [head = '', tail = ''] = mantissa.split('.');
  const scale = tail.length - Number(exponent);
  const units = BigInt(head + tail);
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

/** A constant; a text takes the meaning that `beside`, the type of what it stands beside, gives it. */
export function fromLiteral(literal: LiteralValue, beside: Type | null): Dynamic {
  switch (literal.type) {
    case 'bool':
      return bool(literal.value);
    case 'int':
      return { kind: 'number', units: BigInt(literal.digits), scale: 0 };
    case 'decimal': {
      const [head = '', tail = ''] = literal.digits.split('.');
      return { kind: 'number', units: BigInt(head + tail), scale: tail.length };
    }
    case 'money': {
      const money = moneyOf(literal.digits, literal.currency);
      return typeof money === 'symbol' ? missing('currency_unknown') : fromValue({ kind: 'money' }, money);
    }
    case 'duration':
      return { kind: 'duration', ms: BigInt(literal.ms), scale: 0 };
    case 'string': {
      if (beside?.kind === 'time') {
        const ms = parseInstant(literal.value) ?? parseDate(literal.value);
        return ms === null ? missing('ill_typed') : { kind: 'time', ms: BigInt(ms), scale: 0 };
      }
      const type = beside?.kind === 'string' ? beside : TEXT;
      const text = normaliseAs(type, literal.value);
      return text === null ? missing('ill_typed') : { kind: 'string', text, format: type.format };
    }
  }
}
