/**
 * The neutral form of an agent graph, `agent-graph/1`. Every other format is lowered to it, and everything after reading works on it.
 * What each member means for a run is said in docs/graph/semantics.md, rule by rule (S1 to S12 below are its rules).
 *
 * All values are plain JSON-safe data. Names (ids, variables, tools) are the customer's: they are keys of Maps, never of plain objects.
 */
export interface AgentGraph extends GraphBody {
  readonly format: 'agent-graph/1';
  readonly name?: string;
  /** How several active nodes take turns (S5). `tokens` when absent. */
  readonly execution?: Execution;
  /** Whether models share one message history (S11). `shared` when absent. */
  readonly context?: Context;
  /** What is known of the values that guards read (S7). A variable that is not listed has no known type, and its guards are opaque. */
  readonly variables?: readonly Variable[];
  /** Bodies that nodes of kind `subgraph` and `map` run, by the name these give (S8). */
  readonly subgraphs?: readonly Subgraph[];
}

export interface GraphBody {
  /** The id of the node where a run begins. */
  readonly start: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly data_edges?: readonly DataEdge[];
}

export interface Subgraph extends GraphBody {
  readonly name: string;
  /** `isolated`: its models do not see the caller's messages, and only the declared result comes back (S11). */
  readonly context?: Context;
}

export const EXECUTIONS = ['tokens', 'supersteps', 'sequential'] as const;
export type Execution = (typeof EXECUTIONS)[number];

export const CONTEXTS = ['shared', 'isolated'] as const;
export type Context = (typeof CONTEXTS)[number];

/** `string` may list its values; `int` and `real` may have inclusive bounds. */
export type Variable = { readonly name: string } & (
  | { readonly type: 'bool' }
  | { readonly type: 'int' | 'real'; readonly min?: number; readonly max?: number }
  | { readonly type: 'string'; readonly values?: readonly string[] }
);

export const NODE_KINDS = [
  'start',
  'end',
  'fail',
  'llm',
  'agent',
  'tool',
  'router',
  'fork',
  'join',
  'human',
  'subgraph',
  'map',
  'code',
  'wait',
] as const;
export type NodeKind = (typeof NODE_KINDS)[number];

export interface GraphNode {
  /** Unique in its body. */
  readonly id: string;
  /** What a person reads; the id when absent. */
  readonly title?: string;
  readonly kind: NodeKind;
  /** The calls this node makes (S2). Only for kinds `tool`, `agent`, `llm`, `code`, `human`. */
  readonly tools?: readonly ToolUse[];
  /** Which of `tools` run: each in the order listed, exactly one or none, or any number in any order (S2). Kind `agent`: always `loop`. */
  readonly tool_choice?: ToolChoice;
  /** For kinds `subgraph` and `map`: the name of the body. Absent or unknown: the body is missing, and the node is opaque (S9). */
  readonly subgraph?: string;
  /** For an opaque node: the tools it may call; `*` is every tool of the catalogue (S9). */
  readonly may_call?: readonly string[] | '*';
  /** Variables read and written (S7). `*`: any. A write of `v` is a write of `v.x` too. */
  readonly reads?: readonly string[];
  readonly writes?: readonly string[] | '*';
  /** The variable that holds the result of this node's tool; its fields are `<result>.<field>` (S6). */
  readonly result?: string;
  readonly context?: Context;
  /** The type of the value that comes back from an isolated sub-agent (S11). */
  readonly returns?: 'bool' | 'number' | 'enum' | 'text' | 'object';
  /** A disabled node does nothing and is passed through (S1). */
  readonly disabled?: true;
  /** What follows when it fails after its retries (S3). `abort` when absent. */
  readonly on_error?: OnError;
  /** `max`: the attempts after the first; absent: any number (S3). */
  readonly retry?: { readonly max?: number; readonly idempotency_key?: string };
  /** True for a node of another kind than `tool` that may fail all the same (S3). */
  readonly fallible?: true;
  /** Which of the outgoing edges are taken (S4). `exclusive` when absent; kind `fork`: always `all`. */
  readonly concurrency?: Concurrency;
  /** What it waits for when several edges come in (S5). `any` when absent. */
  readonly join?: Join;
  /** For kind `human`: the tools that an approval here confirms. Absent: every tool that wants a confirmation, which is an assumption (S6). */
  readonly confirms?: readonly string[];
  /** A pause for a person in front of or behind this node (S6). */
  readonly interrupt?: 'before' | 'after' | 'both';
  /** For kind `end`: ends every lane, not its own only (S5). */
  readonly terminate?: true;
  /** For kind `map`: the items run at the same time (S8). */
  readonly parallel?: true;
}

export const TOOL_CHOICES = ['each', 'one', 'loop'] as const;
export type ToolChoice = (typeof TOOL_CHOICES)[number];
export const ON_ERROR = ['abort', 'edge', 'continue'] as const;
export type OnError = (typeof ON_ERROR)[number];
export const CONCURRENCY = ['exclusive', 'inclusive', 'all'] as const;
export type Concurrency = (typeof CONCURRENCY)[number];
export const JOINS = ['any', 'all', 'active', 'unknown'] as const;
export type Join = (typeof JOINS)[number];

export interface ToolUse {
  readonly name: string;
  /** Where each argument comes from. An argument that is not listed is not known (S6). */
  readonly arguments?: readonly ArgumentBinding[];
  /** A person must approve each call of it (a tool bound to an agent with `requires_confirmation`). */
  readonly requires_confirmation?: true;
}

export type ArgumentBinding = { readonly name: string } & (
  | { readonly variable: string }
  | { readonly value: string | number | boolean | null }
  /** The model writes it. */
  | { readonly model: true }
);

export interface GraphEdge {
  /** Unique in its body. */
  readonly id: string;
  readonly source: string;
  readonly target: string;
  /** `error`: taken when the source has failed (S3). `success` when absent. */
  readonly on?: 'success' | 'error';
  /** The branch or output of the source this edge leaves by, as the format names it. */
  readonly branch?: string;
  /** What a person answered, or what a check said, when this edge is taken (S6). */
  readonly outcome?: 'approve' | 'reject' | 'edit' | 'pass' | 'fail';
  /** When it is taken (S4). Absent on a choice: free, and nobody is named. */
  readonly guard?: Guard;
  /** Taken when no other edge of the choice is (S4). */
  readonly otherwise?: true;
  /** `may`: the export does not say that this edge is there; what rests on it is at best possible (S10). */
  readonly provenance?: 'declared' | 'inferred' | 'may';
  /** The most times one run takes it: a loop with a declared bound (S12). */
  readonly max_times?: number;
}

export type Guard =
  /** Free: whoever it is may choose either way. */
  | { readonly choice: 'llm' | 'human' | 'env' }
  /** Code or text that is not read. */
  | { readonly opaque: string }
  | { readonly expr: GuardExpr; readonly text?: string };

/** Comparisons are typed by the variable; a comparison that does not fit its variable's type makes the guard opaque (S7). */
export type GuardExpr =
  | { readonly op: 'and' | 'or'; readonly of: readonly GuardExpr[] }
  | { readonly op: 'not'; readonly of: GuardExpr }
  | { readonly op: '=' | '!='; readonly variable: string; readonly value: string | number | boolean }
  | { readonly op: '<' | '<=' | '>' | '>='; readonly variable: string; readonly value: number }
  | { readonly op: '=' | '!=' | '<' | '<=' | '>' | '>='; readonly variable: string; readonly other: string }
  | { readonly op: 'in'; readonly variable: string; readonly values: readonly (string | number)[] }
  | { readonly op: 'contains'; readonly variable: string; readonly value: string }
  | { readonly op: 'empty' | 'present'; readonly variable: string };

/** A value flows from a node (one of its outputs) to a node (one of its inputs: an argument of its tool), beside the flow of control. */
export interface DataEdge {
  readonly source: string;
  readonly source_output?: string;
  readonly target: string;
  readonly target_input?: string;
}
