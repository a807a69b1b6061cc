/** Random graphs in which nodes that run a body are executed again after a failure, by a bound or without one. */
import { randomCases } from '../generate.mjs';

const MOST_NODES = 7;
const RETRIES = [{ max: 1 }, { max: 1 }, { max: 2 }, { max: 0 }, {}];

/** Such graphs with a catalogue and rules, for ever. */
export function* randomRetried(seed) {
  let made = 0;
  const retried = (node) =>
    node.kind === 'subgraph' || node.kind === 'map' ? { ...node, retry: RETRIES[made % RETRIES.length] } : node;
  for (const { graph, ...rest } of randomCases(seed)) {
    const runs = graph.nodes.some(
      ({ kind, subgraph }) =>
        (kind === 'subgraph' || kind === 'map') && graph.subgraphs?.some(({ name }) => name === subgraph),
    );
    if (!runs || graph.nodes.length > MOST_NODES) continue;
    made += 1;
    yield {
      ...rest,
      graph: {
        ...graph,
        nodes: graph.nodes.map(retried),
        subgraphs: graph.subgraphs.map((body) => ({ ...body, nodes: body.nodes.map(retried) })),
      },
    };
  }
}
