import { ulid } from 'ulid';

/** A new id: prefix, `_`, and a ULID (sortable by time, 80 random bits). */
export function newId(prefix: 'req' | 'acc' | 'key'): string {
  return `${prefix}_${ulid()}`;
}
