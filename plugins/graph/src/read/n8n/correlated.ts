import type { Guard } from '../../model/index.js';
import { entriesOf, itemsOf, member } from '../source/tree.js';
import { comparisonsOf, fieldOf } from './conditions.js';
import { PASSES } from './types.js';
import type { Connection, Item } from './workflow.js';

/** Where the items of a node were made, and by which outputs of nodes that choose they came since. */
interface Source {
  readonly origin: string;
  readonly through: readonly { readonly name: string; readonly output: number }[];
}

/** How the outputs of IF and Filter hang together where several ask the same of the same items. */
export interface Correlated {
  /** The guards of the outputs; undefined: nothing else asks the same. */
  readonly guards: ReadonlyMap<string, readonly [Guard, Guard]>;
  /** Truths of which each says whether any of the items goes one way; whoever made the items writes them. */
  readonly variables: readonly string[];
}

const OUTPUTS = [0, 1] as const;

/**
 * IF and Filter look at each item by itself. Two of them that ask the same of the same items, with nothing but nodes between that pass items on, choose alike: a
 * variable for each way says whether any item goes it, and behind a way of the first only that way of the second is left. Everything else stays as it is.
 */
export function correlatedIn(items: ReadonlyMap<string, Item>, connections: readonly Connection[]): Correlated {
  const into = Map.groupBy(
    connections.filter(({ kind }) => kind === 'main'),
    ({ target }) => target,
  );
  const chooses = [...items.values()].filter(({ type }) => type === 'if' || type === 'filter' || type === 'switch');
  const groups = Map.groupBy(
    chooses.flatMap((item) => {
      const asked = questionOf(item);
      const source = asked === undefined ? undefined : sourceOf(item, items, into);
      return asked === undefined || !source ? [] : [{ item, source, key: JSON.stringify([source.origin, asked]) }];
    }),
    ({ key }) => key,
  );
  const guards = new Map<string, readonly [Guard, Guard]>();
  const variables: string[] = [];
  for (const alike of groups.values()) {
    const [root] = alike.toSorted((a, b) => a.source.through.length - b.source.through.length);
    if (
      !root ||
      alike.length < 2 ||
      !askedOnlyBy(
        alike.map(({ item }) => item),
        chooses,
      )
    )
      continue;
    const ways = alike.map(({ item, source }) => ({
      item,
      arrives: arrivalBehind(root.item.name, root.source, source),
    }));
    if (ways.some(({ arrives }) => arrives === undefined)) continue;
    const names = OUTPUTS.map((output) => `${root.source.origin}.#${root.item.name}.${output}`);
    variables.push(...names);
    for (const { item, arrives } of ways) {
      const text = wordsOf(item);
      const guard = (output: 0 | 1): Guard => {
        const asked = arrives === 'beside' ? output : (arrives ?? 0);
        const value = arrives === 'beside' || arrives === output;
        return { expr: { op: '=', variable: names[asked] ?? '', value }, text: output === 0 ? text : `not (${text})` };
      };
      guards.set(item.name, [guard(0), guard(1)]);
    }
  }
  return { guards, variables };
}

/** `beside`: of the very items the first asks. A number: of those that left the first by this output. */
function arrivalBehind(root: string, first: Source, { through }: Source): 'beside' | 0 | 1 | undefined {
  const same = (a: Source['through'], b: Source['through']): boolean => JSON.stringify(a) === JSON.stringify(b);
  if (same(through, first.through)) return 'beside';
  const way = through[first.through.length];
  if (!same(through.slice(0, first.through.length), first.through) || way?.name !== root) return undefined;
  return way.output === 0 ? 0 : way.output === 1 ? 1 : undefined;
}

/** Whether no other node looks at one of the fields: what it asks could hang together with this in another way. */
function askedOnlyBy(alike: readonly Item[], chooses: readonly Item[]): boolean {
  const fieldsOf = (item: Item): readonly string[] =>
    comparisonsOf(item)
      .flat()
      .map(({ of }) => fieldOf(of));
  const fields = new Set(alike.flatMap(fieldsOf));
  return chooses.every((item) => alike.includes(item) || !fieldsOf(item).some((field) => fields.has(field)));
}

const wordsOf = (item: Item): string =>
  comparisonsOf(item)
    .flat()
    .map(({ words }) => words)
    .join(', ');

/** Back to the node that made the items: the only way that leads here, through nodes that pass on what they get. */
function sourceOf(
  item: Item,
  items: ReadonlyMap<string, Item>,
  into: ReadonlyMap<string, readonly Connection[]>,
): Source | undefined {
  const through: { name: string; output: number }[] = [];
  const seen = new Set([item.name]);
  for (let here = item.name; ;) {
    const [only, ...others] = into.get(here) ?? [];
    const before = only && items.get(only.source);
    if (!only || !before || others.length > 0 || seen.has(before.name) || member(before.source, 'disabled') === true)
      return undefined;
    if (!PASSES.has(before.type)) return { origin: before.name, through };
    if (before.type !== 'noOp' && before.type !== 'wait') through.unshift({ name: before.name, output: only.output });
    seen.add(before.name);
    here = before.name;
  }
}

/** What an IF or a Filter asks, in a text that is the same for the same question; undefined where it asks of more than the item. */
function questionOf({ type, parameters, source }: Item): string | undefined {
  if (type === 'switch' || member(source, 'disabled') === true) return undefined;
  const conditions = withoutIds(member(parameters, 'conditions'));
  const text = JSON.stringify([conditions, member(parameters, 'combineOperation'), member(parameters, 'options')]);
  return conditions !== undefined && isOfItem(conditions) ? text : undefined;
}

function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  const entries = entriesOf(value);
  return entries.length === 0
    ? value
    : Object.fromEntries(entries.filter(([name]) => name !== 'id').map(([name, one]) => [name, withoutIds(one)]));
}

const FIELD = /^=\s*\{\{\s*\$json(?:\??\.\w+|\[(?:"[^"{}]*"|'[^'{}]*'|\d+)\])+\s*\}\}$/;

/** Whether every expression is a field of the item, and nothing else. */
function isOfItem(value: unknown): boolean {
  if (typeof value === 'string') return !value.startsWith('=') || FIELD.test(value) || !value.includes('{{');
  return [...itemsOf(value), ...entriesOf(value).map(([, one]) => one)].every(isOfItem);
}
