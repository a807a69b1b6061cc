import { nameOf } from '@ostiary/guard';
import type { GraphNode, HygieneFinding, Rule, Verdict } from '../model/index.js';

/**
 * The name of a verdict that stays the same from version to version: what was asked, of which tool. There is one verdict for each, so that no
 * node needs to be named, and numbering, order and drawing have no say. `g1_` is the version of this reckoning.
 *
 * @param rule what was asked; ids and severities of rules have no say either
 */
export function fingerprintOf({ property, kind, target }: Verdict, rule: Rule | undefined): string {
  return `g1_${nameOf([property, kind ?? null, target, rule === undefined ? null : meaningOf(rule)])}`;
}

/**
 * The name of what hygiene found. A tool and a name are told apart by what they are called, a rule by what it asks; a dead end by what a person calls its node, or else by what kind of node
 * it is and what it calls: two that nobody could tell apart have one name.
 *
 * @param rule of `vacuous_rule`: the rule
 * @param node of `dead_end`: the node, and those around it, outermost first
 */
export function hygieneFingerprintOf(
  { property, kind, target }: HygieneFinding,
  rule: Rule | undefined,
  node: readonly GraphNode[],
): string {
  const about =
    kind === 'vacuous_rule' && rule !== undefined
      ? meaningOf(rule)
      : kind === 'dead_end'
        ? node.map(({ kind: of, title, tools = [], subgraph }) => [
            of,
            title ?? null,
            tools.map(({ name }) => name),
            subgraph ?? null,
          ])
        : target;
  return `g1_${nameOf([property, kind, about])}`;
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
