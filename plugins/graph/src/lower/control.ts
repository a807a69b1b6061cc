import type { GraphBody, GraphEdge, GuardExpr, GraphNode, ToolUse } from '../model/index.js';

/**
 * The elementary form of a graph: places that a token is at, and moves between them, in flat arrays. Everything that decides a verdict walks this form;
 * every place and move knows the node and the edge it comes from.
 *
 * A *place* is a point between two things that can happen to a lane: it has arrived at a node, it is in the middle of a call, it has left a node and chooses.
 * A *move* takes a token from a place to another, and carries at most one event, one guard to assume and one bound to count.
 */
export const PLACE = {
  /** Any of the moves. */
  plain: 0,
  /** In the middle of a step: no other lane comes between (S5). */
  atomic: 1,
  /** Takes several of its moves at once: `all`, `inclusive` (S4). */
  fork: 2,
  /** Waits for the other edges of the join that `group` names (S5). */
  join: 3,
  /** The lane is over. */
  end: 4,
  /** All lanes of the body are over. */
  terminate: 5,
  /** All lanes of the body have failed. */
  abort: 6,
  /** A `map` whose items run at the same time: another item begins, or the node is over when none is left (S8). */
  items: 7,
  /** What items that are over have left waits here until the node is over. */
  held: 8,
} as const;

/** Who chooses at a place: the run, or somebody else; `values`: somebody else says what the variables are, and there is one move. */
export const OWNER = { run: 0, others: 1, values: 2 } as const;

/** How a move of a fork is chosen; `none` is what happens where no edge can be taken. */
export const MODE = { always: 0, free: 1, decided: 2, opaque: 3, otherwise: 4, none: 5 } as const;

export const EVENT = {
  attempt: 1,
  success: 2,
  failure: 3,
  approve: 4,
  edit: 5,
  reject: 6,
  /** The node is done apart from its calls, and writes its variables if it has some. */
  write: 7,
  /** An edge that may tell how a check passed was taken. */
  took: 8,
  /** A node with a pause is over: what was approved for it alone is gone. */
  left: 9,
  /** A loop over items goes on to the next. */
  item: 10,
  /** An opaque node writes anything. */
  chaos: 11,
  /** An `error` edge was taken. */
  caught: 12,
  /** A node of kind `fail` was executed. */
  fell: 13,
  /** A node has failed for good and goes on (`continue`): none of its checks has passed. */
  continued: 14,
  /** An execution of the node has failed, and it is executed again. */
  again: 15,
  /** An execution of a body begins: none of its edges was taken in it yet. */
  begun: 16,
  /** Supersteps: a node of kind `fail` runs in this step, and ends the run with it. */
  falls: 17,
} as const;

/** One inlined body: the graph itself, or a body at the node that runs it. */
export interface Instance {
  readonly body: GraphBody;
  /** `''`, or the names of the nodes around it, each with a `/` behind. */
  readonly prefix: string;
  /** The first of its nodes in the numbering of all nodes. */
  readonly base: number;
  /** The node that runs it, and the instance that lies in; -1 for the graph itself. */
  readonly around: number;
  readonly parent: number;
  /** Where the token goes when no lane is left, and when the body has failed; -1 at the top. */
  readonly done: number;
  readonly failed: number;
  /** After a failure it is surely executed again (S3). */
  readonly isRetried: boolean;
  /** Where a run of it ends in failure. */
  readonly abort: number;
  /** For an item of a `map` whose items run at the same time: the number of that map. */
  readonly items?: number;
}

/** A `map` whose items run at the same time. */
export interface ItemsGroup {
  readonly node: number;
  /** Where the node waits for its items, and where what they left waits for the node. */
  readonly head: number;
  readonly held: number;
  /** The instances of its body: so many items can run at once here. */
  readonly copies: readonly number[];
}

/** Why a move is only possible, and for whom to ask. */
export interface Doubt {
  readonly code:
    | 'opaque_guard'
    | 'may_edge'
    | 'missing_body'
    | 'recursive_body'
    | 'unread_code'
    | 'unbounded_retry'
    | 'body_too_large';
  readonly at: string;
}

/** One way a tool is called: which node, with which arguments. */
export interface Use {
  readonly tool: number;
  readonly node: number;
  /** Absent: an opaque node makes the call, and nothing is known of its arguments. */
  readonly call?: ToolUse;
  /** The same call again after it failed; with a tool that is idempotent by a key it needs no new confirmation. */
  readonly repeated: boolean;
  /** In an execution that follows on a failure of the one before. */
  readonly retry: boolean;
  /** Whether its node fails for good when it fails (S3): nobody knows where a bound on retries is not counted, and in an opaque node. */
  readonly last: 'yes' | 'no' | 'maybe';
}

export interface ControlGraph {
  readonly places: number;
  readonly start: number;
  readonly kind: Uint8Array;
  /** One of `OWNER`: who chooses among the moves may be code that is not read, or what the export does not tell. */
  readonly owner: Uint8Array;
  /** 1: a node begins to be executed here; paths are as short as these allow. */
  readonly begins: Uint8Array;
  /** The node a place belongs to. */
  readonly node: Int32Array;
  /** Per place the instance it lies in. */
  readonly scope: Int32Array;
  /** For `join`: the number of the join; for `items`, `held` and the fork at which an item begins: -2 less the number of the `map`; else -1. */
  readonly group: Int32Array;
  /** The moves of place p are `first[p]` to below `first[p + 1]`. */
  readonly first: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Index of the event, or -1. */
  readonly event: Int32Array;
  /** Twice the number of the guard, one more where its negation is assumed; or -1. */
  readonly guard: Int32Array;
  /** Number of the bounded edge that is counted; -1: none; -2 less the number: that edge was taken as often as it may be. */
  readonly bound: Int32Array;
  /** Index into `edges` of the edge that is taken, or -1. */
  readonly edge: Int32Array;
  /** 1: the token arrives at a node, and a step of the path begins. */
  readonly step: Uint8Array;
  /** 1: a call of a loop, a retry, a turn of a `map`: many, but they end (S12). */
  readonly turn: Uint8Array;
  readonly mode: Uint8Array;
  readonly doubt: Int32Array;

  readonly eventKind: Uint8Array;
  /** Index into `uses` for calls, the node for `left`, `write`, `item`, `chaos`, `falls` and `fell`, the edge for `took` and `caught`, the instance for `begun`; for answers the edge, -1 at a pause in front of a node, -2 where going on is the answer, `askedOf` at a pause in front of a call. */
  readonly eventOf: Int32Array;
  readonly eventNode: Int32Array;
  /** Of events `took`: edges with an expression that were not asked before, since they were taken as often as they may be (S6). */
  readonly unasked: ReadonlyMap<number, readonly number[]>;
  /** Of events `begun`: the bounds of the body's edges, which are counted anew. */
  readonly renews: ReadonlyMap<number, readonly number[]>;

  readonly uses: readonly Use[];
  readonly tools: readonly string[];
  readonly toolIds: ReadonlyMap<string, number>;
  readonly guards: readonly Guarded[];
  readonly bounds: readonly number[];
  readonly doubts: readonly Doubt[];
  readonly joins: readonly JoinGroup[];
  readonly instances: readonly Instance[];
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly edgeInstance: Int32Array;
  readonly nodeInstance: Int32Array;
  /** True when more than one lane may be there at once. */
  readonly lanes: boolean;
  readonly parallel: readonly ItemsGroup[];
  /** Events that write, by the name of the variable; `*` for those that may write any. */
  readonly writers: ReadonlyMap<string, readonly number[]>;
}

export interface Guarded {
  readonly expr: GuardExpr;
  readonly edge: number;
}

export interface JoinGroup {
  readonly node: number;
  readonly kind: 'all' | 'active';
  /** One place for each incoming edge, in order. */
  readonly waits: readonly number[];
  /** Where it goes on. */
  readonly to: number;
}

/** How an answer at a pause in front of a call of a tool says which tool that is. */
export const askedOf = (tool: number): number => -3 - tool;

export const edgeName = (graph: Pick<ControlGraph, 'instances' | 'edges' | 'edgeInstance'>, edge: number): string =>
  `${graph.instances[graph.edgeInstance[edge] as number]?.prefix ?? ''}${graph.edges[edge]?.id ?? ''}`;

export const nodeName = (graph: Pick<ControlGraph, 'instances' | 'nodes' | 'nodeInstance'>, node: number): string =>
  `${graph.instances[graph.nodeInstance[node] as number]?.prefix ?? ''}${graph.nodes[node]?.id ?? ''}`;
