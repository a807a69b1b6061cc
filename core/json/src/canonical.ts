import { isRawNumber } from './number.js';

/**
 * The one text of a JSON value (RFC 8785): keys sorted by UTF-16 code units, no spaces, numbers and strings as
 * ECMAScript writes them; a `RawNumber` as it was sent. Members that are undefined are left out, as JSON.stringify does.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return JSON.stringify(value) ?? 'null';
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += `${text === '' ? '' : ','}${canonicalJson(item ?? null)}`;
    return `[${text}]`;
  }
  const object = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(object).toSorted()) {
    const member = object[key];
    if (member !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
}
