import { entriesOf, isRecord, itemsOf, member, memberAt, textMember } from '../source/tree.js';
import { outputOf } from './asked.js';
import type { Item } from './workflow.js';

/** A comparison of IF, Switch or Filter: what is looked at, and the whole in words. */
export interface Comparison {
  readonly of: string;
  readonly words: string;
}

/** The comparisons of each output of a node, in the order of the outputs; the output for what matches none is not among them. */
export function comparisonsOf({ type, parameters }: Item): readonly (readonly Comparison[])[] {
  if (type !== 'switch') return [inGroup(member(parameters, 'conditions'))];
  const rules = itemsOf(memberAt(parameters, 'rules', 'values'));
  if (rules.length > 0) return rules.map((rule) => inGroup(member(rule, 'conditions')));
  // Until version 2: one value, and the rules that it may match.
  const of = shownValue(member(parameters, 'value1'));
  const old = itemsOf(memberAt(parameters, 'rules', 'rules'));
  const outputs = old.map((rule) => outputOf(rule));
  return Array.from({ length: old.length === 0 ? 0 : Math.max(...outputs) + 1 }, (_, output) =>
    old
      .filter((rule) => outputOf(rule) === output)
      .map((rule) => ({ of, words: [of, operationOf(rule), shownValue(member(rule, 'value2'))].join(' ') })),
  );
}

const operationOf = (rule: unknown): string => textMember(rule, 'operation') ?? 'equal';

function inGroup(group: unknown): readonly Comparison[] {
  const listed = itemsOf(member(group, 'conditions'));
  if (listed.length > 0)
    return listed.map((one) => {
      const of = shownValue(member(one, 'leftValue'));
      const operation = textMember(member(one, 'operator'), 'operation') ?? '';
      return { of, words: [of, operation, shownValue(member(one, 'rightValue'))].filter(Boolean).join(' ') };
    });
  // Until version 1: lists by type.
  return entriesOf(group).flatMap(([, list]) =>
    itemsOf(list)
      .filter(isRecord)
      .map((one) => {
        const of = shownValue(one['value1']);
        return { of, words: [of, operationOf(one), shownValue(one['value2'])].filter(Boolean).join(' ') };
      }),
  );
}

/** An expression without its braces. */
function shownValue(value: unknown): string {
  if (typeof value !== 'string') return value === undefined || value === null ? '' : JSON.stringify(value);
  return value.replace(/^=\s*\{\{\s*/, '').replace(/\s*\}\}\s*$/, '');
}

export const fieldOf = (of: string): string => /([\w-]+)\W*$/.exec(of)?.[1] ?? of;
