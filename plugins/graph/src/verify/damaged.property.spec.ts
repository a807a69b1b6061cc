import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../tools/testing/runs.js';
import { readText } from '../gate/index.js';
import type {
  AgentGraph,
  Bindings,
  GraphEdge,
  GraphNode,
  NodeBinding,
  ReadResult,
  Rule,
  ToolEffects,
} from '../model/index.js';
import { candidateFormats, readDocument, readGraph, readNative } from '../read/index.js';
import { catalogues, graphs } from '../testing/arbitrary.js';
import { withTools } from '../testing/graphs.js';
import { verifyGraph } from './index.js';

const file = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const pages = 'docs/graph/formats/';
/** The examples of the pages on formats, and the exports that are kept as fixtures. */
const texts = [
  ...readdirSync(file(pages))
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) =>
      [...readFileSync(file(`${pages}${name}`), 'utf8').matchAll(/^```(?:json|yaml|xml)\n([\s\S]*?)^```$/gm)].map(
        ([, text = '']) => text,
      ),
    ),
  ...['autogen.json', 'bpmn.bpmn'].map((name) => readFileSync(file(`plugins/graph/fixtures/${name}`), 'utf8')),
];

const toolsIn = (graph: AgentGraph): readonly string[] => [
  ...new Set(
    [graph, ...(graph.subgraphs ?? [])].flatMap(({ nodes }) =>
      nodes.flatMap(({ tools = [] }) => tools.map(({ name }) => name)),
    ),
  ),
];

/** Each of some tools before each other one, as a check and as an order, and a person before each. */
function askedOf(names: readonly string[]): { readonly effects: ToolEffects; readonly rules: readonly Rule[] } {
  const others = (name: string): readonly string[] => names.filter((other) => other !== name);
  const effects = withTools(
    ...names.map((name) => ({
      name,
      classes: ['write'],
      checks: others(name).map((tool) => ({ tools: [tool], passes: 'success' as const })),
    })),
  );
  const rules = names.flatMap((tool): Rule[] => [
    { id: `a person before ${tool}`, kind: 'confirm_before', tool },
    ...others(tool).flatMap((check): Rule[] => [
      { id: `${check} checked before ${tool}`, kind: 'check_before', tool, check },
      { id: `${check} before ${tool}`, kind: 'order', pattern: 'precedence', first: check, second: tool },
    ]),
  ]);
  return { effects, rules };
}

function wordsOf(read: ReadResult, { effects, rules }: ReturnType<typeof askedOf>): ReadonlyMap<string, string> {
  if (!read.ok) return new Map();
  const { verdicts } = verifyGraph(read, effects, { rules, fixes: false, properties: ['P1', 'P2', 'P3'] });
  return new Map(verdicts.map(({ rule_id: id, verdict }) => [id, verdict]));
}

/** What was broken and is proved. */
const milder = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] =>
  [...before].flatMap(([id, word]) => (word === 'broken' && after.get(id) === 'proved' ? [id] : []));

type Holder = Record<string | number, unknown>;
type Path = readonly (string | number)[];

function placesOf(tree: unknown): readonly Path[] {
  const found: Path[] = [];
  const walk = (value: unknown, path: Path): void => {
    if (path.length > 0) found.push(path);
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value))
      walk(inner, [...path, Array.isArray(value) ? Number(name) : name]);
  };
  walk(tree, []);
  return found;
}

/** A copy in which one member is left out, or says a word that no format has. */
function hurt(tree: unknown, path: Path, how: 'left out' | 'unknown'): unknown {
  const copy = structuredClone(tree);
  let holder = copy as Holder;
  for (const step of path.slice(0, -1)) holder = holder[step] as Holder;
  const last = path.at(-1) ?? '';
  if (how === 'unknown') {
    if (typeof holder[last] === 'string') holder[last] = 'no_such_word';
  } else if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete holder[last];
  return copy;
}

describe('a damaged document', () => {
  const samples = texts.flatMap((text) => {
    const read = readText(text);
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    const [format] = candidateFormats(read.tree, read.form);
    if (format === undefined) return [];
    const whole = readGraph(read.tree, read.form, { format });
    const asked = whole.ok ? askedOf(toolsIn(whole.graph).slice(0, 4)) : null;
    const before = asked && wordsOf(whole, asked);
    if (!asked || ![...(before ?? [])].some(([, word]) => word === 'broken')) return [];
    return [{ format, form: read.form, tree: read.tree, asked, before: before ?? new Map<string, string>() }];
  });

  it('of any format, with one member left out or unknown, proves nothing that was broken', () => {
    expect(new Set(samples.map(({ format }) => format)).size).toBeGreaterThan(6);
    const places = samples.map((sample) => ({ sample, places: placesOf(sample.tree) }));
    let judged = 0;
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.nat(), fc.constantFrom('left out', 'unknown'), (given, pick, how) => {
        const { format, form, tree, asked, before } = given.sample;
        const path = given.places[pick % given.places.length] ?? [];
        // Elements are what they are: they may be left out, and their attributes say other words.
        const isElement = form === 'xml' && path.at(-2) === 'children';
        if (form === 'xml' && !(isElement && how === 'left out') && path.at(-2) !== 'attributes') return;
        const after = wordsOf(readGraph(hurt(tree, path, how), form, { format }), asked);
        judged += after.size > 0 ? 1 : 0;
        expect([path.join('/'), milder(before, after)]).toEqual([path.join('/'), []]);
      }),
      { numRuns: runs(250) },
    );
    expect(judged).toBeGreaterThan(60);
  });

  it('proves nothing that was broken where a binding is left out', () => {
    const names = ['look', 'check', 'pay'];
    const text = readFileSync(file('plugins/graph/fixtures/langgraph-js.mmd'), 'utf8');
    const plain = readDocument(text);
    if (!plain.ok) throw new Error(JSON.stringify(plain.problems));
    const ids = plain.graph.nodes.filter(({ kind }) => !['start', 'end'].includes(kind)).map(({ id }) => id);
    const nodes = new Map<string, NodeBinding>(
      ids.map((id, at) => [id, { tools: names.slice(at % names.length).slice(0, 1), choice: 'env' }]),
    );
    const read = (bindings: Bindings): ReadResult => readDocument(text, { bindings });
    const asked = askedOf(names);
    const before = wordsOf(read({ nodes }), asked);
    expect([...before.values()].filter((word) => word === 'broken').length).toBeGreaterThan(2);
    for (const [id, { tools = [], choice = 'env' }] of nodes)
      for (const left of [{ tools }, { choice }, {}])
        expect([id, left, milder(before, wordsOf(read({ nodes: new Map([...nodes, [id, left]]) }), asked))]).toEqual([
          id,
          left,
          [],
        ]);
  });

  /** What a run may do more by a change is broken as before: there is no run less. */
  const DAMAGES: Readonly<Record<string, (graph: AgentGraph, pick: number) => AgentGraph | null>> = {
    'a condition left out': (graph, pick) => {
      const isChoice = ({ kind, concurrency = 'exclusive' }: GraphNode): boolean =>
        kind !== 'fork' && concurrency === 'exclusive';
      const chosen = new Set(graph.nodes.filter(isChoice).map(({ id }) => id));
      return edgeChanged(graph, pick, ({ guard, source }) => guard !== undefined && chosen.has(source), 'guard');
    },
    'an edge that may be there is': (graph, pick) =>
      edgeChanged(graph, pick, ({ provenance }) => provenance === 'may', 'provenance'),
    'a join of unknown kind is of the usual one': (graph) =>
      graph.nodes.some(({ join }) => join === 'unknown')
        ? {
            ...graph,
            nodes: graph.nodes.map(({ join, ...node }) => ({ ...node, ...(join && join !== 'unknown' && { join }) })),
          }
        : null,
  };

  function edgeChanged(
    graph: AgentGraph,
    pick: number,
    fits: (edge: GraphEdge) => boolean,
    member: 'guard' | 'provenance',
  ): AgentGraph | null {
    const some = graph.edges.filter(fits);
    const edge = some[pick % some.length];
    if (edge === undefined) return null;
    const { [member]: _left, ...rest } = edge;
    return { ...graph, edges: graph.edges.map((each) => (each === edge ? rest : each)) };
  }

  it('of our own format proves nothing that was broken where it lets a run do more', () => {
    let cases = 0;
    const rules = fc.constantFrom<Rule>(
      { id: 'p1', kind: 'check_before', tool: 'pay', check: 'check' },
      { id: 'p2', kind: 'confirm_before', tool: 'pay' },
      { id: 'p3', kind: 'order', pattern: 'precedence', first: 'check', second: 'pay' },
      { id: 'p3', kind: 'order', pattern: 'absence', first: 'pay' },
      { id: 'p3', kind: 'order', pattern: 'at_most', first: 'pay', count: 1 },
    );
    const how = fc.constantFrom(...Object.keys(DAMAGES));
    fc.assert(
      fc.property(graphs(5), catalogues, rules, how, fc.nat(), (graph, effects, rule, name, pick) => {
        const less = DAMAGES[name]?.(graph, pick) ?? null;
        if (less === null) return;
        // A condition may say that a check has failed: without it nobody says so.
        const roles = [...effects.values()].flatMap(({ checks = [], confirms = [] }) => [...checks, ...confirms]);
        fc.pre(roles.every(({ passes }) => typeof passes !== 'object' || !('field' in passes)));
        const asked = { effects, rules: [rule] };
        const before = wordsOf(readNative(graph), asked);
        if (milder(before, new Map([[rule.id, 'proved']])).length === 0) return;
        cases += 1;
        expect([name, milder(before, wordsOf(readNative(less), asked))]).toEqual([name, []]);
      }),
      { numRuns: runs(1_200) },
    );
    expect(cases).toBeGreaterThan(20);
  });
});
