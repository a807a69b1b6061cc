import { nameOf } from '@ostiary/guard';
import type { Rule, Verdict } from '../model/index.js';

/**
 * The name of a verdict that stays the same from version to version: what was asked, of which tool. There is one verdict for each, so that no
 * node needs to be named, and numbering, order and drawing have no say. `g1_` is the version of this reckoning.
 *
 * @param rule what was asked; ids and severities of rules have no say either
 */
export function fingerprintOf({ property, kind, target }: Verdict, rule: Rule | undefined): string {
  return `g1_${nameOf([property, kind ?? null, target, rule === undefined ? null : meaningOf(rule)])}`;
}

function meaningOf(rule: Rule): unknown {
  const { id: _id, severity: _severity, ...meaning } = rule;
  switch (meaning.kind) {
    case 'check_before':
    case 'order':
    case 'taint':
      return meaning;
    case 'confirm_before':
      return { ...meaning, ...(meaning.by && { by: meaning.by.toSorted() }) };
    case 'saga':
      return {
        ...meaning,
        steps: meaning.steps.toSorted((a, b) => (a.tool < b.tool ? -1 : 1)),
        ...(meaning.pivots && { pivots: meaning.pivots.toSorted() }),
      };
  }
}
