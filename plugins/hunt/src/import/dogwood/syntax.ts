/** What stands between the braces of `temporal { ... }`. Grammar: dogwood-policy/dogwood, guide/08-formal-specification.md, 2.4. */
export type Condition =
  | { readonly kind: 'and'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'formerly' | 'previous'; readonly window: Interval; readonly of: Condition }
  | { readonly kind: 'since'; readonly holds: Condition; readonly window: Interval; readonly anchor: Condition }
  | { readonly kind: 'exists'; readonly name: string; readonly of: Condition }
  /** The present point in time, under a name. */
  | { readonly kind: 'tp'; readonly name: string }
  | { readonly kind: 'compare'; readonly op: CompareWord; readonly left: Term; readonly right: Term }
  | EventMatch
  /** A macro. */
  | { readonly kind: 'call'; readonly name: string };

/** An event with the fields it must have: `Shop::Action::"pay"::response{ input.to: context.input.to }`. */
export interface EventMatch {
  readonly kind: 'event';
  /** Of the action, as Cedar writes it: `Shop::Action`. */
  readonly type: string;
  readonly id: string;
  readonly state: string;
  readonly fields: readonly { readonly path: readonly string[]; readonly value: Term }[];
}

export type CompareWord = '<' | '<=' | '>' | '>=' | '==' | '!=';

export type Term =
  | { readonly kind: 'text'; readonly text: string }
  /** As it is written. */
  | { readonly kind: 'number'; readonly digits: string }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'entity'; readonly type: string; readonly id: string }
  /** Something of the present request: `context.input.to`, `principal`. */
  | { readonly kind: 'read'; readonly path: readonly string[] }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'other' }
  | Aggregate;

export interface Aggregate {
  readonly kind: 'count' | 'sum';
  /** What is added up; empty for a count. */
  readonly of: string;
  /** Rows are told apart by these. */
  readonly by: readonly string[];
  readonly where: Condition;
}

export interface Interval {
  readonly ms: number;
  readonly text: string;
}
