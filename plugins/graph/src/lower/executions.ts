import {
  type AgentGraph,
  type BodyIndex,
  EDGE_TRAIT,
  type GraphBody,
  type GraphNode,
  NODE_TRAIT,
  type Subgraph,
} from '../model/index.js';

/** Executions of one node at the same time that are followed, each in a body of its own. */
const MOST_EXECUTIONS = 4;
/** In larger bodies one is. */
const MOST_NODES = 2_000;

/**
 * How many lanes may run the body of a node at the same time (S5, S8), as far as edges say: those that part at a fork and come to the node without a join that waits for others.
 * More than are counted here may come; nobody follows them then (`Moves`). See docs/adr/0166.
 *
 * @param waits whether a node with a join waits there for others
 */
export function executionsAtOnce(
  { nodeTraits, nodesHave, first, order, target, edgeTraits }: BodyIndex,
  node: number,
  waits: (node: number) => boolean,
): number {
  const { length } = nodeTraits;
  const has = (at: number, trait: number): boolean => ((nodeTraits[at] as number) & trait) !== 0;
  const isGate = (at: number): boolean => has(at, NODE_TRAIT.waits) && waits(at);
  if ((nodesHave & NODE_TRAIT.several) === 0 || length > MOST_NODES || isGate(node)) return 1;
  const before: number[][] = Array.from({ length }, () => []);
  for (let from = 0; from < length; from += 1)
    for (let at = first[from] as number; at < (first[from + 1] as number); at += 1)
      before[target[order[at] as number] as number]?.push(from);
  const leads = new Uint8Array(length);
  leads[node] = 1;
  const open = [node];
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const from of before[at] as number[]) {
      if (leads[from] === 1 || isGate(from)) continue;
      leads[from] = 1;
      open.push(from);
    }
  let lanes = 1;
  for (let from = 0; from < length; from += 1) {
    if (!has(from, NODE_TRAIT.several)) continue;
    let ways = 0;
    for (let at = first[from] as number; at < (first[from + 1] as number); at += 1) {
      const edge = order[at] as number;
      const isError = ((edgeTraits[edge] as number) & EDGE_TRAIT.error) !== 0;
      if (!isError && leads[target[edge] as number] === 1) ways += 1;
    }
    lanes += Math.max(0, ways - 1);
  }
  return Math.min(lanes, MOST_EXECUTIONS);
}

/** Whether the models of a body have a history of their own (S11): of two executions at once it is not followed which of them a model is in. */
export function hasOwnHistory(graph: AgentGraph, { context: around }: GraphNode, body: GraphBody): boolean {
  const { context: own = around } = body as Partial<Subgraph>;
  return graph.context === 'isolated' || own === 'isolated';
}
