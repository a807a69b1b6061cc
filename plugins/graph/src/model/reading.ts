import type { AgentGraph } from './graph.js';

/** A place in the source: an RFC 6901 pointer, and line and column (from 1) where the text is known. */
export interface Place {
  readonly pointer: string;
  readonly line?: number;
  readonly column?: number;
}

/**
 * Something the export does not tell, and how it was read all the same. `code` is a stable slug (`join_unknown`, `approval_covers_any_tool`,
 * `tool_error_to_model`, `router_may_return_list`, ...), listed in docs/graph/assumptions.md. `nodes` and `edges` are what rests on it: a
 * verdict that rests on one of them lists the assumption.
 */
export interface Assumption {
  readonly code: string;
  readonly place: Place;
  readonly params: Readonly<Record<string, string | number>>;
  readonly nodes?: readonly string[];
  readonly edges?: readonly string[];
  /** Ids of the rules that alone rest on it; absent: any may. */
  readonly rules?: readonly string[];
  /** True when another reading could change a verdict for the worse: what is proved with it is then at best possible. */
  readonly caps?: true;
}

/** Why a document is refused: `slug` of the plugin's problem table, where, and what. */
export interface ReadProblem {
  readonly slug: string;
  readonly place: Place;
  readonly params: Readonly<Record<string, string | number>>;
}

/** Why recorded runs are refused. */
export type TraceProblemSlug =
  | 'graph_trace_syntax'
  | 'graph_trace_shape'
  | 'graph_trace_too_large'
  | 'graph_trace_unknown';

/** What an export says that a tool is for another one: a role that a catalogue gives, and may not have (docs/adr/0165). */
export interface StatedRole {
  readonly role: 'compensates';
  readonly tool: string;
  /** The tool whose effect it undoes. */
  readonly of: string;
  /** Where the export says so. */
  readonly place: Place;
}

export interface ReadGraph {
  readonly graph: AgentGraph;
  readonly assumptions: readonly Assumption[];
  /** Where each node and edge of the graph stands in the source. A node of a sub-graph is `<sub-graph>/<id>`. */
  readonly places: { readonly nodes: ReadonlyMap<string, Place>; readonly edges: ReadonlyMap<string, Place> };
  /** Roles that the export gives tools; absent where its format has no way to say so, or it says nothing. */
  readonly roles?: readonly StatedRole[];
}

export type ReadResult =
  | ({ readonly ok: true } & ReadGraph)
  | { readonly ok: false; readonly problems: readonly ReadProblem[] };

/** What a user adds to an export that loses it: the tools of nodes, who chooses at a router, edges that the export lacks. */
export interface Bindings {
  readonly nodes?: ReadonlyMap<string, NodeBinding>;
  /** Edges that the export lacks (an undeclared `Command(goto)`), by node id. */
  readonly edges?: readonly { readonly source: string; readonly target: string }[];
}

export interface NodeBinding {
  readonly tools?: readonly string[];
  readonly tool_choice?: 'each' | 'one' | 'loop';
  /** Who chooses among its outgoing edges. */
  readonly choice?: 'llm' | 'human' | 'env';
  readonly join?: 'any' | 'all' | 'active';
  readonly kind?: 'llm' | 'agent' | 'tool' | 'router' | 'human' | 'code';
  readonly confirms?: readonly string[];
  readonly may_call?: readonly string[];
}
