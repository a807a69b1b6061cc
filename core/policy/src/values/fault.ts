import { pointerChild, type Type } from '@ostiary/catalogue';
import { isMiss } from './outcome.js';
import { isAbsent, isRecord, ownMember, readerOf } from './read.js';
import type { Siblings } from './value.js';

/**
 * RFC 6901 pointer from a value that its type rejects to the innermost member at fault: empty when the value itself is.
 */
export function faultPointer(type: Type, raw: unknown, siblings: Siblings): string {
  if (type.kind === 'list' && Array.isArray(raw)) {
    const index = raw.findIndex((item) => isMiss(readerOf(type.of)(item, siblings)));
    return index < 0 ? '' : pointerChild('', index) + faultPointer(type.of, raw[index], siblings);
  }
  if ((type.kind !== 'record' && type.kind !== 'map') || !isRecord(raw)) return '';
  for (const name of Object.keys(raw)) {
    const value = ownMember(raw, name);
    const field =
      type.kind === 'map' ? type.of : Object.hasOwn(type.fields, name) ? type.fields[name]?.type : undefined;
    if (field && !isAbsent(value) && isMiss(readerOf(field)(value, raw)))
      return pointerChild('', name) + faultPointer(field, value, raw);
  }
  return '';
}
