import type { StringFormat, StringType, Type } from '@ostiary/catalogue';
import { getOrMake } from '../maps.js';

export const BOOL: Type = { kind: 'bool' };
export const INT: Type = { kind: 'int' };
/** Any number. */
export const DECIMAL: Type = { kind: 'decimal' };
export const MONEY: Type = { kind: 'money' };
export const DURATION: Type = { kind: 'duration' };
export const TIME: Type = { kind: 'time' };
export const TEXT: StringType = { kind: 'string', format: 'text' };
export const PATH: Type = { kind: 'string', format: 'path' };
export const DOMAIN: Type = { kind: 'string', format: 'domain' };
export const IP: Type = { kind: 'string', format: 'ip' };
export const KEYWORD: Type = { kind: 'string', format: 'keyword' };

/** Types of a parameter of a `define`, by name. */
export const NAMED_TYPES: Readonly<Record<string, Type>> = {
  bool: BOOL,
  int: INT,
  decimal: DECIMAL,
  money: MONEY,
  duration: DURATION,
  time: TIME,
  text: TEXT,
  keyword: KEYWORD,
  email: { kind: 'string', format: 'email' },
  domain: DOMAIN,
  url: { kind: 'string', format: 'url' },
  path: PATH,
  iban: { kind: 'string', format: 'iban' },
  ip: IP,
};

/** Names of types in a declaration, for hints. */
export const DECLARED_TYPES: readonly string[] = [...Object.keys(NAMED_TYPES), 'decimal2', 'any', 'map'];

/** The type a name in a `define` stands for: one of {@link NAMED_TYPES}, or `decimal2` for two digits after the point. */
export function namedType(name: string): Type | null {
  if (Object.hasOwn(NAMED_TYPES, name)) return NAMED_TYPES[name] ?? null;
  const decimal = /^decimal([0-9])$/.exec(name);
  return decimal ? { kind: 'decimal', scale: Number(decimal[1]) } : null;
}

/** What two types must share to be compared: the type without bounds, enum and wire units. */
export function baseOf(type: Type): Type {
  switch (type.kind) {
    case 'string':
      return { kind: 'string', format: type.format };
    case 'int':
      return INT;
    case 'decimal':
      return type.scale === undefined ? DECIMAL : { kind: 'decimal', scale: type.scale };
    case 'money':
      return MONEY;
    case 'duration':
      return DURATION;
    default:
      return type;
  }
}

/** The parameter that names a type in a diagnostic; `inWords` puts it into a language. */
export function typeTerm(type: Type): string {
  return `#type.${type.kind === 'string' ? type.format : type.kind}`;
}

/** The term of a format, for a parameter of a message. */
export const formatTerm = (format: StringFormat): string => `#type.${format}`;

/** Whether `<` means something for values of a type. */
export const isOrdered = ({ kind }: Type): boolean =>
  kind === 'int' || kind === 'decimal' || kind === 'money' || kind === 'duration' || kind === 'time';

/** Whether a value of a type is one thing, which `==` compares. */
export const isScalar = ({ kind }: Type): boolean =>
  kind !== 'list' && kind !== 'record' && kind !== 'map' && kind !== 'any';

const keys = new WeakMap<Type, string>();

/** A text equal for equal types and for no others. */
export function typeKey(type: Type): string {
  return getOrMake(keys, type, () =>
    JSON.stringify(type, (_name, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? sortedEntries(value) : value,
    ),
  );
}

function sortedEntries(value: object): object {
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Numbers types: equal numbers for equal types and for no others. A key as long as the type is looked up once for each object. */
export class TypeNumbers {
  private readonly ofObject = new WeakMap<Type, number>();
  private readonly ofKey = new Map<string, number>();

  numberOf(type: Type): number {
    return getOrMake(this.ofObject, type, () => getOrMake(this.ofKey, typeKey(type), () => this.ofKey.size));
  }
}
