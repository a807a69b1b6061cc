import type { StringFormat, Type } from '@ostiary/catalogue';
import { normaliseKeyword } from './formats/keyword.js';
import { type UrlParts, urlParts } from './formats/url.js';
import { DOMAIN, KEYWORD, PATH, TEXT } from './types.js';

/**
 * The parts of formatted strings that a path may go on to read (`args.to.domain`), and their types. A part is taken from the
 * normal form of the whole and is itself in the normal form of the type given here, so `args.iban.country == "DE"` and
 * `== "de"` are one test.
 */
const PARTS = {
  text: {},
  keyword: {},
  domain: {},
  email: { local: KEYWORD, domain: DOMAIN },
  url: { scheme: KEYWORD, host: DOMAIN, port: { kind: 'int', min: 0, max: 65535 }, path: PATH, query: TEXT },
  path: { directory: PATH, name: TEXT, extension: KEYWORD },
  iban: { country: KEYWORD },
  ip: {},
} satisfies Readonly<Record<StringFormat, Readonly<Record<string, Type>>>>;

export type StringPart = { [Format in StringFormat]: keyof (typeof PARTS)[Format] }[StringFormat];

/** The parts of the strings of each format. */
export const STRING_PARTS: Readonly<Record<StringFormat, Readonly<Partial<Record<StringPart, Type>>>>> = PARTS;

/** The type of `part` of a string in `format`, or null when it has none of that name. */
export function partType(format: StringFormat, part: string): Type | null {
  const parts: Readonly<Record<string, Type | undefined>> = STRING_PARTS[format];
  return Object.hasOwn(parts, part) ? (parts[part] ?? null) : null;
}

/**
 * A part of a formatted string. `value` must be in normal form; what is returned is in the normal form of the part's
 * own type (see `STRING_PARTS`). Null when the string has no such part, e.g. the host of `mailto:a@b.example`.
 * A port not written is the default one of its scheme; a missing query or extension is the empty string.
 */
export function partOf(format: StringFormat, value: string, part: StringPart): string | number | null {
  switch (format) {
    case 'email': {
      const at = value.lastIndexOf('@');
      return part === 'local' ? value.slice(0, at) : part === 'domain' ? value.slice(at + 1) : null;
    }
    case 'url':
      return isUrlPart(part) ? urlParts(value)[part] : null;
    case 'path':
      return pathPart(value, part);
    case 'iban':
      return part === 'country' ? normaliseKeyword(value.slice(0, 2)) : null;
    case 'text':
    case 'keyword':
    case 'domain':
    case 'ip':
      return null;
  }
}

const isUrlPart = (part: StringPart): part is keyof UrlParts => Object.hasOwn(PARTS.url, part);

function pathPart(value: string, part: StringPart): string | null {
  const slash = value.lastIndexOf('/');
  const name = value.slice(slash + 1);
  switch (part) {
    case 'directory':
      return slash < 0 ? '.' : slash === 0 ? '/' : value.slice(0, slash);
    case 'name':
      return name;
    case 'extension': {
      const dot = name.lastIndexOf('.');
      return dot <= 0 ? '' : normaliseKeyword(name.slice(dot + 1));
    }
    default:
      return null;
  }
}
