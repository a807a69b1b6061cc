/** To which nodes the runs of a graph come, and what they call there (S15): over all ways that a graph can be. */
import { configurations } from './judge.mjs';
import { waitsHere } from './runs.mjs';

/** Every node with its path, of a body only where some run comes to the node that runs it: `{ node, id, path, prefix, body }`. */
export function nodesUnder(graph, comes, body = graph, prefix = '', inside = ['']) {
  return body.nodes.flatMap((node) => {
    const path = `${prefix}${node.id}`;
    const runs = (node.kind === 'subgraph' || node.kind === 'map') && node.disabled !== true && comes(path);
    const inner =
      runs && !inside.includes(node.subgraph) && graph.subgraphs?.find(({ name }) => name === node.subgraph);
    return [
      { node, id: node.id, path, prefix, body },
      ...(inner ? nodesUnder(graph, comes, inner, `${path}/`, [...inside, inner.name]) : []),
    ];
  });
}

/**
 * `nodes`: the paths of the nodes that some run comes to; `ending`: those from which, or behind which, some run ends normally or comes to a node of
 * kind `fail`; `attempts`: the calls that some run makes.
 */
export function comesTo(graph, spaces) {
  const nodes = new Set();
  const ending = new Set();
  const attempts = new Map();
  for (const space of spaces) {
    const moves = [...configurations(space)];
    const good = endingWell(space, moves);
    for (const { key, leaves } of moves) {
      for (const path of key === '' ? [] : standing(space.plan, JSON.parse(key))) {
        nodes.add(path);
        if (good.has(key)) ending.add(path);
      }
      for (const leaf of leaves) {
        const well = leaf.events.findLastIndex((event) => endsWell(space.plan, event));
        for (const [i, event] of leaf.events.entries()) {
          if (event.e === 'attempt') attempts.set(`${event.node} ${event.tool} ${String(event.use >= 0)}`, event);
          for (const path of comingTo(space.plan, event)) {
            nodes.add(path);
            if (well >= i || good.has(leaf.key)) ending.add(path);
          }
        }
      }
    }
  }
  return { nodes, ending, attempts: [...attempts.values()] };
}

const prefixOf = (event) => event.node.slice(0, event.node.length - event.id.length);

/** The node that a run comes to by an event. */
function comingTo(plan, event) {
  if (event.e === 'node') return [event.node];
  if (event.e !== 'edge') return [];
  const body = plan.bodies.get(event.body);
  const { target } = body.edges.find(({ id }) => id === event.edge);
  return event.error || body.joinOf(target) === 'any' ? [`${prefixOf(event)}${target}`] : [];
}

function endsWell(plan, event) {
  if (event.e === 'end') return event.how === 'normal';
  return comingTo(plan, event).some(
    (path) => plan.bodies.get(event.body).nodes.get(path.split('/').at(-1)).kind === 'fail',
  );
}

/** The nodes at which a token stands that waits for nobody. */
function standing(plan, config) {
  const found = [];
  const visit = (frame) => {
    for (const lane of frame.lanes) {
      if (!waitsHere(plan, config, frame, lane)) found.push(`${frame.path}${lane.at}`);
      lane.ex?.frames.forEach(visit);
    }
  };
  if (config.top) visit(config.top);
  return found;
}

/** The configurations from which some run ends normally or comes to a node of kind `fail`. */
function endingWell({ plan }, moves) {
  const good = new Set();
  const isFail = (config) => standing(plan, config).some((path) => nodeAt(plan, path).kind === 'fail');
  for (const { key } of moves) if (key !== '' && isFail(JSON.parse(key))) good.add(key);
  for (let size = -1; size !== good.size;) {
    size = good.size;
    for (const { key, leaves } of moves)
      if (
        !good.has(key) &&
        leaves.some((leaf) => good.has(leaf.key) || leaf.events.some((event) => endsWell(plan, event)))
      )
        good.add(key);
  }
  return good;
}

function nodeAt(plan, path) {
  let body = plan.bodies.get('');
  const parts = path.split('/');
  for (const part of parts.slice(0, -1)) body = plan.bodies.get(body.nodes.get(part).subgraph);
  return body.nodes.get(parts.at(-1));
}
