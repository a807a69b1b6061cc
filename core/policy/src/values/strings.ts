import type { StringFormat, StringType } from '@ostiary/catalogue';
import type { StringPart } from '../core/ir.js';
import { normaliseDomain } from './formats/domain.js';
import { normaliseEmail } from './formats/email.js';
import { normaliseIban } from './formats/iban.js';
import { normaliseIp } from './formats/ip.js';
import { normaliseKeyword } from './formats/keyword.js';
import { normalisePath } from './formats/path.js';
import { normaliseUrl, type UrlParts, urlParts } from './formats/url.js';

const NORMALISERS: Readonly<Record<StringFormat, (text: string) => string | null>> = {
  text: (text) => (text.isWellFormed() ? text : null),
  keyword: normaliseKeyword,
  email: normaliseEmail,
  domain: normaliseDomain,
  url: normaliseUrl,
  path: (text) => normalisePath(text),
  iban: normaliseIban,
  ip: normaliseIp,
};

/**
 * The one spelling all texts of equal meaning share, or null when `text` is not of the format.
 *
 * INVARIANT: idempotent. `normaliseString(f, normaliseString(f, t))` is `normaliseString(f, t)`.
 *
 * @example normaliseString('keyword', ' DROP ') === 'drop'
 * @example normaliseString('email', 'a@x.example,b@y.example') === null
 */
export function normaliseString(format: StringFormat, text: string): string | null {
  return NORMALISERS[format](text);
}

/** The normal form at a type, which may say where relative paths start. */
export function normaliseAs({ format, base }: StringType, text: string): string | null {
  return format === 'path' && base !== undefined ? normalisePath(text, base) : normaliseString(format, text);
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
      return urlPart(urlParts(value), part);
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

function urlPart(parts: UrlParts, part: StringPart): string | number | null {
  switch (part) {
    case 'scheme':
    case 'host':
    case 'port':
    case 'path':
    case 'query':
      return parts[part];
    default:
      return null;
  }
}

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
