import type { StringFormat, Type } from '@ostiary/catalogue';
import { characterCount } from '../../text/characters.js';
import { equalValues } from '../../values/equal.js';
import { moneyText } from '../../values/numbers/money.js';
import { readerOf } from '../../values/read.js';
import type { Money, Value } from '../../values/value.js';
import { toWire } from '../../values/wire.js';
import { Unrealisable } from './realisable.js';

/** The first spelling on the wire that reads back as a scalar. @throws Unrealisable when none is known */
export function spelled(type: Type, value: Value): unknown {
  const raw = spellingOf(type, value);
  if (raw === undefined) throw new Unrealisable('a value with no spelling on the wire');
  return raw;
}

/** As {@link spelled}; undefined when none is known. */
export function spellingOf(type: Type, value: Value): unknown {
  return spellings(type, value).find((raw) => {
    const outcome = readerOf(type)(raw, undefined);
    return typeof outcome !== 'symbol' && equalValues(outcome, value);
  });
}

function spellings(type: Type, value: Value): readonly unknown[] {
  if (type.kind === 'string') return [value, padded(type.format, value as string, type.minLength ?? 0)];
  return type.kind === 'money' ? [toWire(type, value), moneyText(value as Money)] : [toWire(type, value)];
}

/** Another spelling of a normal form, `length` long at least where the format allows for it. */
function padded(format: StringFormat, word: string, length: number): string {
  const missing = Math.max(0, length - characterCount(word));
  switch (format) {
    case 'keyword':
    case 'iban':
      return word + ' '.repeat(missing);
    case 'path':
      return word.startsWith('/')
        ? '/.'.repeat(Math.ceil(missing / 2)) + word
        : './'.repeat(Math.ceil(missing / 2)) + word;
    case 'email':
    case 'domain':
      return missing === 0 ? word : `${word}.`;
    case 'url':
      return word.replace(/^([a-z]+:\/\/[^/?]*\/)/, (start) => start + './'.repeat(Math.ceil(missing / 2)));
    case 'text':
    case 'ip':
      return word;
  }
}
