import { type AgentGraph, EDGE_TRAIT, type GraphBody, type GraphEdge, indexBody, type Rule } from '../model/index.js';

/** So many `may` edges are there or not in every combination, however large the graph is. */
const ALWAYS = 3;
/** More of them, and of unknown joins, where all ways together have no more nodes and edges than this. */
const MOST = 12_000;
/** In so many ways each unknown join is read, and so many of them in every combination (`readGraph`). */
const KINDS = 3;
const JOINS = 3;

/** An edge by its body (empty for the graph itself) and its id. */
export type EdgeAt = readonly [string, string];

/** The ways in which the `may` edges of a graph can be there or not for a whole run (S4). */
export interface Ways {
  /** The edges that are there in one way and not in another. The other `may` edges are asked wherever a run comes to them: that adds runs, and takes none. */
  readonly varied: readonly EdgeAt[];
  /** More edges than are varied decide what a join waits for, or where branches meet: nothing is proved then. */
  readonly open: { readonly joins: readonly EdgeAt[]; readonly meets: readonly EdgeAt[] };
}

/** Whether so many ways of a graph are few enough to look at each. */
export const fitsInAll = (graph: AgentGraph, ways: number): boolean =>
  ways * bodiesOf(graph).reduce((sum, [, { nodes, edges }]) => sum + nodes.length + edges.length, 0) <= MOST;

const bodiesOf = (graph: AgentGraph): readonly (readonly [string, GraphBody])[] => [
  ['', graph],
  ...(graph.subgraphs ?? []).map((body) => [body.name, body] as const),
];

interface Perhaps {
  readonly at: EdgeAt;
  readonly joins: boolean;
  readonly meets: boolean;
}

export function waysOf(graph: AgentGraph): Ways {
  const bodies = bodiesOf(graph);
  const edges = bodies.flatMap(([name, body]) => perhapsIn(name, body));
  if (edges.length === 0) return { varied: [], open: { joins: [], meets: [] } };
  const unknown = bodies.reduce((sum, [, { nodes }]) => sum + nodes.filter(({ join }) => join === 'unknown').length, 0);
  const fits = ({ length }: readonly Perhaps[]): boolean =>
    length <= ALWAYS || fitsInAll(graph, 2 ** length * KINDS ** Math.min(unknown, JOINS));
  const deciding = edges.filter(({ joins, meets }) => joins || meets);
  const varied = fits(edges) ? edges : deciding;
  const names = (some: readonly Perhaps[]): EdgeAt[] => some.map(({ at }) => at);
  if (fits(varied)) return { varied: names(varied), open: { joins: [], meets: [] } };
  return {
    varied: [],
    open: { joins: names(deciding.filter(({ joins }) => joins)), meets: names(deciding.filter(({ meets }) => meets)) },
  };
}

/**
 * The edges that keep a verdict open. Where branches meet matters to taint alone, and to what breaks it: a proof takes the latest place that any way has
 * (`latestMeetsOf`).
 */
export const openEdges = ({ open }: Ways, { kind }: Pick<Rule, 'kind'>, proved: boolean): readonly EdgeAt[] =>
  kind === 'taint' && !proved ? [...open.joins, ...open.meets] : open.joins;

/** The graph without the edges that are not there; of those that are varied the others are there. */
export function wayWithout(graph: AgentGraph, { varied }: Ways, absent: readonly EdgeAt[]): AgentGraph {
  if (varied.length === 0) return graph;
  const isIn = (edges: readonly EdgeAt[], body: string, { id }: GraphEdge): boolean =>
    edges.some(([name, edge]) => name === body && edge === id);
  const inBody = <Body extends GraphBody>(body: Body, name: string): Body => ({
    ...body,
    edges: body.edges
      .filter((edge) => edge.provenance !== 'may' || !isIn(absent, name, edge))
      .map((edge) => (edge.provenance === 'may' && isIn(varied, name, edge) ? declared(edge) : edge)),
  });
  return {
    ...inBody(graph, ''),
    ...(graph.subgraphs && { subgraphs: graph.subgraphs.map((body) => inBody(body, body.name)) }),
  };
}

/** Every set of the edges that can be missing: first none of them. */
export const absences = ({ varied }: Ways): readonly (readonly EdgeAt[])[] =>
  Array.from({ length: 1 << varied.length }, (_, bits) => varied.filter((_edge, at) => ((bits >> at) & 1) === 1));

function declared({ provenance: _provenance, ...edge }: GraphEdge): GraphEdge {
  return edge;
}

function perhapsIn(name: string, body: GraphBody): Perhaps[] {
  if ((indexBody(body).edgesHave & EDGE_TRAIT.may) === 0) return [];
  const edges = body.edges.filter(({ provenance }) => provenance === 'may');
  const joins = body.nodes.filter(({ join }) => join !== undefined && join !== 'any').map(({ id }) => id);
  const before = leadingTo(joins, body.edges);
  const meets = endsWithout(body);
  return edges.map(({ id, target }) => ({ at: [name, id], joins: before.has(target), meets }));
}

/**
 * Whether the branches of a decision may meet later, or nowhere, where `may` edges are missing: a node has no way on then, or no way to an end. Else each node keeps its
 * ways, and with fewer of them branches meet earlier.
 */
export function endsWithout({ nodes, edges }: GraphBody): boolean {
  const sure = edges.filter(({ provenance }) => provenance !== 'may');
  const goOn = (some: readonly GraphEdge[]): Set<string> =>
    new Set(some.flatMap(({ on, source }) => (on === 'error' ? [] : [source])));
  const [all, left] = [goOn(edges), goOn(sure)];
  if (nodes.some(({ id, kind }) => kind !== 'end' && kind !== 'fail' && all.has(id) && !left.has(id))) return true;
  const ends = nodes.filter(({ id, kind }) => kind === 'end' || kind === 'fail' || !all.has(id)).map(({ id }) => id);
  const known = leadingTo(ends, sure);
  return [...leadingTo(ends, edges)].some((id) => !known.has(id));
}

/** Some nodes, and all from which one of them can be reached. */
function leadingTo(ids: readonly string[], edges: readonly GraphEdge[]): Set<string> {
  const into = Map.groupBy(edges, ({ target }) => target);
  const found = new Set(ids);
  for (const id of found) for (const { source } of into.get(id) ?? []) found.add(source);
  return found;
}
