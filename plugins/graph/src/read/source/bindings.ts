import type {
  AgentGraph,
  Assumption,
  Bindings,
  GraphBody,
  GraphEdge,
  GraphNode,
  NodeBinding,
} from '../../model/index.js';
import { ASSUMPTIONS, type AssumptionCode, type AssumptionKind } from './assumptions.js';
import { nearestTo, type Problems } from './problems.js';

/** A graph with what the user said of it, and what is still assumed. */
export interface BoundGraph {
  readonly graph: AgentGraph;
  readonly assumptions: readonly Assumption[];
}

/**
 * What the user says of nodes and edges is put into the graph, and what it settles is no assumption any more. A node of a sub-graph is
 * `<sub-graph>/<id>`. A binding of a node that is not there is a problem: it would silently do nothing.
 */
export function bind(
  graph: AgentGraph,
  assumptions: readonly Assumption[],
  bindings: Bindings,
  problems: Problems,
): BoundGraph {
  // Which body has a node; the graph itself is the empty name, and wins where two have one.
  const bodyOf = new Map<string, string>(graph.nodes.map(({ id }) => [id, '']));
  for (const { name, nodes } of graph.subgraphs ?? [])
    for (const { id } of nodes) if (!bodyOf.has(`${name}/${id}`)) bodyOf.set(`${name}/${id}`, name);
  const missing = (node: string): void =>
    problems.add('graph_binding_unknown', '', { node, ...nearestTo(node, bodyOf.keys()) });

  for (const id of bindings.nodes?.keys() ?? []) if (!bodyOf.has(id)) missing(id);
  const added = new Map<string, GraphEdge[]>();
  const taken = new Set([graph, ...(graph.subgraphs ?? [])].flatMap(({ edges }) => edges.map(({ id }) => id)));
  for (const [at, { source, target }] of (bindings.edges ?? []).entries()) {
    const body = bodyOf.get(source);
    if (body === undefined) missing(source);
    if (!bodyOf.has(target)) missing(target);
    else if (body !== undefined && bodyOf.get(target) !== body)
      problems.add('graph_value', '', { expected: 'an edge inside one body', found: `${source} to ${target}` });
    if (body === undefined) continue;
    if (confirmed(graph, body, { source, target })) continue;
    let id = `bound:${at}`;
    while (taken.has(id)) id += "'";
    const cut = body === '' ? 0 : body.length + 1;
    const edge: GraphEdge = { id, source: source.slice(cut), target: target.slice(cut), provenance: 'declared' };
    added.set(body, [...(added.get(body) ?? []), edge]);
  }

  return {
    graph: {
      ...graph,
      ...bindBody(graph, '', bindings, added.get('')),
      ...(graph.subgraphs && {
        subgraphs: graph.subgraphs.map((body) => ({
          ...body,
          ...bindBody(body, `${body.name}/`, bindings, added.get(body.name)),
        })),
      }),
    },
    assumptions: assumptions.flatMap((one) => stillOpen(one, bindings)),
  };
}

/** An edge that may be there is there when the user says so: it is not added again. */
function confirmed(graph: AgentGraph, body: string, { source, target }: Ends): boolean {
  const { edges } = body === '' ? graph : (graph.subgraphs?.find(({ name }) => name === body) ?? graph);
  const prefix = body === '' ? '' : `${body}/`;
  return edges.some((edge) => isMay(edge) && prefix + edge.source === source && prefix + edge.target === target);
}

type Ends = Pick<GraphEdge, 'source' | 'target'>;

const isMay = ({ provenance }: GraphEdge): boolean => provenance === 'may';

function declaredBy({ edges = [] }: Bindings, prefix: string, edge: GraphEdge): GraphEdge {
  const said = edges.some(({ source, target }) => source === prefix + edge.source && target === prefix + edge.target);
  return isMay(edge) && said ? { ...edge, provenance: 'declared' } : edge;
}

function bindBody(
  body: GraphBody,
  prefix: string,
  bindings: Bindings,
  added: readonly GraphEdge[] = [],
): Pick<GraphBody, 'nodes' | 'edges'> {
  const of = (id: string): NodeBinding | undefined => bindings.nodes?.get(prefix + id);
  return {
    nodes: body.nodes.map((node) => bindNode(node, of(node.id))),
    edges: [...body.edges.map((edge) => bindEdge(declaredBy(bindings, prefix, edge), of(edge.source))), ...added],
  };
}

/** Kinds of which S2 runs no tools: one that is told its tools becomes a node of kind `tool`. */
const WITHOUT_TOOLS: readonly string[] = ['start', 'router', 'fork', 'join', 'wait', 'subgraph', 'map'];

function bindNode(node: GraphNode, binding: NodeBinding | undefined): GraphNode {
  if (!binding) return node;
  const { tools, tool_choice, join, kind, confirms, may_call } = binding;
  const becomes = kind ?? (tools && (node.kind === 'code' || WITHOUT_TOOLS.includes(node.kind)) ? 'tool' : node.kind);
  const { may_call: may, subgraph, ...rest } = node;
  const known = tools !== undefined || kind !== undefined;
  return {
    ...rest,
    kind: becomes,
    // Tools that are named are what it calls: the code is not guessed at any more, and a missing body is not either.
    ...(!known && subgraph !== undefined && { subgraph }),
    ...(!known && may !== undefined && { may_call: may }),
    ...(may_call && { may_call }),
    ...(tools && { tools: tools.map((name) => node.tools?.find((use) => use.name === name) ?? { name }) }),
    ...(tool_choice && { tool_choice }),
    ...(join && { join }),
    ...(confirms && { confirms }),
  };
}

/** Who chooses is said for the edges that a choice takes and of which nothing better is known. */
function bindEdge(edge: GraphEdge, binding: NodeBinding | undefined): GraphEdge {
  if (!binding?.choice || edge.on === 'error' || edge.otherwise) return edge;
  if (edge.guard && 'expr' in edge.guard) return edge;
  return { ...edge, guard: { choice: binding.choice } };
}

function stillOpen(one: Assumption, { nodes }: Bindings): readonly Assumption[] {
  const { settledBy = [] }: AssumptionKind = ASSUMPTIONS[one.code as AssumptionCode] ?? {};
  if (settledBy.length === 0 || !one.nodes) return [one];
  const open = one.nodes.filter((id) => {
    const binding = nodes?.get(id);
    return !binding || settledBy.every((name) => binding[name] === undefined);
  });
  if (open.length === one.nodes.length) return [one];
  return open.length === 0 ? [] : [{ ...one, nodes: open }];
}
