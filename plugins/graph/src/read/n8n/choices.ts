import type { Guard, GuardExpr } from '../../model/index.js';
import { member } from '../source/tree.js';
import { askedBy } from './asked.js';
import { comparisonsOf } from './conditions.js';
import { lookedAt, type Looked, relation } from './fields.js';
import { type Atom, atomsOf, type Formula, holds } from './formula.js';
import { type ItemClass, itemClasses } from './item-classes.js';
import { Origins, type Step } from './origins.js';
import type { Connection, Item } from './workflow.js';

/** How the outputs of IF, Filter and Switch are chosen. */
export interface Choices {
  /** By the name of the node, a guard for each output. Absent: an expression says the output. */
  readonly guards: ReadonlyMap<string, readonly Guard[]>;
  /** Truths of which each says whether an item of one class came. */
  readonly variables: readonly string[];
  /** Nodes that every item leaves by one of the outputs. */
  readonly total: ReadonlySet<string>;
  /** Nodes that pass items on, and at which it is settled anew which items came. */
  readonly writers: ReadonlySet<string>;
}

interface Chooser {
  readonly item: Item;
  readonly outputs: readonly Formula[];
  readonly looked: readonly Looked[];
  readonly way: readonly Step[];
}

const MOST_LOOKS = 400;
const MOST_CLASSES = 24;

/**
 * IF, Filter and Switch look at each item by itself, so several outputs may be taken in one run. What is asked of the items parts them into classes, and a variable for each class says
 * whether an item of it came: an output is taken just when one of its classes did. So nodes that ask of the same items choose as these can be: behind the `true` of `$json.n > 5` there is no
 * item for the `true` of `$json.n < 3`. Where it is not known how two questions hang together, both are opaque.
 *
 * @param judges nodes that are no nodes of the graph, and those whose answers they look at
 */
export function choicesIn(
  items: ReadonlyMap<string, Item>,
  connections: readonly Connection[],
  judges: ReadonlyMap<string, string>,
): Choices {
  const origins = new Origins(items, connections, judges);
  const choosers = new Map<string, Chooser>();
  for (const item of items.values()) {
    if (!CHOOSES.has(item.type) || judges.has(item.name) || member(item.source, 'disabled') === true) continue;
    const outputs = askedBy(item);
    if (!outputs) continue;
    const looked = outputs.flatMap(atomsOf).map((atom) => lookedAt(atom, item, origins));
    choosers.set(item.name, { item, outputs, looked, way: origins.wayTo(item.name) });
  }
  const guards = new Map<string, readonly Guard[]>();
  const variables: string[] = [];
  const writers = new Set<string>();
  const total = new Set<string>();
  const looks = [...choosers.values()].reduce((sum, { looked }) => sum + looked.length, 0);
  const tooMany = Math.max(looks, choosers.size) > MOST_LOOKS;
  const groups = tooMany ? [{ names: [...choosers.keys()], known: false }] : groupsOf(choosers);
  for (const { names, known } of groups) {
    const own = names.map((name) => choosers.get(name) as Chooser);
    const found =
      (known ? decided(own, choosers, items) : undefined) ?? (own.length === 1 ? alone(own, items) : undefined);
    for (const [name, each] of found?.guards ?? []) guards.set(name, each);
    if (found) {
      variables.push(...found.variables);
      writers.add(found.writer);
      for (const name of found.total) total.add(name);
    } else
      for (const { item, outputs } of own)
        guards.set(
          item.name,
          wordsOf(item, outputs.length).map((opaque) => ({ opaque })),
        );
  }
  return { guards, variables, writers, total };
}

const CHOOSES: ReadonlySet<string> = new Set(['if', 'switch', 'filter']);

/** Nodes whose questions hang together; `known`: whether it is known how. */
function groupsOf(
  choosers: ReadonlyMap<string, Chooser>,
): readonly { readonly names: readonly string[]; readonly known: boolean }[] {
  const names = [...choosers.keys()];
  const group = new Map(names.map((name) => [name, new Set([name])]));
  const unknown = new Set<string>();
  const join = (a: string, b: string): void => {
    const one = group.get(a) as Set<string>;
    for (const each of group.get(b) as Set<string>) {
      one.add(each);
      group.set(each, one);
    }
  };
  for (const [at, name] of names.entries())
    for (const other of names.slice(at)) {
      const one = choosers.get(name) as Chooser;
      const two = choosers.get(other) as Chooser;
      const how = relations(one, two);
      if (how === 'none') continue;
      join(name, other);
      // What is the same value for both is so only where both get the items of one node.
      if (
        how === 'unknown' ||
        (name !== other && one.way[0]?.name !== two.way[0]?.name && !leadsTo(one, two) && !leadsTo(two, one))
      )
        unknown.add(name);
    }
  return [...new Set(group.values())].map((own) => ({
    names: [...own],
    known: [...own].every((name) => !unknown.has(name)),
  }));
}

const leadsTo = ({ item }: Chooser, { way }: Chooser): boolean => way.some(({ name }) => name === item.name);

function relations(one: Chooser, other: Chooser): 'none' | 'same' | 'unknown' {
  let found: 'none' | 'same' = 'none';
  for (const left of one.looked)
    for (const right of other.looked) {
      if (left === right) continue;
      const how = relation(left, right);
      // In one node a value that changes is looked at once.
      if (how === 'unknown' && !(one === other && left.key === right.key && left.atom.kind === right.atom.kind))
        return 'unknown';
      if (how !== 'none') found = 'same';
    }
  return found;
}

interface Decided {
  readonly guards: ReadonlyMap<string, readonly Guard[]>;
  readonly variables: readonly string[];
  readonly writer: string;
  readonly total: readonly string[];
}

function decided(
  own: readonly Chooser[],
  choosers: ReadonlyMap<string, Chooser>,
  items: ReadonlyMap<string, Item>,
): Decided | undefined {
  const writer = meetingOf(own, items);
  if (writer === undefined) return undefined;
  const members = withThoseBetween(own, writer, choosers, items);
  if (!members) return undefined;
  const looked = new Map<Atom, Looked>(members.flatMap((one) => one.looked.map((look) => [look.atom, look])));
  const classes = itemClasses([...looked.values()]);
  if (!classes) return undefined;
  const satisfies = (formula: Formula, item: ItemClass): boolean =>
    holds(formula, (atom) => item.get(looked.get(atom)?.key ?? ''));
  // An item of a class comes to a node by the outputs that lead there.
  const reaches = ({ way }: Chooser, item: ItemClass): boolean =>
    way.every(({ name, output }) => {
      const before = members.find((one) => one.item.name === name);
      const asked = before?.outputs[output];
      return !before || (asked !== undefined && satisfies(asked, item));
    });
  const outputs = own.flatMap((chooser) => chooser.outputs.map((formula, output) => ({ chooser, formula, output })));
  // Classes that leave every node by the same outputs are one.
  const alike = Map.groupBy(classes, (item) =>
    outputs.map(({ chooser, formula }) => reaches(chooser, item) && satisfies(formula, item)).join(),
  );
  const told = [...alike].filter(([key]) => key.includes('true'));
  if (told.length > MOST_CLASSES) return undefined;
  const variables = variablesOf(writer, own, Math.max(told.length, 1));
  const came = presences(variables, alike.size === told.length);
  const never: GuardExpr = { op: 'and', of: [is(variables[0] ?? ''), { op: 'not', of: is(variables[0] ?? '') }] };
  const guards = new Map<string, Guard[]>();
  for (const [at, { chooser, output }] of outputs.entries()) {
    const { name } = chooser.item;
    const of = came.filter((_, one) => told[one]?.[0].split(',')[at] === 'true');
    const [only, ...more] = of;
    const expr = !only ? never : more.length === 0 ? only : { op: 'or' as const, of };
    const text = wordsOf(chooser.item, chooser.outputs.length)[output] ?? '';
    guards.set(name, [...(guards.get(name) ?? []), { expr, text }]);
  }
  const keeps = own.filter((one) =>
    classes.every((item) => !reaches(one, item) || one.outputs.some((formula) => satisfies(formula, item))),
  );
  return { guards, variables, writer, total: keeps.map(({ item }) => item.name) };
}

/** Of each class, that an item of it came. `some`: at least one item came, and it is of one of them. */
function presences(variables: readonly string[], some: boolean): readonly GuardExpr[] {
  const [first, ...others] = variables.map(is);
  if (!first || !some) return variables.map(is);
  const [other, ...more] = others;
  const none: GuardExpr = { op: 'not', of: other ? (more.length === 0 ? other : { op: 'or', of: others }) : first };
  return [{ op: 'or', of: [first, none] }, ...others];
}

const variablesOf = (writer: string, own: readonly Chooser[], count: number): readonly string[] => {
  const [root = ''] = own.map(({ item }) => item.name).toSorted();
  return Array.from({ length: count }, (_, at) => `${writer}.#${root}.${at}`);
};
const is = (variable: string): GuardExpr => ({ op: '=', variable, value: true });

/** A node of whose questions it is not known how they hang together, and with which no other does: items may leave it by each of its outputs. */
function alone(own: readonly Chooser[], items: ReadonlyMap<string, Item>): Decided | undefined {
  const [only] = own;
  const writer = meetingOf(own, items);
  if (!only || writer === undefined) return undefined;
  const words = wordsOf(only.item, only.outputs.length);
  const variables = variablesOf(writer, own, words.length);
  const keeps = only.item.type === 'if';
  const guards = presences(variables, keeps).map((expr, at) => ({ expr, text: words[at] ?? '' }));
  return { guards: new Map([[only.item.name, guards]]), variables, writer, total: keeps ? [only.item.name] : [] };
}

/**
 * The last node that is on the way to all of them, or is one of them: the items are the same there. Where no node that chooses lies between, it is the one that made the items. Undefined: nothing runs at it.
 */
function meetingOf(choosers: readonly Chooser[], items: ReadonlyMap<string, Item>): string | undefined {
  const ways = choosers.map(({ item, way }) => [...way.map(({ name }) => name), item.name]);
  const [first = [], ...others] = ways;
  const last = first.findLastIndex((name, at) => others.every((way) => way[at] === name));
  const typeAt = (at: number): string => items.get(first[at] ?? '')?.type ?? '';
  const before = first.findIndex((_, at) => at >= last || CHOOSES.has(typeAt(at)));
  const writer = first[before < last ? last : 0];
  const source = items.get(writer ?? '')?.source;
  return last < 0 || member(source, 'disabled') === true ? undefined : writer;
}

/** The nodes and those between them that choose, too: what they keep back does not come. Undefined: one of these cannot be read. */
function withThoseBetween(
  own: readonly Chooser[],
  writer: string,
  choosers: ReadonlyMap<string, Chooser>,
  items: ReadonlyMap<string, Item>,
): readonly Chooser[] | undefined {
  const all = new Set(own.map(({ item }) => item.name));
  const outputs = new Set<number>();
  for (const { way } of own) {
    const from = way.findIndex((step) => step.name === writer);
    if (from < 0) continue;
    outputs.add(way[from]?.output ?? 0);
    for (const { name: between } of way.slice(from + 1))
      if (CHOOSES.has(items.get(between)?.type ?? '')) all.add(between);
  }
  if (CHOOSES.has(items.get(writer)?.type ?? '') && outputs.size > 1) all.add(writer);
  const found = [...all].map((name) => choosers.get(name));
  const known = found.filter((one) => one !== undefined);
  return known.length === found.length ? known : undefined;
}

function wordsOf(item: Item, outputs: number): readonly string[] {
  const told = comparisonsOf(item).map((comparisons) => comparisons.map(({ words }) => words).join(', '));
  const [first = ''] = told;
  if (item.type === 'if') return [first || 'no condition', `not (${first || 'no condition'})`];
  return Array.from(
    { length: outputs },
    (_, at) => told[at] || (item.type === 'switch' ? 'what matches no rule' : 'no condition'),
  );
}
