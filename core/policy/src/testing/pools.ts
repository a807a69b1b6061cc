import { exactNumber } from '@ostiary/json';
import type { MoneyType, StringFormat, Type } from '@ostiary/catalogue';
import { quoteString } from '../text/escapes.js';
import { hostileString } from './hostile-strings.js';
import { chance, pick, type Rng } from './random.js';

/**
 * Small pools of values that policies compare with and calls carry, so that random tests hit their boundaries. Several
 * spellings of one value stand beside each other.
 */
const STRINGS: Readonly<Record<StringFormat, readonly string[]>> = {
  text: ['ORD-1', 'ORD-22', 'ord-1', '', 'a*b', 'a\\b', 'x', 'xy', 'Ann', ' Ann', '😀😀'],
  keyword: ['drop', 'DROP', ' Drop ', 'select', 'agent', 'lead', 'pii', 'ﬁne', 'fine', 'admin'],
  email: ['ann@corp.example', 'ANN@corp.example', 'ann@CORP.example', 'bob@evil.example', 'eve@mail.corp.example'],
  domain: ['corp.example', 'CORP.example', 'mail.corp.example', 'evil.example'],
  url: ['https://corp.example/a', 'https://CORP.example:443/a', 'http://corp.example/b?q=1', 'https://evil.example/'],
  path: ['/srv/data/a.csv', '/srv/data/../data/a.csv', '/etc/passwd', '/srv/data', 'a.csv'],
  iban: [
    'DE89370400440532013000',
    'DE89 3704 0044 0532 0130 00',
    'FR1420041010050500013M02606',
    'GB82WEST12345698765432',
  ],
  ip: ['10.0.0.1', '192.168.1.1', '2001:db8::1', '2001:DB8:0:0::1', 'fc00::1', '8.8.8.8'],
};

const PATTERNS: Readonly<Record<StringFormat, readonly string[]>> = {
  text: ['ORD-*', '*', '*n*', 'a\\*b', 'x*y', 'ORD-?', '**1'],
  keyword: ['dr*', '*e*', 'fine', '*t'],
  email: ['*@corp.example', 'ann@*', '*.example'],
  domain: ['*.example', 'corp.*', '*corp.example'],
  url: ['https://corp.example/*', '*evil*', 'http*'],
  path: ['/srv/*', '*.csv', '/etc/*'],
  iban: ['DE*', '*3000', 'FR*'],
  ip: ['10.*', '*::1', '*.1'],
};

const REGEXES: readonly string[] = [
  '[a-z]+',
  '(?:ORD|ord)-\\d{1,2}',
  '.*@corp\\.example',
  '(?:a|b|x)y?',
  '.{0,3}',
  '\\w+',
  '[^@]*',
  '/srv/.+',
];

/** The normal form of an IBAN has no small letters, and a pattern that needs one is refused. */
const IBAN_REGEXES: readonly string[] = ['DE\\d+', '[A-Z]{2}.*', '.{0,3}', '[^@]*', '.*3000'];

const INTS: readonly number[] = [-1, 0, 1, 2, 5, 10, 89, 90, 91, 1000];
const AMOUNTS: readonly string[] = ['0.00', '0.01', '99.99', '100.00', '100.01', '500.00', '10000.00', '-5.00'];
const DURATIONS: readonly string[] = ['0s', '59m', '1h', '61m', '1h30m', '24h', '7d'];
const CURRENCIES: readonly string[] = ['EUR', 'USD', 'JPY'];

/** The hour that random contexts and times gather around. */
export const NOON = Date.UTC(2026, 2, 2, 12);
const TIMES: readonly string[] = [-86_400_000, -1, 0, 1, 3_600_000].map((shift) =>
  new Date(NOON + shift).toISOString(),
);

const whole = (amount: string, currency: string): string =>
  currency === 'JPY' ? String(Math.trunc(Number(amount))) : amount;

function moneyText(rng: Rng, type: MoneyType): string {
  const currency = pick(rng, type.currencies ?? (type.currency === undefined ? CURRENCIES : [type.currency]));
  return `${whole(pick(rng, AMOUNTS), currency)} ${currency}`;
}

/** Of any scale: as a policy writes them, and as they are sent. */
const DECIMALS = ['0', '1', '-1', '2.5', '0.25', '99.99', '100', '100.5'] as const;
const WIRE_DECIMALS = [
  ...DECIMALS,
  '100.00000000000000001',
  '0.250000000000000000001',
  '99.9900000000000000000001',
  '1e30',
  '1e-30',
] as const;

const decimal = (rng: Rng, scale: number): string => (pick(rng, INTS) + (chance(rng, 0.5) ? 0 : 0.5)).toFixed(scale);

/** A constant of a scalar type, as a policy writes it. Null for lists, records and `any`. */
export function literalOf(rng: Rng, type: Type): string | null {
  switch (type.kind) {
    case 'bool':
      return chance(rng, 0.5) ? 'true' : 'false';
    case 'int':
      return String(pick(rng, INTS));
    case 'decimal':
      return type.scale === undefined ? pick(rng, DECIMALS) : decimal(rng, type.scale);
    case 'money':
      return moneyText(rng, type);
    case 'duration':
      return pick(rng, DURATIONS);
    case 'time':
      return quoteString(pick(rng, TIMES));
    case 'string':
      return quoteString(pick(rng, type.enum ?? STRINGS[type.format]));
    default:
      return null;
  }
}

const DIRECTORIES: readonly string[] = ['/srv', '/srv/data', '/', 'a.csv', '.', '/srv/data/'];
const RANGES: readonly string[] = [
  '10.0.0.0/8',
  '10.0.0.1/32',
  '0.0.0.0/0',
  '192.168.0.0/17',
  '2001:db8::/32',
  'fc00::/7',
  '::/0',
];

export const directoryOf = (rng: Rng): string => pick(rng, DIRECTORIES);
export const rangeOf = (rng: Rng): string => pick(rng, RANGES);
export const patternOf = (rng: Rng, format: StringFormat): string => pick(rng, PATTERNS[format]);
export const regexOf = (rng: Rng, format: StringFormat): string =>
  pick(rng, format === 'iban' ? IBAN_REGEXES : REGEXES);

/** Of whole, half and quarter hours, of a clock that goes half an hour ahead in summer, and one that skipped a day. */
export const ZONES: readonly string[] = [
  'Europe/Berlin',
  'america/new_york',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'UTC',
];
export const MAP_KEYS: readonly string[] = ['x', 'X', 'a key'];

/** A raw wire value of the type; not always inside its bounds. */
export function wireOf(rng: Rng, type: Type): unknown {
  switch (type.kind) {
    case 'bool':
      return chance(rng, 0.5);
    case 'int':
      return pick(rng, INTS);
    case 'decimal':
      return exactNumber(type.scale === undefined ? pick(rng, WIRE_DECIMALS) : decimal(rng, type.scale));
    case 'money':
      return wireMoney(rng, type);
    case 'duration':
      return chance(rng, 0.7) || type.unit === undefined ? pick(rng, DURATIONS) : pick(rng, [0, 1, 90]);
    case 'time':
      return pick(rng, TIMES);
    case 'string':
      return chance(rng, 0.05) ? hostileString(rng, type.format).text : pick(rng, type.enum ?? STRINGS[type.format]);
    case 'list':
      return Array.from({ length: pick(rng, [0, 1, 1, 2, 3]) }, () => wireOf(rng, type.of));
    case 'record':
      return Object.fromEntries(
        Object.entries(type.fields)
          .filter(([, field]) => chance(rng, field.required ? 0.97 : 0.6))
          .map(([name, field]) => [name, wireOf(rng, field.type)]),
      );
    case 'map':
      return Object.fromEntries(
        MAP_KEYS.filter(() => chance(rng, 0.6)).map((key) => [key, chance(rng, 0.1) ? null : wireOf(rng, type.of)]),
      );
    case 'any':
      return pick(rng, [null, 1, 'x', { a: [1] }, [true]]);
  }
}

function wireMoney(rng: Rng, type: MoneyType): unknown {
  const text = moneyText(rng, type);
  const [amount = '', currency = ''] = text.split(' ');
  if (chance(rng, 0.2)) return { amount, currency };
  if ((type.currency !== undefined || type.currencyFrom !== undefined) && chance(rng, 0.4)) return Number(amount);
  return text;
}

/** What a confused or hostile caller sends instead. */
export const wrongOf = (rng: Rng): unknown =>
  pick(rng, ['600', [600], 6e2, true, null, { value: 600 }, '100.00 XXX', 2 ** 53 + 2, 'a@b@c', '', [], 0.1, '6,000']);
