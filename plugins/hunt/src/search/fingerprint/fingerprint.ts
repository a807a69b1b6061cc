import { nameOf } from '@ostiary/guard';

/**
 * The name of a bug that stays the same while it does: what it is (class, subkind), where (tool, attribute), and by which rules
 * (their keys, in any order). `f1_` is the version of this reckoning.
 */
export function fingerprintOf(bug: {
  readonly class: string;
  readonly subkind: string | null;
  readonly tool: string | null;
  readonly attribute: string | null;
  readonly ruleKeys: readonly string[];
}): string {
  return `f1_${nameOf([bug.class, bug.subkind, bug.tool, bug.ruleKeys.toSorted(), bug.attribute])}`;
}
