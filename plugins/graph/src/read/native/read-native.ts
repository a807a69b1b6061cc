import type { AgentGraph, ReadResult } from '../../model/index.js';
import { bind } from '../source/bindings.js';
import { LazyPlaces, ListPointers, type PlacedList } from '../source/lazy-places.js';
import { bodiesOf, withoutEdges } from '../source/no-edges.js';
import { pointerOnly, type ReadOptions } from '../source/options.js';
import { Problems } from '../source/problems.js';
import { openBodies } from './bodies.js';
import { readBody, uniqueBy } from './body.js';
import { graph as graphShape } from './graph-shape.js';

/**
 * Reads `agent-graph/1`. The tree is not copied: what is returned is the tree itself, every member of it looked at, and no member in it that
 * the format does not have. Linear in the tree; at most 50 problems.
 *
 * @param tree plain data: lists, records, texts, numbers, booleans, null
 */
export function readNative(tree: unknown, options: ReadOptions = {}): ReadResult {
  const { placeOf = pointerOnly, bindings } = options;
  const problems = new Problems(placeOf);
  if (!graphShape.ok(tree)) {
    graphShape.explain(tree, '', problems);
    return { ok: false, problems: problems.found };
  }
  // INVARIANT: the shape holds, so the tree is an AgentGraph but for what is asked below.
  const graph = tree as AgentGraph;
  uniqueBy(graph.subgraphs ?? [], ({ name }) => name, '/subgraphs', 'name', problems);
  const nodes: PlacedList[] = [];
  const edges: PlacedList[] = [];
  for (const [at, { body, prefix }] of bodiesOf(graph).entries()) {
    const pointer = at === 0 ? '' : `/subgraphs/${at - 1}`;
    const index = readBody(body, pointer, problems);
    nodes.push({ prefix, pointer: `${pointer}/nodes`, positions: index.nodes });
    edges.push({ prefix, pointer: `${pointer}/edges`, positions: index.edges });
  }
  readVariables(graph, problems);
  if (problems.any) return { ok: false, problems: problems.found };

  const places = {
    nodes: new LazyPlaces(new ListPointers(nodes), placeOf),
    edges: new LazyPlaces(new ListPointers(edges), placeOf),
  };
  const open = openBodies(graph, places.nodes);
  const bound = bindings ? bind(graph, open, bindings, problems) : { graph, assumptions: open };
  if (problems.any) return { ok: false, problems: problems.found };
  const assumptions = [...withoutEdges(bound.graph, places.nodes), ...bound.assumptions];
  return { ok: true, graph: bound.graph, assumptions, places };
}

/** Names are unique, a bound of whole numbers is whole, and there is a value between the bounds. */
function readVariables({ variables = [] }: AgentGraph, problems: Problems): void {
  uniqueBy(variables, ({ name }) => name, '/variables', 'name', problems);
  for (const [at, variable] of variables.entries()) {
    if (variable.type !== 'int' && variable.type !== 'real') continue;
    const { type, min = -Infinity, max = Infinity } = variable;
    for (const [field, bound] of Object.entries({ min, max }))
      if (type === 'int' && Number.isFinite(bound) && !Number.isInteger(bound))
        problems.add('graph_bounds', `/variables/${at}/${field}`, { expected: 'a whole number', found: String(bound) });
    if (min > max)
      problems.add('graph_bounds', `/variables/${at}/max`, { expected: `a number from ${min}`, found: String(max) });
  }
}
