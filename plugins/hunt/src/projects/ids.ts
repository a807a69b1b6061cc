import { ulid } from 'ulid';

/** A new id: prefix, `_`, and a ULID. */
export function newId(prefix: 'prj' | 'scn' | 'evt'): string {
  return `${prefix}_${ulid()}`;
}
