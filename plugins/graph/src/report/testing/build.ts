import type { AgentGraph, Fix, GraphBody, GraphEdge, GraphNode, Place, ReadGraph } from '../../model/index.js';
import type { GraphReport, ReportedHygiene, ReportedVerdict } from '../input.js';

type Told = Omit<ReportedVerdict, 'fingerprint' | 'severity'> &
  Partial<Pick<ReportedVerdict, 'fingerprint' | 'severity'>>;

/** A verdict, with what is not said left to what it hangs on. */
export function verdict(told: Told): ReportedVerdict {
  const key = [told.property, told.kind ?? '', told.rule_id, told.target].join(' ');
  return { severity: 'high', fingerprint: `g1_${digits(key)}`, ...told };
}

/** What hygiene found, of what is told. */
export const hygiene = (
  kind: ReportedHygiene['kind'],
  target: string,
  places: readonly string[],
  more: Partial<ReportedHygiene> = {},
): ReportedHygiene => ({
  property: 'P6',
  rule_id: `hygiene:${kind}`,
  kind,
  target,
  places,
  verdict: 'broken',
  severity: 'medium',
  fingerprint: `g1_${digits(`${kind} ${target}`)}`,
  ...more,
});

/** A fix of one check that fails, with what is said of it. */
export const fix = (told: Pick<Fix, 'insert_on' | 'name'> & Partial<Fix>): Fix => ({
  kind: 'check',
  cleans: [],
  insert_before: [],
  cut_size: told.insert_on.length + (told.insert_before?.length ?? 0),
  smallest: true,
  refusal: 'fail',
  before_tool: [],
  also: [],
  proof: 're-verified',
  ...told,
});

export const node = (id: string, kind: GraphNode['kind'], more: Partial<GraphNode> = {}): GraphNode => ({
  id,
  kind,
  ...more,
});

/** A node of kind `tool` that calls one tool. */
export const calls = (id: string, tool: string, more: Partial<GraphNode> = {}): GraphNode =>
  node(id, 'tool', { tools: [{ name: tool }], ...more });

export const edge = (source: string, target: string, more: Partial<GraphEdge> = {}): GraphEdge => ({
  id: `${source}-${target}`,
  source,
  target,
  ...more,
});

/** Nodes and edges on a line of their own each, as a reader of pretty text finds them. */
function placesOf(graph: AgentGraph): ReadGraph['places'] {
  const nodes = new Map<string, Place>();
  const edges = new Map<string, Place>();
  let line = 2;
  const add = (body: GraphBody, prefix: string, pointer: string): void => {
    for (const [at, { id }] of body.nodes.entries())
      nodes.set(`${prefix}${id}`, { pointer: `${pointer}/nodes/${at}`, line: line++, column: 5 });
    for (const [at, { id }] of body.edges.entries())
      edges.set(`${prefix}${id}`, { pointer: `${pointer}/edges/${at}`, line: line++, column: 5 });
  };
  add(graph, '', '');
  for (const [at, each] of (graph.subgraphs ?? []).entries()) add(each, `${each.name}/`, `/subgraphs/${at}`);
  return { nodes, edges };
}

/** A report in English, of what is told. */
export function reportOf(
  told: Pick<GraphReport, 'name' | 'graph' | 'verdicts' | 'rules'> & Partial<GraphReport>,
): GraphReport {
  const bodies: readonly GraphBody[] = [told.graph, ...(told.graph.subgraphs ?? [])];
  const tools = new Set(
    bodies.flatMap(({ nodes }) => nodes.flatMap(({ tools: uses = [] }) => uses.map(({ name }) => name))),
  );
  const guards = bodies.flatMap(({ edges }) => edges.flatMap(({ guard }) => guard ?? []));
  const unclassified = told.coverage?.unclassified ?? [];
  return {
    path: `graphs/${told.name}.json`,
    digest: `sha256:${digits(told.name)}${digits(`${told.name}!`)}`,
    places: placesOf(told.graph),
    hygiene: null,
    assumptions: [],
    coverage: {
      tools: tools.size,
      tools_classified: tools.size - unclassified.length,
      edges_with_guard: guards.length,
      opaque_guards: guards.filter((guard) => 'opaque' in guard).length,
      unclassified,
      roles: [],
    },
    language: 'en',
    version: '0.1.0',
    ...told,
  };
}

/** 26 signs that hang on a text: no digest, but enough for a fixture. */
function digits(text: string): string {
  let state = 7n;
  for (const char of text) state = (state * 1_000_003n + BigInt(char.codePointAt(0) ?? 0)) % (1n << 128n);
  return state.toString(32).padStart(26, 'a').slice(-26);
}
