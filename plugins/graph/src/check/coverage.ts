import type { ControlGraph } from '../lower/index.js';
import { classified, indexBody, type ToolEffects } from '../model/index.js';

/** How much of a graph is known. */
export interface Coverage {
  /** Tools that some node calls. */
  readonly tools: number;
  readonly tools_classified: number;
  readonly unclassified: readonly string[];
  /** Edges, each once for every place its body is run at. */
  readonly edges: number;
  readonly edges_with_guard: number;
  readonly opaque_guards: number;
}

/** `unstated`: tools that the catalogue takes for writes because nobody says what they are. */
export function coverageOf(
  graph: ControlGraph,
  effects: ToolEffects,
  unstated: ReadonlySet<string> = new Set(),
): Coverage {
  const isUsed = new Uint8Array(graph.tools.length);
  for (const { tool } of graph.uses) isUsed[tool] = 1;
  const used = graph.tools.filter((_, tool) => isUsed[tool] === 1).toSorted();
  const unclassified = used.filter((name) => classified(effects, name) === undefined || unstated.has(name));
  return {
    tools: used.length,
    tools_classified: used.length - unclassified.length,
    unclassified,
    edges: graph.edges.length,
    edges_with_guard: graph.instances.reduce((sum, { body }) => sum + indexBody(body).guarded, 0),
    opaque_guards: new Set(graph.doubts.flatMap(({ code, at }) => (code === 'opaque_guard' ? [at] : []))).size,
  };
}
