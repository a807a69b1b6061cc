import type { Passes } from './effects.js';
import type { Concurrency, Context, Execution } from './graph.js';

/**
 * What a user wants to be assumed of a graph, for a verification of what would be if (docs/graph/what-if.md). A node or an edge of a sub-graph is
 * `<sub-graph>/<id>`, as in bindings.
 */
export type Assume =
  /** Its classes are these. */
  | { readonly kind: 'tool_is'; readonly tool: string; readonly classes: readonly string[] }
  /** A check or a confirmation passes so. */
  | { readonly kind: 'passes_by'; readonly tool: string; readonly passes: Passes }
  | { readonly kind: 'edge_never'; readonly edge: string }
  /** An edge that an export only supposes is there. */
  | { readonly kind: 'edge_there'; readonly edge: string }
  /** A run takes it at most so often. */
  | { readonly kind: 'edge_at_most'; readonly edge: string; readonly times: number }
  /** Who chooses among the edges whose guards are code. */
  | { readonly kind: 'choice_by'; readonly node: string; readonly by: 'llm' | 'human' | 'env' }
  /** How many of its edges are taken. */
  | { readonly kind: 'choice_takes'; readonly node: string; readonly concurrency: Concurrency }
  | { readonly kind: 'join_is'; readonly node: string; readonly join: 'any' | 'all' | 'active' }
  /** What fails is tried again, so often at most; any number of times without `max`. */
  | { readonly kind: 'node_retries'; readonly node: string; readonly max?: number }
  /** How lanes take turns. */
  | { readonly kind: 'execution_is'; readonly execution: Execution }
  /** Whether models share one history. */
  | { readonly kind: 'context_is'; readonly context: Context };

export type AssumeKind = Assume['kind'];

/** Why an `assume` is refused: it names what is not there, there is nothing it would change, or another one says the same. */
export type AssumeProblemSlug = 'graph_assume_unknown' | 'graph_assume_idle' | 'graph_assume_doubled';
