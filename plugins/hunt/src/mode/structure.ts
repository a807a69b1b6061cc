import { digestOf, type PreparedPolicy } from '@ostiary/guard';
import type { Finding } from '../search/index.js';

/** What a finding is about, without the ids of its rules: the same after rules were renamed and nothing else was changed. */
export function structureOf({ rules, text }: PreparedPolicy, finding: Finding): string {
  const { class: id, subkind, tool, attribute } = finding;
  const texts = finding.rules.map((rule) => {
    const span = rules.get(rule)?.span;
    return span === undefined ? '' : text.slice(span.start, span.end).replace(ID, '').replaceAll(/\s+/g, ' ').trim();
  });
  return digestOf([id, subkind, tool, attribute, ...texts.toSorted()]);
}

const ID = /@id\s*\(\s*"[^"]*"\s*\)/;
