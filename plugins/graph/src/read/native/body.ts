import { pointerChild } from '@ostiary/catalogue';
import { type GraphBody, type GraphNode, indexEdges, type NodeKind } from '../../model/index.js';
import { nearestTo, type Problems } from '../source/problems.js';

/** The ids of a body, and where each stands in its list. */
export interface BodyIndex {
  readonly nodes: ReadonlyMap<string, number>;
  readonly edges: ReadonlyMap<string, number>;
}

/** What no shape can say of a body: ids are unique, references lead somewhere, there is one start, and no member contradicts another. */
export function readBody(body: GraphBody, pointer: string, problems: Problems): BodyIndex {
  const nodes = uniqueBy(body.nodes, ({ id }) => id, pointerChild(pointer, 'nodes'), 'id', problems);
  const edges = uniqueBy(body.edges, ({ id }) => id, pointerChild(pointer, 'edges'), 'id', problems);
  readNodes(body, nodes, pointer, problems);
  const refer = (id: string, at: () => string): void => {
    if (!nodes.has(id)) problems.add('graph_reference_dangling', at(), { id, ...nearestTo(id, nodes.keys()) });
  };
  const end = (list: string, at: number, side: string) => (): string => `${pointer}/${list}/${at}/${side}`;
  refer(body.start, () => `${pointer}/start`);
  // The numbers of nodes are looked up once: who lowers the graph finds them.
  indexEdges(body, nodes, (id, edge, side) => {
    if (!problems.full) refer(id, end('edges', edge, side));
  });
  const otherwise = new Set<string>();
  for (let at = 0; at < body.edges.length && !problems.full; at += 1) {
    const edge = body.edges[at] as GraphBody['edges'][number];
    if (!edge.otherwise) continue;
    const here = `${pointer}/edges/${at}/otherwise`;
    if (edge.guard) problems.add('graph_field_misplaced', here, { field: 'otherwise', why: 'the edge has a guard' });
    else if (edge.on === 'error')
      problems.add('graph_field_misplaced', here, { field: 'otherwise', why: 'the edge is taken on an error' });
    else if (otherwise.has(edge.source))
      problems.add('graph_field_misplaced', here, { field: 'otherwise', why: 'the node has another such edge' });
    otherwise.add(edge.source);
  }
  for (const [at, { source, target }] of (body.data_edges ?? []).entries()) {
    if (problems.full) break;
    refer(source, end('data_edges', at, 'source'));
    refer(target, end('data_edges', at, 'target'));
  }
  return { nodes, edges };
}

/** The position of each name in its list; a name that comes twice is a problem. */
export function uniqueBy<T>(
  list: readonly T[],
  nameOf: (one: T) => string,
  pointer: string,
  field: string,
  problems: Problems,
): ReadonlyMap<string, number> {
  const positions = new Map<string, number>();
  for (let at = 0; at < list.length; at += 1) positions.set(nameOf(list[at] as T), at);
  // One look at each name is enough, unless some come twice.
  if (positions.size === list.length) return positions;
  positions.clear();
  for (let at = 0; at < list.length && !problems.full; at += 1) {
    const id = nameOf(list[at] as T);
    const first = positions.get(id);
    if (first === undefined) positions.set(id, at);
    else problems.add('graph_id_doubled', `${pointer}/${at}/${field}`, { id, first: `${pointer}/${first}/${field}` });
  }
  return positions;
}

/** Members that only nodes of some kinds have. */
const ONLY: readonly (readonly [keyof GraphNode, readonly NodeKind[]])[] = [
  ['tools', ['tool', 'agent', 'llm', 'code', 'human']],
  ['tool_choice', ['tool', 'agent', 'llm', 'code', 'human']],
  ['subgraph', ['subgraph', 'map']],
  ['may_call', ['code', 'subgraph', 'map']],
  ['confirms', ['human', 'agent', 'llm', 'tool', 'code', 'subgraph', 'map']],
  ['terminate', ['end']],
  ['parallel', ['map']],
];

function readNodes(body: GraphBody, ids: ReadonlyMap<string, number>, pointer: string, problems: Problems): void {
  let start = -1;
  for (let at = 0; at < body.nodes.length && !problems.full; at += 1) {
    const node = body.nodes[at] as GraphNode;
    const misplaced = (field: string, why: string): void =>
      problems.add('graph_field_misplaced', `${pointer}/nodes/${at}/${field}`, { field, why });
    for (const [field, kinds] of ONLY)
      if (node[field] !== undefined && !kinds.includes(node.kind))
        misplaced(field, `only nodes of kind ${kinds.join(', ')} have it`);
    if (node.kind === 'agent' && (node.tool_choice ?? 'loop') !== 'loop')
      misplaced('tool_choice', 'an agent calls its tools in a loop');
    if (node.kind === 'fork' && (node.concurrency ?? 'all') !== 'all')
      misplaced('concurrency', 'a fork takes all its edges');
    if (node.returns && node.context !== 'isolated')
      misplaced('returns', 'only an isolated sub-agent returns a typed value');
    if (node.kind !== 'start') continue;
    if (start >= 0)
      problems.add('graph_start_doubled', `${pointer}/nodes/${at}/kind`, {
        id: node.id,
        first: `${pointer}/nodes/${start}/kind`,
      });
    else if (node.id !== body.start && ids.has(body.start))
      problems.add('graph_start_doubled', `${pointer}/nodes/${at}/kind`, { id: node.id, first: `${pointer}/start` });
    start = at;
  }
}
