import type { GraphEdge, GraphNode, NodeKind } from './graph.js';

/** What an edge says of itself, as bits; an edge that says nothing of these can be taken whenever its node is left. */
export const EDGE_TRAIT = {
  /** It is taken on an error. */
  error: 1,
  /** Nobody knows whether it is there. */
  may: 2,
  /** It says when it is taken, how often, or what that tells. */
  asks: 4,
} as const;

/** What a node says of itself, as bits. */
export const NODE_TRAIT = {
  /** It does nothing but pass on (S1), and the lane goes on. */
  idle: 1,
  /** It makes one call and does nothing else: no answer is asked, no failure is handled, and nothing is tried again. */
  oneCall: 2,
  /** It may take several of its edges at once (S4). */
  several: 4,
  /** It waits for others where several edges come in (S5). */
  waits: 8,
  /** Nobody knows what for. */
  unknownJoin: 16,
  /** Its items run at the same time. */
  parallel: 32,
  /** A lane ends here. */
  end: 64,
} as const;

/** Kinds that do nothing but pass on (S1). */
const PASSES_ON: ReadonlySet<NodeKind> = new Set<NodeKind>(['start', 'router', 'fork', 'join', 'wait']);

export function traitsOfEdge({
  on,
  provenance,
  branch,
  outcome,
  guard,
  otherwise,
  max_times: most,
}: GraphEdge): number {
  const asks =
    branch !== undefined ||
    outcome !== undefined ||
    otherwise === true ||
    most !== undefined ||
    (guard !== undefined && !('choice' in guard));
  return (
    (on === 'error' ? EDGE_TRAIT.error : 0) | (provenance === 'may' ? EDGE_TRAIT.may : 0) | (asks ? EDGE_TRAIT.asks : 0)
  );
}

export function traitsOfNode(node: GraphNode): number {
  const { kind, join } = node;
  const idle = PASSES_ON.has(kind) || (node.disabled === true && kind !== 'end' && kind !== 'fail');
  return (
    (idle ? NODE_TRAIT.idle : 0) |
    (!idle && makesOneCall(node) ? NODE_TRAIT.oneCall : 0) |
    (kind === 'fork' || (node.concurrency ?? 'exclusive') !== 'exclusive' ? NODE_TRAIT.several : 0) |
    (join !== undefined && join !== 'any' ? NODE_TRAIT.waits : 0) |
    (join === 'unknown' ? NODE_TRAIT.unknownJoin : 0) |
    (node.parallel === true ? NODE_TRAIT.parallel : 0) |
    (kind === 'end' ? NODE_TRAIT.end : 0)
  );
}

function makesOneCall({ kind, tools, tool_choice: choice, retry, on_error: onError, interrupt }: GraphNode): boolean {
  return (
    kind === 'tool' &&
    tools?.length === 1 &&
    tools[0]?.requires_confirmation !== true &&
    (choice ?? 'each') === 'each' &&
    (onError ?? 'abort') === 'abort' &&
    retry === undefined &&
    interrupt === undefined
  );
}
