import type { Type } from '@ostiary/catalogue';
import { exactNumber } from '@ostiary/json';
import { decimalText } from './numbers/decimal.js';
import { minorDigits } from './currencies.js';
import { numText } from './numbers/num.js';
import { moneyText } from './numbers/money.js';
import { instantText, UNIT_MS } from './times.js';
import type { Money, Num, RecordValue, Value } from './value.js';

/**
 * A raw JSON value that `readValue` reads as `value`: the inverse of reading, for witnesses and flips. Money is written
 * as a bare number only when the type fixes the currency to the value's own; otherwise as text. Values of type `any`
 * become `true`.
 */
export function toWire(type: Type, value: Value): unknown {
  switch (type.kind) {
    case 'bool':
    case 'int':
    case 'string':
      return value;
    case 'decimal':
      return type.scale === undefined
        ? exactNumber(numText(value as Num))
        : exactNumber(decimalText(value as number, type.scale));
    case 'money': {
      const { minor, currency } = value as Money;
      if (type.currency !== currency) return moneyText({ minor, currency });
      return type.unit === 'minor' ? minor : exactNumber(decimalText(minor, minorDigits(currency) ?? 0));
    }
    case 'duration':
      return durationWire(value as number, type.unit === undefined ? null : UNIT_MS[type.unit]);
    case 'time':
      return instantText(value as number);
    case 'list':
      return (value as readonly Value[]).map((item) => toWire(type.of, item));
    case 'record': {
      const raw = Object.create(null) as Record<string, unknown>;
      for (const [name, member] of Object.entries(value as RecordValue)) {
        const field = type.fields[name];
        if (field) raw[name] = toWire(field.type, member);
      }
      return raw;
    }
    case 'map':
      return Object.fromEntries(
        Object.entries(value as RecordValue).map(([key, member]) => [key, toWire(type.of, member)]),
      );
    case 'any':
      return true;
  }
}

function durationWire(ms: number, unit: number | null): unknown {
  return unit !== null && ms % unit === 0 ? ms / unit : `${ms}ms`;
}
