/**
 * The syntax tree of both dialects. Dialect 1 uses a subset of the nodes; the dialect table says which.
 * Every node has a span; nothing is resolved, typed or normalised here.
 *
 * INVARIANT: parse(print(tree)) equals tree apart from spans, and from `trailing` of a comment inside an expression that
 * has to share the end of its line with another.
 */

import type { Declaration, Group, Test } from './ast/declarations.js';
import type { Expr, Literal } from './ast/expressions.js';
import type { HistoryExpr } from './ast/history.js';
import type { Comment, Dialect, Effect, Name, Span, Target } from './ast/parts.js';

export * from './ast/declarations.js';
export * from './ast/expressions.js';
export * from './ast/history.js';
export type * from './ast/parts.js';

export interface PolicyTree {
  readonly kind: 'policy';
  readonly dialect: Dialect;
  readonly name?: Name;
  /** The text between the quotes of `catalogue "shop@7";`. */
  readonly catalogue?: Name;
  readonly default?: { readonly effect: Effect; readonly span: Span };
  readonly items: readonly Item[];
  readonly comments: readonly Comment[];
  readonly span: Span;
}

export type Item = Declaration | Group | Test | Define | NamedList | Rule | Property | Assume;

export interface Define {
  readonly kind: 'define';
  readonly name: Name;
  readonly params: readonly { readonly name: Name; readonly type: Name }[];
  readonly body: Expr;
  readonly span: Span;
}

/** `list ours = ["a", "b"];` */
export interface NamedList {
  readonly kind: 'list';
  readonly name: Name;
  readonly items: readonly Literal[];
  readonly span: Span;
}

export interface Annotation {
  readonly name: Name;
  readonly value?: string;
  readonly span: Span;
}

export interface Rule {
  readonly kind: 'rule';
  readonly annotations: readonly Annotation[];
  readonly effect: Effect;
  /** The word as written: `permit` and `forbid` are accepted for allow and refuse. */
  readonly effectWord: Name;
  readonly principal?: { readonly op: 'is' | 'in'; readonly name: Name };
  readonly target: Target;
  readonly clauses: readonly Clause[];
  readonly span: Span;
}

export type Clause =
  | { readonly kind: 'when' | 'unless'; readonly over: 'call'; readonly body: Expr; readonly span: Span }
  | { readonly kind: 'when' | 'unless'; readonly over: 'history'; readonly body: HistoryExpr; readonly span: Span };

/** `always "..." : e` / `never "..." : e`; over one call, or over all sessions. */
export interface Property {
  readonly kind: 'property';
  readonly quantifier: 'always' | 'never';
  readonly title: string;
  readonly body:
    | { readonly over: 'call'; readonly expr: Expr }
    | { readonly over: 'session'; readonly expr: HistoryExpr };
  readonly span: Span;
}

export interface Assume {
  readonly kind: 'assume';
  readonly title: string;
  readonly body: Expr;
  readonly span: Span;
}
