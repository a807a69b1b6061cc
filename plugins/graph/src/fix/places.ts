import type { AgentGraph, GraphBody, GraphEdge } from '../model/index.js';

/** A place where something can be inserted: on an edge, or in front of the start of a body. `body`: the name of the sub-graph, `''` for the graph itself. */
export type InsertionPlace =
  | { readonly body: string; readonly edge: string }
  | { readonly body: string; readonly start: true };

export interface NamedBody {
  readonly name: string;
  readonly body: GraphBody;
}

export const bodiesOf = (graph: AgentGraph): readonly NamedBody[] => [
  { name: '', body: graph },
  ...(graph.subgraphs ?? []).map((body) => ({ name: body.name, body })),
];

export const placeKey = (place: InsertionPlace): string =>
  JSON.stringify('edge' in place ? [place.body, place.edge] : [place.body]);

/**
 * Whether something can be put on an edge. Not on one that the export only supposes; not behind an answer that was no, or a check that has failed, for asking
 * the same again mends nothing; not on an error edge into a join, which what arrives by an error does not wait at.
 */
export function isOpenTo({ provenance, outcome, on, target }: GraphEdge, joins: ReadonlySet<string>): boolean {
  if (provenance === 'may' || outcome === 'reject' || outcome === 'fail') return false;
  return on !== 'error' || !joins.has(target);
}

/** The nodes of a body that wait for several edges. */
export const joinsOf = ({ nodes }: GraphBody): ReadonlySet<string> =>
  new Set(nodes.filter(({ join }) => (join ?? 'any') !== 'any').map(({ id }) => id));

/** Where something can be inserted into a graph. */
export const placesIn = (graph: AgentGraph): readonly InsertionPlace[] =>
  bodiesOf(graph).flatMap(({ name, body }): InsertionPlace[] => {
    const joins = joinsOf(body);
    const edges = body.edges.filter((edge) => isOpenTo(edge, joins));
    return [{ body: name, start: true }, ...edges.map(({ id }) => ({ body: name, edge: id }))];
  });
