import type { Type } from '@ostiary/catalogue';
import { readerOf } from '../../values/read.js';
import { PLAUSIBLE } from '../strings/format-language.js';

/** A few well-formed raw values of a type, unlike one another: to try whether a value matters at all. */
export function plausibleValues(type: Type): readonly unknown[] {
  const reader = readerOf(type);
  return candidates(type).filter((raw) => typeof reader(raw, undefined) !== 'symbol');
}

function candidates(type: Type): readonly unknown[] {
  switch (type.kind) {
    case 'bool':
      return [true, false];
    case 'int':
    case 'decimal':
      return [0, 1, -1, 1_000_000, type.min, type.max];
    case 'money':
      return ['0.00 EUR', '1000000.00 EUR', '1.00 USD'];
    case 'string':
      return type.enum ?? PLAUSIBLE[type.format];
    case 'list':
      return [[]];
    default:
      return [];
  }
}
