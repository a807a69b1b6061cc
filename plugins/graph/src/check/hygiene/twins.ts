import type { ControlGraph, Instance } from '../../lower/index.js';
import type { GraphIndex } from '../graph-index.js';

/**
 * The node of a body that is run several times at once is a place of its own in each of these bodies, and has one name: what is told of it is told of all of them. Each is
 * mapped to the first. Null: there are none such.
 */
export interface Twins {
  readonly nodeOf: Int32Array;
  readonly eventOf: Int32Array;
}

export function twinsOf({ instances, nodes, uses, eventKind }: ControlGraph, { attemptOf }: GraphIndex): Twins | null {
  if (new Set(instances.map(({ around }) => around)).size === instances.length) return null;
  const nodeOf = Int32Array.from(nodes, (_, node) => node);
  const firsts = new Map<number, Instance>();
  for (const instance of instances) {
    const { around, base, body } = instance;
    if (around < 0) continue;
    // An instance comes behind the one that it lies in.
    const first = firsts.get(nodeOf[around] as number);
    if (first === undefined) {
      firsts.set(nodeOf[around] as number, instance);
      continue;
    }
    for (let local = 0; local < body.nodes.length; local += 1) nodeOf[base + local] = first.base + local;
  }
  return { nodeOf, eventOf: eventsOf(uses, nodeOf, attemptOf, eventKind.length) };
}

/** The calls of a node are made in the same order wherever its body is run. */
function eventsOf(
  uses: ControlGraph['uses'],
  nodeOf: Int32Array,
  attemptOf: GraphIndex['attemptOf'],
  count: number,
): Int32Array {
  const eventOf = Int32Array.from({ length: count }, (_, event) => event);
  const byNode = Map.groupBy(uses.keys(), (use) => uses[use]?.node as number);
  for (const [node, own] of byNode) {
    const firsts = byNode.get(nodeOf[node] as number) ?? [];
    for (const [at, use] of own.entries())
      for (let kind = 0; kind < 3; kind += 1)
        eventOf[(attemptOf[use] as number) + kind] = (attemptOf[firsts[at] as number] as number) + kind;
  }
  return eventOf;
}
