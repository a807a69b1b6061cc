import { type GraphNode, indexBody, NODE_TRAIT } from '../model/index.js';
import type { ControlGraph } from './control.js';

/** Names of nodes whose join is `unknown` and where it can matter, each once. */
export function unknownJoins(control: ControlGraph): string[] {
  const incoming = new Map<number, number>();
  for (let instance = 0; instance < control.instances.length; instance += 1) {
    const { body, base } = control.instances[instance] as ControlGraph['instances'][number];
    if ((indexBody(body).nodesHave & NODE_TRAIT.unknownJoin) === 0) continue;
    const unknown = new Map<string, number>();
    for (let index = 0; index < body.nodes.length; index += 1) {
      const { id, join } = body.nodes[index] as GraphNode;
      if (join === 'unknown') unknown.set(id, base + index);
    }
    for (const { target, on } of body.edges) {
      const node = on === 'error' ? undefined : unknown.get(target);
      if (node !== undefined) incoming.set(node, (incoming.get(node) ?? 0) + 1);
    }
  }
  return [...incoming]
    .filter(([, edges]) => edges > 1)
    .map(
      ([node]) =>
        `${control.instances[control.nodeInstance[node] as number]?.prefix ?? ''}${control.nodes[node]?.id ?? ''}`,
    );
}
