import { type ControlGraph, PLACE } from '../lower/index.js';
import type { AgentGraph } from '../model/index.js';
import { bodiesOf, type InsertionPlace, isOpenTo, joinsOf } from './places.js';

/** The open places of each body, by the edge or the start. */
export interface OpenPlaces {
  readonly edges: ReadonlyMap<object, InsertionPlace>;
  readonly starts: ReadonlyMap<object, InsertionPlace>;
}

export function openPlaces(graph: AgentGraph): OpenPlaces {
  const edges = new Map<object, InsertionPlace>();
  const starts = new Map<object, InsertionPlace>();
  for (const { name, body } of bodiesOf(graph)) {
    const joins = joinsOf(body);
    for (const edge of body.edges) if (isOpenTo(edge, joins)) edges.set(edge, { body: name, edge: edge.id });
    const start = body.nodes.find(({ id }) => id === body.start);
    if (start) starts.set(start, { body: name, start: true });
  }
  return { edges, starts };
}

/** The open place that a move crosses: its edge, or the start of the body it enters. */
export function crossedBy(control: ControlGraph, open: OpenPlaces, move: number): InsertionPlace | undefined {
  const { edge, edges, step, nodes, node, from, to, begins, start, kind } = control;
  const taken = edge[move] as number;
  if (taken >= 0) return step[move] === 1 ? open.edges.get(edges[taken] as object) : undefined;
  const target = to[move] as number;
  const [source, entered] = [node[from[move] as number] as number, node[target] as number];
  if (begins[target] !== 1 || kind[from[move] as number] === PLACE.join) return undefined;
  if (source === entered && from[move] !== start) return undefined;
  return open.starts.get(nodes[entered] as object);
}
