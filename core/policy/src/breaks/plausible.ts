import type { StringFormat, Type } from '@ostiary/catalogue';
import { readerOf } from '../values/read.js';

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

/** Plausible values in normal form, for witnesses of cells that no example of the catalogue lies in. */
export const PLAUSIBLE: Readonly<Record<StringFormat, readonly string[]>> = {
  text: ['example', 'text'],
  keyword: ['example', 'other'],
  email: ['ann@example.com', 'bob@example.org', 'eve@example.net'],
  domain: ['example.com', 'example.org', 'example.net'],
  url: ['https://example.com/', 'https://example.org/path', 'http://example.net/'],
  ip: ['192.0.2.1', '198.51.100.7', '2001:db8::1', '10.0.0.1'],
  path: ['/tmp/example.txt', 'example.txt', '/home/user/notes.md'],
  iban: [
    'DE89370400440532013000',
    'FR1420041010050500013M02606',
    'GB29NWBK60161331926819',
    'ES9121000418450200051332',
    'NL91ABNA0417164300',
    'IT60X0542811101000000123456',
    'PT50000201231234567890154',
    'BE68539007547034',
    'AT611904300234573201',
    'CH9300762011623852957',
    'PL61109010140000071219812874',
    'SE4550000000058398257466',
    'IE29AIBK93115212345678',
    'NO9386011117947',
  ],
};
