import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../../tools/testing/runs.js';
import type { GraphEdge } from '../../model/index.js';
import { holds } from '../../replay/guards.js';
import { readN8n } from '../index.js';
import { ok } from '../testing/drawn.js';

type Json = Readonly<Record<string, unknown>>;
interface Condition {
  readonly left: string;
  readonly type: string;
  readonly operation: string;
  readonly right?: unknown;
}
interface Node {
  readonly type: 'if' | 'filter' | 'switch';
  readonly old: boolean;
  readonly caseSensitive: boolean;
  readonly combinator: 'and' | 'or';
  /** Of a Switch a rule for each; else all together. */
  readonly conditions: readonly Condition[];
  readonly fallback: boolean;
  readonly all: boolean;
  readonly parent: number;
  readonly output: number;
}

/** What the manual says of a comparison of an item (version 2 and later). */
function now(item: Json, { left, type, operation, right }: Condition, caseSensitive: boolean): boolean {
  const value = item[left];
  const missing = value === undefined || value === null;
  if (operation === 'exists') return !missing;
  if (operation === 'notExists') return missing;
  if (type === 'string') {
    const fold = (one: string): string => (caseSensitive ? one : one.toLowerCase());
    const own = fold((value as string | undefined) ?? '');
    return ofText(own, operation, fold((right as string | undefined) ?? ''));
  }
  if (type === 'boolean') {
    if (operation === 'true') return value === true;
    if (operation === 'false') return value !== true;
    return (value === right) === (operation === 'equals');
  }
  if (type === 'array') {
    const { length } = (value ?? []) as readonly unknown[];
    if (operation === 'empty') return length === 0;
    if (operation === 'notEmpty') return length > 0;
    return ofNumber(
      length,
      operation.replace(/^length(.)/, (_, first: string) => first.toLowerCase()),
      right as number,
    );
  }
  if (type === 'object') return (missing || Object.keys(value ?? {}).length === 0) === (operation === 'empty');
  if (operation === 'empty') return missing;
  if (operation === 'notEmpty') return !missing;
  return ofNumber(value as number, operation, right as number);
}

/** What the first version did. */
function before(item: Json, { left, type, operation, right }: Condition): boolean {
  const value = item[left];
  const names: Readonly<Record<string, string>> = {
    equals: 'equal',
    notEquals: 'notEqual',
    empty: 'isEmpty',
    notEmpty: 'isNotEmpty',
  };
  switch (names[operation] ?? operation) {
    case 'equal':
      return value === right;
    case 'notEqual':
      return value !== right;
    case 'isEmpty':
      return value === undefined || value === null || value === '';
    case 'isNotEmpty':
      return !(value === undefined || value === null || value === '');
  }
  if (type === 'number') return ofNumber((value as number) || 0, operation, right as number);
  return typeof value === 'string' || operation.toLowerCase().includes('contains')
    ? ofText((value as string | undefined) ?? '', operation, String(right))
    : operation.startsWith('not');
}

function ofText(own: string, operation: string, right: string): boolean {
  const test = {
    equals: own === right,
    empty: own === '',
    contains: own.includes(right),
    startsWith: own.startsWith(right),
    endsWith: own.endsWith(right),
  };
  const positive = operation.replace(/^not(.)/, (_, first: string) => first.toLowerCase()) as keyof typeof test;
  return test[positive] !== (positive !== operation);
}
// JavaScript compares null as 0.
const ofNumber = (own: number, operation: string, right: number): boolean =>
  ({
    equals: own === right,
    notEquals: own !== right,
    gt: own > right,
    lt: own < right,
    gte: own >= right,
    lte: own <= right,
  })[operation] === true;

/** The outputs by which an item leaves. */
function leaves(node: Node, item: Json): readonly number[] {
  const each = node.conditions.map((one) => (node.old ? before(item, one) : now(item, one, node.caseSensitive)));
  if (node.type === 'switch') {
    const matched = each.flatMap((matches, at) => (matches ? [at] : []));
    if (matched.length === 0) return node.fallback ? [each.length] : [];
    return node.all ? matched : matched.slice(0, 1);
  }
  const kept = node.combinator === 'and' ? !each.includes(false) : each.includes(true);
  if (node.type === 'filter') return kept ? [0] : [];
  return kept ? [0] : [1];
}

const OLD_LISTS: Readonly<Record<string, string>> = { string: 'string', number: 'number', boolean: 'boolean' };
const OLD_OPERATIONS: Readonly<Record<string, string>> = {
  equals: 'equal',
  notEquals: 'notEqual',
  empty: 'isEmpty',
  notEmpty: 'isNotEmpty',
  gt: 'larger',
  gte: 'largerEqual',
  lt: 'smaller',
  lte: 'smallerEqual',
};

function parametersOf({ type, old, caseSensitive, combinator, conditions, fallback, all }: Node): Json {
  if (old) {
    const lists = Object.groupBy(
      conditions.map((one) => ({
        list: OLD_LISTS[one.type] ?? '',
        value1: `={{ $json.${one.left} }}`,
        operation: OLD_OPERATIONS[one.operation] ?? one.operation,
        ...(one.right !== undefined && { value2: one.right }),
      })),
      ({ list }) => list,
    );
    return { conditions: lists, combineOperation: combinator === 'and' ? 'all' : 'any' };
  }
  const filter = (some: readonly Condition[]): Json => ({
    options: { caseSensitive },
    combinator,
    conditions: some.map(({ left, right, ...operator }) => ({
      leftValue: `={{ $json["${left}"] }}`,
      rightValue: right ?? '',
      operator,
    })),
  });
  if (type !== 'switch') return { conditions: filter(conditions) };
  return {
    rules: { values: conditions.map((one) => ({ conditions: filter([one]) })) },
    options: { ...(fallback && { fallbackOutput: 'extra' }), allMatchingOutputs: all },
  };
}

const text = fc.constantFrom('', 'a', 'A', 'ab', 'b', 'Ba');
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    left: fc.constantFrom('s', 'r'),
    type: fc.constant('string'),
    operation: fc.constantFrom(
      'equals',
      'notEquals',
      'contains',
      'notContains',
      'startsWith',
      'notStartsWith',
      'endsWith',
      'notEndsWith',
      'empty',
      'notEmpty',
    ),
    right: text,
  }),
  fc.record({
    left: fc.constant('n'),
    type: fc.constant('number'),
    operation: fc.constantFrom('equals', 'notEquals', 'gt', 'lt', 'gte', 'lte'),
    right: fc.integer({ min: -1, max: 2 }),
  }),
  fc.record({ left: fc.constant('n'), type: fc.constant('number'), operation: fc.constantFrom('empty', 'notEmpty') }),
  fc.record({
    left: fc.constant('t'),
    type: fc.constant('boolean'),
    operation: fc.constantFrom('equals', 'notEquals'),
    right: fc.boolean(),
  }),
);
/** What the first version does not know. */
const later: fc.Arbitrary<Condition> = fc.oneof(
  condition,
  fc.record({
    left: fc.constantFrom('s', 'n', 't', 'l', 'o'),
    type: fc.constant('string'),
    operation: fc.constantFrom('exists', 'notExists'),
  }),
  fc.record({ left: fc.constant('t'), type: fc.constant('boolean'), operation: fc.constantFrom('true', 'false') }),
  fc.record({ left: fc.constant('l'), type: fc.constant('array'), operation: fc.constantFrom('empty', 'notEmpty') }),
  fc.record({
    left: fc.constant('l'),
    type: fc.constant('array'),
    operation: fc.constantFrom('lengthEquals', 'lengthNotEquals', 'lengthGt', 'lengthLt', 'lengthGte', 'lengthLte'),
    right: fc.integer({ min: 0, max: 2 }),
  }),
  fc.record({ left: fc.constant('o'), type: fc.constant('object'), operation: fc.constantFrom('empty', 'notEmpty') }),
);
const node: fc.Arbitrary<Node> = fc
  .record({
    type: fc.constantFrom<Node['type']>('if', 'filter', 'switch'),
    old: fc.boolean(),
    caseSensitive: fc.boolean(),
    combinator: fc.constantFrom<Node['combinator']>('and', 'or'),
    fallback: fc.boolean(),
    all: fc.boolean(),
    parent: fc.nat({ max: 3 }),
    output: fc.nat({ max: 2 }),
  })
  .chain((one) => {
    const old = one.old && one.type !== 'switch';
    return fc
      .array(old ? condition : later, { minLength: 1, maxLength: 2 })
      .map((conditions): Node => ({ ...one, old, conditions }));
  });

const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  s: ['', 'a', 'A', 'ab', 'b', 'Ba', 'aB', 'AB', 'B', 'BA', 'ba', 'aba', 'x', 'bab', undefined],
  r: ['', 'a', 'A', 'ab', 'b', 'Ba', 'aB', 'AB', 'B', 'BA', 'ba', 'aba', 'x', 'bab', undefined],
  n: [-2, -1, -0.5, 0, 0.5, 1, 1.5, 2, 3, null, undefined],
  t: [true, false, undefined],
  l: [[], [1], [1, 2], [1, 2, 3], undefined],
  o: [{}, { a: 1 }, undefined],
};
const some = (name: string): fc.Arbitrary<unknown> => fc.constantFrom(...(VALUES[name] ?? []));
const item = fc.record({ s: some('s'), r: some('r'), n: some('n'), t: some('t'), l: some('l'), o: some('o') });

/** Nodes behind the one that makes items, each behind an output of one that is before it. */
function workflow(nodes: readonly Node[]): Json {
  const wires = new Map<string, [number, string][]>([['made', []]]);
  for (const [at, { parent, output }] of nodes.entries()) {
    const source = at === 0 || parent === 0 ? 'made' : `c${(parent - 1) % at}`;
    wires.set(source, [...(wires.get(source) ?? []), [source === 'made' ? 0 : output, `c${at}`]]);
  }
  return {
    nodes: [
      { name: 't', type: 'n8n-nodes-base.manualTrigger', position: [0, 0], parameters: {} },
      { name: 'made', type: 'n8n-nodes-base.slack', position: [0, 0], parameters: {} },
      ...nodes.map((one, at) => ({
        name: `c${at}`,
        type: `n8n-nodes-base.${one.type}`,
        typeVersion: one.old ? 1 : one.type === 'switch' ? 3.2 : 2.2,
        position: [0, at],
        parameters: parametersOf(one),
      })),
    ],
    connections: Object.fromEntries(
      [['t', [[0, 'made'] as [number, string]]] as const, ...wires].map(([source, own]) => [
        source,
        {
          main: [0, 1, 2].map((output) =>
            own.filter(([from]) => from === output).map(([, target]) => ({ node: target, type: 'main', index: 0 })),
          ),
        },
      ]),
    ),
  };
}

/** Which outputs items take, by what the manual says. */
function taken(nodes: readonly Node[], items: readonly Json[]): ReadonlySet<string> {
  const found = new Set<string>();
  const arrived = new Map<string, readonly Json[]>([['made', items]]);
  for (const [at, one] of nodes.entries()) {
    const source = at === 0 || one.parent === 0 ? -1 : (one.parent - 1) % at;
    const parent = nodes[source];
    const own = (arrived.get(parent ? `c${source}` : 'made') ?? []).filter(
      (each) => !parent || leaves(parent, each).includes(one.output),
    );
    arrived.set(`c${at}`, own);
    for (const each of own) for (const output of leaves(one, each)) found.add(`c${at}.${output}`);
  }
  return found;
}

/** The same by the guards of the graph, for the classes of items that came. */
function guarded(
  nodes: readonly Node[],
  edges: readonly GraphEdge[],
  came: (variable: string) => boolean,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [at, one] of nodes.entries()) {
    const parent = at === 0 || one.parent === 0 ? undefined : `c${(one.parent - 1) % at}.${one.output}`;
    if (parent !== undefined && !found.has(parent)) continue;
    for (const { source, branch, guard } of edges) {
      if (source !== `c${at}` || branch === 'none' || !guard || !('expr' in guard)) continue;
      if (holds(guard.expr, came) === true) found.add(`c${at}.${outputOf(one, branch ?? '')}`);
    }
  }
  return found;
}
function outputOf({ conditions, type }: Node, branch: string): number {
  if (type === 'switch') return branch === 'fallback' ? conditions.length : Number(branch);
  return branch === 'false' ? 1 : 0;
}

describe('choices of n8n', () => {
  it('are for each item as the manual says: each class of items that a variable stands for leaves as some item does, and each item as one of them', () => {
    let decided = 0;
    fc.assert(
      fc.property(
        fc.array(node, { minLength: 1, maxLength: 3 }),
        fc.array(item, { minLength: 1, maxLength: 12 }),
        (nodes, items) => {
          const { graph } = ok(readN8n(workflow(nodes)));
          if (graph.edges.some(({ guard }) => guard && 'opaque' in guard)) return;
          const groups = Map.groupBy(
            (graph.variables ?? []).map(({ name }) => name),
            (name) => name.replace(/\.\d+$/, ''),
          );
          if (groups.size !== 1) return;
          decided += 1;
          const [names = []] = [...groups.values()];
          const classes = names.map((name) =>
            [...guarded(nodes, graph.edges, (one) => one === name)].toSorted().join(' '),
          );
          for (const one of items) {
            const own = [...taken(nodes, [one])].toSorted().join(' ');
            // What is kept back everywhere is of no class.
            expect(['', ...classes]).toContain(own);
          }
          // What comes of several items is what comes of each.
          const came = (name: string): boolean =>
            items.some((one) => [...taken(nodes, [one])].toSorted().join(' ') === classes[names.indexOf(name)]);
          expect([...guarded(nodes, graph.edges, came)].toSorted()).toEqual([...taken(nodes, items)].toSorted());
        },
      ),
      { numRuns: runs(600) },
    );
    expect(decided).toBeGreaterThan(100);
  });

  it('have no class of items that no item is of', () => {
    // Two questions of a text are told apart by texts as long as both together.
    const texts = Array.from({ length: 4 }).reduce<readonly string[]>(
      (known) => ['', ...known.flatMap((one) => ['a', 'A', 'b', 'B'].map((letter) => one + letter))],
      [''],
    );
    const valuesOf = (name: string): readonly unknown[] =>
      name === 's' || name === 'r' ? [...texts, undefined] : (VALUES[name] ?? []);
    const all = (names: readonly string[]): readonly Json[] =>
      names.reduce<readonly Json[]>(
        (items, name) => items.flatMap((one) => valuesOf(name).map((value) => ({ ...one, [name]: value }))),
        [{}],
      );
    fc.assert(
      fc.property(fc.array(node, { minLength: 1, maxLength: 2 }), (nodes) => {
        const { graph } = ok(readN8n(workflow(nodes)));
        const variables = (graph.variables ?? []).map(({ name }) => name);
        if (graph.edges.some(({ guard }) => guard && 'opaque' in guard)) return;
        const fields = [...new Set(nodes.flatMap(({ conditions }) => conditions.map(({ left }) => left)))];
        const asked = nodes.flatMap(({ conditions }) => conditions.filter(({ type }) => type === 'string'));
        if (
          fields.length > 2 ||
          asked.length > 2 ||
          new Set(variables.map((name) => name.replace(/\.\d+$/, ''))).size !== 1
        )
          return;
        const ways = new Set(all(fields).map((one) => [...taken(nodes, [one])].toSorted().join(' ')));
        for (const name of variables)
          expect(ways).toContain([...guarded(nodes, graph.edges, (one) => one === name)].toSorted().join(' '));
      }),
      { numRuns: runs(150) },
    );
  });
});
