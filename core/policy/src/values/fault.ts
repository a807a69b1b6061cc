import { pointerChild, type Type } from '@ostiary/catalogue';
import { isMiss } from './outcome.js';
import { isRecord, ownMember, readerOf, type Siblings } from './read.js';

/**
 * RFC 6901 pointer from a value that its type rejects to the innermost member at fault: empty when the value itself is.
 */
export function faultPointer(type: Type, raw: unknown, siblings: Siblings): string {
  if (type.kind === 'list' && Array.isArray(raw)) {
    const index = raw.findIndex((item) => isMiss(readerOf(type.of)(item, siblings)));
    return index < 0 ? '' : pointerChild('', index) + faultPointer(type.of, raw[index], siblings);
  }
  if (type.kind !== 'record' || !isRecord(raw)) return '';
  for (const name of Object.keys(raw)) {
    const value = ownMember(raw, name);
    if (value === undefined) continue;
    const field = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
    if (field === undefined && type.open !== true) return pointerChild('', name);
    if (field && isMiss(readerOf(field.type)(value, raw)))
      return pointerChild('', name) + faultPointer(field.type, value, raw);
  }
  return '';
}
