import type { AgentGraph, Place, StatedRole } from '../../model/index.js';

/** What calls a tool: its nodes, named as in a binding, and the tool that the export names there. */
export interface Caller {
  readonly nodes: readonly string[];
  readonly tool: string | undefined;
}

/** The export says that what one node calls undoes what another one calls. */
export interface StatedCompensation {
  readonly by: Caller;
  readonly of: Caller;
  readonly pointer: string;
}

/**
 * What compensations that an export states come to, between the tools that the nodes of the graph call once they are bound. The same one is there once; of nodes that
 * call several tools, or none, nothing is said (docs/adr/0165).
 */
export function rolesIn(
  graph: AgentGraph,
  compensations: readonly StatedCompensation[],
  placeOf: (pointer: string) => Place,
): readonly StatedRole[] {
  if (compensations.length === 0) return [];
  const bodies = [{ prefix: '', nodes: graph.nodes }].concat(
    (graph.subgraphs ?? []).map(({ name, nodes }) => ({ prefix: `${name}/`, nodes: [...nodes] })),
  );
  const calls = new Map(
    bodies.flatMap(({ prefix, nodes }) =>
      nodes.map(({ id, tools = [] }) => [prefix + id, tools.map(({ name }) => name)] as const),
    ),
  );
  const toolOf = ({ nodes, tool }: Caller): string | undefined => {
    const names = new Set(nodes.flatMap((node) => calls.get(node) ?? []));
    const [only] = names;
    return nodes.length === 0 ? tool : names.size === 1 ? only : undefined;
  };
  const found = new Map<string, StatedRole>();
  for (const { by, of: done, pointer } of compensations) {
    const [tool, of] = [toolOf(by), toolOf(done)];
    const key = JSON.stringify([tool, of]);
    if (tool === undefined || of === undefined || found.has(key)) continue;
    found.set(key, { role: 'compensates', tool, of, place: placeOf(pointer) });
  }
  return [...found.values()];
}
