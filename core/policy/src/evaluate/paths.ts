import { ABSENT, ILL_TYPED, type Outcome } from '../values/outcome.js';
import { isAbsent, isRecord, ownMember, type Reader } from '../values/read.js';
import type { RawObject } from '../values/value.js';

/**
 * Follows members of nested objects and reads the last one; the object it lies in provides its siblings. `isDeceptive` asks
 * the objects on the way, the root aside, for names that only look like those they should have.
 */
export function readPath(
  root: unknown,
  path: readonly string[],
  reader: Reader,
  isDeceptive: readonly ((object: RawObject) => boolean)[] = [],
): Outcome {
  let object = root;
  for (let i = 0; ; i++) {
    if (isAbsent(object)) return ABSENT;
    if (!isRecord(object) || isDeceptive[i - 1]?.(object) === true) return ILL_TYPED;
    const raw = ownMember(object, path[i] ?? '');
    if (i === path.length - 1) return isAbsent(raw) ? ABSENT : reader(raw, object);
    object = raw;
  }
}

/** Whether a path leads into what another one leads to. */
export const liesIn = (path: readonly string[], outer: readonly string[]): boolean =>
  path.length > outer.length && outer.every((name, at) => path[at] === name);
