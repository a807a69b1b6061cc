/** What is fixed of a graph for a whole run: which `may` edges are there, of what kind the unknown joins are (S10), and who leads where. */
import { bodiesOf, domainsOf, readable } from './values.mjs';

const PASSES_ON = new Set(['start', 'router', 'fork', 'join', 'wait']);
export const passesOn = (node) => node.disabled === true || PASSES_ON.has(node.kind);

/** Whether a node has no way on. Then it is as an end, as long as it does nothing. */
export const isLast = (edges, { id, kind }) =>
  kind !== 'fail' && !edges.some(({ source, on = 'success' }) => source === id && on === 'success');

/** Every way the `may` edges and the unknown joins can be: `{ absent: Set of "<body>/<edge>", joins: Map "<body>/<node>" -> kind }`. */
export function waysOf(graph) {
  const mays = bodiesOf(graph).flatMap((body) =>
    body.edges.filter((edge) => edge.provenance === 'may').map((edge) => `${body.name ?? ''}/${edge.id}`),
  );
  const joins = bodiesOf(graph).flatMap((body) =>
    body.nodes
      .filter((node) => node.join === 'unknown' && body.edges.filter((edge) => edge.target === node.id).length > 1)
      .map((node) => `${body.name ?? ''}/${node.id}`),
  );
  let ways = [{ absent: new Set(), joins: new Map() }];
  for (const may of mays) ways = ways.flatMap((way) => [way, { ...way, absent: new Set([...way.absent, may]) }]);
  for (const join of joins)
    ways = ways.flatMap((way) =>
      ['any', 'all', 'active'].map((kind) => ({ ...way, joins: new Map([...way.joins, [join, kind]]) })),
    );
  return ways;
}

/** A graph in one way. Bodies by name; the graph's own has the name ''. */
export function planOf(graph, catalogue, way) {
  const bodies = new Map(
    bodiesOf(graph).map((body) => {
      const name = body === graph ? '' : body.name;
      return [name, bodyPlan(body, name, way)];
    }),
  );
  return {
    graph,
    bodies,
    execution: graph.execution ?? 'tokens',
    domains: domainsOf(graph),
    variables: new Map((graph.variables ?? []).map((variable) => [variable.name, variable])),
    tools: new Map(catalogue.tools.map((tool) => [tool.name, tool])),
    readable(expr) {
      return readable(expr, this.variables);
    },
  };
}

function bodyPlan(body, name, { absent, joins }) {
  const edges = body.edges.filter((edge) => !absent.has(`${name}/${edge.id}`));
  const nodes = new Map(body.nodes.map((node) => [node.id, node]));
  const from = (id, on) => edges.filter((edge) => edge.source === id && (edge.on ?? 'success') === on);
  const into = (id) => edges.filter((edge) => edge.target === id);
  const joinOf = (id) => (into(id).length < 2 ? 'any' : (joins.get(`${name}/${id}`) ?? nodes.get(id).join ?? 'any'));
  return {
    name,
    start: body.start,
    nodes,
    edges,
    last: new Set(body.nodes.filter((node) => isLast(edges, node)).map(({ id }) => id)),
    data: body.data_edges ?? [],
    from,
    into,
    joinOf,
    reached: reachability([...nodes.keys()], edges),
  };
}

/** For each node the nodes that a token at it can still come to, by one edge or more. */
function reachability(ids, edges) {
  const next = (id) => edges.filter((edge) => edge.source === id).map((edge) => edge.target);
  return new Map(
    ids.map((id) => {
      const found = new Set();
      const todo = next(id);
      while (todo.length > 0) {
        const at = todo.pop();
        if (!found.has(at)) {
          found.add(at);
          todo.push(...next(at));
        }
      }
      return [id, found];
    }),
  );
}
