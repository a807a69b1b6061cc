import { type Effect, strictness } from '@ostiary/policy';
import type { RuleDraft } from './text.js';
import type { Truth } from './truth.js';

/** A rule of a language in which the first that holds decides. */
export interface OrderedRule {
  readonly draft: Omit<RuleDraft, 'conditions'>;
  /** When it holds. */
  readonly condition: Truth;
  /** The same, of a call of its tools. */
  readonly rest: Truth;
  /** Names of the tools it is about; null: all. */
  readonly tools: readonly string[] | null;
  /** Further conditions, of rules that do not take part in the order by them. */
  readonly also?: Pick<RuleDraft, 'history'>;
}

/**
 * Rules of which the first that holds decides, as rules of which the strictest wins: one that is stricter than others before it holds only
 * where none of these does.
 */
export const inOrder = (rules: readonly OrderedRule[]): readonly RuleDraft[] =>
  rules.map((rule, at) => draftOf(rule, rules.slice(0, at)));

/** The same rules, the strictest of which wins wherever they stand. What limits a rule keeps its place. */
export const inAnyOrder = (rules: readonly OrderedRule[]): readonly RuleDraft[] =>
  rules.map((rule, at) => draftOf(rule, rule.also ? rules.slice(0, at) : []));

function draftOf(rule: OrderedRule, before: readonly OrderedRule[]): RuleDraft {
  const holds = rule.rest.holds();
  const guards = before
    .filter((each) => hides(each, rule))
    .map((each) => (covers(each, rule) ? each.rest : each.condition).fails());
  return { ...rule.draft, ...rule.also, conditions: holds === false ? [false] : [holds, ...guards] };
}

const isMilder = (one: Effect, other: Effect): boolean => strictness[one] < strictness[other];

/** Whether a rule takes calls from a stricter one after it. */
function hides(before: OrderedRule, after: OrderedRule): boolean {
  const { tools } = before;
  const meet = tools === null || after.tools === null || after.tools.some((tool) => tools.includes(tool));
  return meet && isMilder(before.draft.effect, after.draft.effect);
}

/** Whether a rule is about every tool that another is about. */
const covers = ({ tools }: OrderedRule, other: OrderedRule): boolean =>
  tools === null || (other.tools?.every((tool) => tools.includes(tool)) ?? false);
