/**
 * What is asked of a graph. Rules are given in the request, or derived from the catalogue: a tool that a check lists gives `check_before`, one that a
 * confirmation lists `confirm_before`, a compensation a saga, an untrusted source beside a privileged tool `taint`, and so do private data and a sink.
 * Docs: docs/graph/properties.md.
 */
export type Rule = { readonly id: string; readonly severity?: Severity } & (
  | CheckBefore
  | ConfirmBefore
  | OrderRule
  | TaintRule
  | SagaRule
);

export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** P1. Every attempt of `tool` has the fact of `check` (S6). */
export interface CheckBefore {
  readonly kind: 'check_before';
  readonly tool: string;
  readonly check: string;
}

/** P2. Every attempt of `tool` has a confirmation, and uses it up. `by`: these confirmations only, all of them unless `any_of`. */
export interface ConfirmBefore {
  readonly kind: 'confirm_before';
  readonly tool: string;
  readonly by?: readonly string[];
  readonly any_of?: boolean;
}

/**
 * P3. `first` and `second` are names of tools; a bad event counts from its attempt, an enabling one from its success (S2).
 * `scope` limits where it must hold: everywhere, between two events, or after one until another.
 */
export interface OrderRule {
  readonly kind: 'order';
  readonly pattern: OrderPattern;
  readonly first: string;
  /** For patterns of two events. */
  readonly second?: string;
  /** For `at_most` and `bounded_response`. */
  readonly count?: number;
  readonly scope?: { readonly after?: string; readonly until?: string };
  /** Response and existence judge runs that ended in failure as well. */
  readonly even_on_failure?: boolean;
}

/**
 * absence: `first` never. existence: `first` at least once. at_most: `first` at most `count` times. precedence: `second` only after `first`.
 * alternate_precedence: a `first` of its own before each `second`. response: after `first` some time `second`. bounded_response: within `count` executed tools.
 * chain_response: the next tool after `first` is `second`. not_coexistence: never both. succession: precedence and response.
 */
export const ORDER_PATTERNS = [
  'absence',
  'existence',
  'at_most',
  'precedence',
  'alternate_precedence',
  'response',
  'bounded_response',
  'chain_response',
  'not_coexistence',
  'succession',
] as const;
export type OrderPattern = (typeof ORDER_PATTERNS)[number];

/**
 * P4 (S11). `privileged`: no privileged tool under untrusted data, by its arguments or by the decision to call it. `private_to_sink`: private data is in no
 * argument of a sink. Both of `tool`, or of each tool of the graph of that class. `trifecta`: no run with untrusted data, private data and a sink (or a write), in any order,
 * without an approval before the third; it names no tool.
 */
export interface TaintRule {
  readonly kind: 'taint';
  readonly form: (typeof TAINT_FORMS)[number];
  readonly tool?: string;
}

export const TAINT_FORMS = ['privileged', 'private_to_sink', 'trifecta'] as const;

/** P5. The saga rules SG1 to SG9 over these steps, in no order of their own (S14). What is absent the catalogue says. */
export interface SagaRule {
  readonly kind: 'saga';
  readonly steps: readonly { readonly tool: string; readonly compensation?: string }[];
  readonly pivots?: readonly string[];
}
