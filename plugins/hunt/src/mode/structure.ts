import { digestOf, type PreparedPolicy } from '@ostiary/guard';
import { type Finding, meaningOf } from '../search/index.js';

/** What a finding is about, without the ids of its rules: the same after rules were renamed and nothing else was changed. */
export function structureOf({ rules, core }: PreparedPolicy, finding: Finding): string {
  const { class: id, subkind, tool, attribute } = finding;
  const meanings = finding.rules.flatMap((name) => {
    const rule = rules.get(name);
    return rule === undefined ? [] : [meaningOf(core, rule)];
  });
  return digestOf([id, subkind, tool, attribute, meanings.toSorted()]);
}
