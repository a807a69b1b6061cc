/** Random graphs in which two lanes may run one body at the same time: a fork in front of the node that runs it, or in front of the start and of that node. */
import { randomCases } from '../generate.mjs';

/** Larger graphs have too many configurations with a lane more. */
const MOST_NODES = 7;
const EXECUTIONS = ['tokens', 'tokens', 'sequential', 'supersteps'];

/** Such graphs with a catalogue and rules, for ever. */
export function* randomShared(seed) {
  let made = 0;
  for (const { graph, ...rest } of randomCases(seed)) {
    made += 1;
    const running = graph.nodes.filter(
      ({ kind, subgraph }) =>
        (kind === 'subgraph' || kind === 'map') && graph.subgraphs?.some(({ name }) => name === subgraph),
    );
    if (running.length === 0 || graph.nodes.length > MOST_NODES) continue;
    const { id } = running[made % running.length];
    const nodes = [
      { id: 'both', kind: 'fork' },
      { id: 'one', kind: 'wait' },
      { id: 'other', kind: 'wait' },
    ];
    const edges = [
      { id: 'b1', source: 'both', target: 'one' },
      { id: 'b2', source: 'both', target: 'other' },
      { id: 'b3', source: 'one', target: id },
      { id: 'b4', source: 'other', target: made % 3 === 0 ? graph.start : id },
    ];
    yield {
      ...rest,
      graph: {
        ...graph,
        execution: EXECUTIONS[made % EXECUTIONS.length],
        start: 'both',
        nodes: [...nodes, ...graph.nodes],
        edges: [...edges, ...graph.edges],
      },
    };
  }
}
