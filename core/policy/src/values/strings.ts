import type { StringFormat, StringType } from '@ostiary/catalogue';
import { normaliseDomain } from './formats/domain.js';
import { normaliseEmail } from './formats/email.js';
import { normaliseIban } from './formats/iban.js';
import { normaliseIp } from './formats/ip.js';
import { normaliseKeyword } from './formats/keyword.js';
import { normalisePath } from './formats/path.js';
import { normaliseUrl } from './formats/url.js';

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
 * See docs/adr/0020.
 */
export function normaliseString(format: StringFormat, text: string): string | null {
  return NORMALISERS[format](text);
}

/** The normal form at a type, which may say where relative paths start. */
export function normaliseAs({ format, base }: StringType, text: string): string | null {
  return format === 'path' && base !== undefined ? normalisePath(text, base) : normaliseString(format, text);
}
