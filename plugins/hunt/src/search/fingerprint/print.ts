import type { CorePolicy, CoreRule } from '@ostiary/policy';
import type { ClassId } from '../model/class-id.js';
import { fingerprintOf } from './fingerprint.js';
import { hasId, meaningOf, ruleKey } from './rule-key.js';

/** What of a bug counts for its fingerprint. */
interface Printed {
  readonly subkind?: string;
  readonly tool?: string;
  readonly attribute?: string;
  readonly rules: readonly CoreRule[];
  /** In place of its rules. */
  readonly knownBy?: readonly CoreRule[];
}

/** The fingerprint of a bug of a class. @param keyOf what its rules are known by */
export function printOf(id: ClassId, bug: Printed, keyOf: (rule: CoreRule) => string): string {
  const { subkind = null, tool = null, attribute = null, rules, knownBy = rules } = bug;
  return fingerprintOf({ class: id, subkind, tool, attribute, ruleKeys: knownBy.map(keyOf) });
}

/**
 * What the rules of a changed text are known by: as those of the text before whose place they took. By itself a rule without `@id` is
 * known by its shape, so that every bug of it would be another one once it is changed.
 */
export function keysAfter(before: CorePolicy, after: CorePolicy): (rule: CoreRule) => string {
  const [old, changed] = [before, after].map((core) =>
    core.rules.map((rule) => (hasId(rule) ? ruleKey(core, rule) : meaningOf(core, rule))),
  );
  const taken = placesTaken(old ?? [], changed ?? []);
  return (rule) => {
    const place = before.rules[taken(rule.index)];
    return place && !hasId(rule) && !hasId(place) ? ruleKey(before, place) : ruleKey(after, rule);
  };
}

/** For a place in a changed list the one that it had before: what is alike at both ends, then one by one. */
function placesTaken(old: readonly string[], changed: readonly string[]): (at: number) => number {
  const shorter = Math.min(old.length, changed.length);
  let front = 0;
  while (front < shorter && old[front] === changed[front]) front++;
  let back = 0;
  while (back < shorter - front && old.at(-1 - back) === changed.at(-1 - back)) back++;
  return (at) => {
    if (at >= changed.length - back) return at - changed.length + old.length;
    return at < old.length - back ? at : -1;
  };
}
