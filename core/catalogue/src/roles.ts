/**
 * What a tool is in an agent graph, as far as its classes do not say it. Policies and guardrails carry these facts along
 * and read none of them. Arguments are named at the top level of a call.
 */

/**
 * How a check or a confirmation passes: by not failing, by a value it returns and a later choice judges, or by the branch
 * of that name. Absent: nobody said, so whether it passed is open.
 */
export type ToolPass =
  | 'success'
  | { readonly field: string; readonly equals: string | number | boolean }
  | { readonly branch: string };

interface Guards {
  /** The tools it must come before. Not empty, each once, never the tool itself. */
  readonly tools: readonly string[];
  /** The key of the fact: an argument of the guarded tools, and the argument of this tool that must have the same value. */
  readonly args?: Readonly<Record<string, string>>;
  readonly passes?: ToolPass;
}

/** What a check establishes. */
export interface ToolCheck extends Guards {
  /** For how many executed tools of its own lane it stays true; absent: until something ends it. */
  readonly steps?: number;
  /** One pass is good for one call. */
  readonly consumed?: boolean;
}

/** What a person approves. One approval is good for one call. */
export interface ToolConfirmation extends Guards {
  /** Of several confirmations of one tool that all say so, one is enough; else all are needed. */
  readonly anyOf?: boolean;
}

/** What it writes or reads: a write on the same resource ends what a check established of it. */
export interface ToolResource {
  readonly name: string;
  /** The argument that says which one; absent: all of that name are one. */
  readonly arg?: string;
}

export const RETURN_TYPES = ['bool', 'number', 'enum', 'text', 'object'] as const;

/** A typed value: all but a text (and what may contain one) cannot carry an instruction to a model. */
export interface ToolReturns {
  readonly type: (typeof RETURN_TYPES)[number];
}

export interface ToolRoles {
  readonly checks?: readonly ToolCheck[];
  readonly confirms?: readonly ToolConfirmation[];
  /** The tool whose effect it undoes. */
  readonly compensates?: string;
  readonly resource?: ToolResource;
  /** The argument that makes a repeated call the same call. */
  readonly idempotencyKey?: string;
  readonly returns?: ToolReturns;
}
