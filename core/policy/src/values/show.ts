import type { Type } from '@ostiary/catalogue';
import { decimalText } from './numbers/decimal.js';
import { numText } from './numbers/num.js';
import { moneyText } from './numbers/money.js';
import { durationAsText, instantText } from './times.js';
import type { Amount, Num, RecordValue, Value } from './value.js';

/**
 * The canonical text of a value, for people: `100.00 EUR`, `1h30m`, `2026-03-01T00:00:00.000Z`, `0.25`, `"text"`.
 * Equal values have equal text, different values of one type different text.
 */
export function showValue(type: Type, value: Value): string {
  switch (type.kind) {
    case 'bool':
      return value === true ? 'true' : 'false';
    case 'int':
      return numText(value as Num);
    case 'decimal':
      return type.scale === undefined ? numText(value as Num) : decimalText(value as number, type.scale);
    case 'money':
      return moneyText(value as Amount);
    case 'duration':
      return durationAsText(value as number);
    case 'time':
      return instantText(value as number);
    case 'string':
      return JSON.stringify(value);
    case 'list':
      return `[${(value as readonly Value[]).map((item) => showValue(type.of, item)).join(', ')}]`;
    case 'record':
      return showMembers(value as RecordValue, (name) => type.fields[name]?.type);
    case 'map':
      return showMembers(value as RecordValue, () => type.of);
    case 'any':
      return '...';
  }
}

function showMembers(value: RecordValue, typeOf: (name: string) => Type | undefined): string {
  const shown = Object.keys(value)
    .toSorted()
    .map((name) => {
      const [type, member] = [typeOf(name), value[name]];
      return `${JSON.stringify(name)}: ${type === undefined || member === undefined ? '...' : showValue(type, member)}`;
    });
  return `{${shown.join(', ')}}`;
}
