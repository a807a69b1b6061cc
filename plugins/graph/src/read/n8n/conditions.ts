import { entriesOf, isRecord, itemsOf, member, memberAt, textMember } from '../source/tree.js';
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

/** Four is the most that an old Switch has: a larger number is no output. */
function outputOf(rule: unknown): number {
  const output = member(rule, 'output');
  return typeof output === 'number' && Number.isInteger(output) && output >= 0 && output < 32 ? output : 0;
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

/**
 * What is looked at in more than one node: two such choices may hang together, and whether they do is not followed. The field alone counts, since
 * `$json.x` of one node is `$('A').item.json.x` of another.
 */
export function lookedAtTwice(items: Iterable<Item>): ReadonlySet<string> {
  const once = new Set<string>();
  const twice = new Set<string>();
  for (const item of items)
    for (const field of new Set(
      comparisonsOf(item)
        .flat()
        .map(({ of }) => fieldOf(of)),
    ))
      if (once.has(field)) twice.add(field);
      else once.add(field);
  return twice;
}

export const fieldOf = (of: string): string => /([\w-]+)\W*$/.exec(of)?.[1] ?? of;
