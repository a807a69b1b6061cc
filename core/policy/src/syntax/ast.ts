/**
 * The syntax tree of both dialects. Dialect 1 uses a subset of the nodes; the dialect table says which.
 * Every node has a span; nothing is resolved, typed or normalised here.
 *
 * INVARIANT: parse(print(tree)) equals tree apart from spans, and from `trailing` of a comment inside an expression that
 * has to share the end of its line with another.
 */

import type { Declaration, Group, Test, WrittenEffect } from './ast/declarations.js';
import type { Expr, Literal } from './ast/expressions.js';
import type { HistoryExpr } from './ast/history.js';
import type { Comment, Dialect, Effect, Name, Node, Span, Target } from './ast/parts.js';

export * from './ast/declarations.js';
export * from './ast/expressions.js';
export * from './ast/history.js';
export type * from './ast/parts.js';

export type PolicyTree = Node<'policy', PolicyParts>;

interface PolicyParts {
  readonly dialect: Dialect;
  readonly name?: Name;
  /** The text between the quotes of `catalogue "shop@7";`. */
  readonly catalogue?: Name;
  readonly default?: WrittenEffect;
  readonly items: readonly Item[];
  readonly comments: readonly Comment[];
}

export type Item = Declaration | Group | Test | Define | NamedList | Rule | Property | Assume;

export type Define = Node<'define', { name: Name; params: readonly Parameter[]; body: Expr }>;

export interface Parameter {
  readonly name: Name;
  readonly type: Name;
}

/** `list ours = ["a", "b"];` */
export type NamedList = Node<'list', { name: Name; items: readonly Literal[] }>;

export interface Annotation {
  readonly name: Name;
  readonly value?: string;
  readonly span: Span;
}

export type Rule = Node<'rule', RuleParts>;

interface RuleParts {
  readonly annotations: readonly Annotation[];
  readonly effect: Effect;
  /** The word as written: `permit` and `forbid` are accepted for allow and refuse. */
  readonly effectWord: Name;
  readonly principal?: { readonly op: 'is' | 'in'; readonly name: Name };
  readonly target: Target;
  readonly clauses: readonly Clause[];
}

export type Clause =
  | Node<'when' | 'unless', { over: 'call'; body: Expr }>
  | Node<'when' | 'unless', { over: 'history'; body: HistoryExpr }>;

/** `always "..." : e` / `never "..." : e`; over one call, or over all sessions. */
export type Property = Node<'property', { quantifier: 'always' | 'never'; title: string; body: PropertyBody }>;

export type PropertyBody =
  | { readonly over: 'call'; readonly expr: Expr }
  | { readonly over: 'session'; readonly expr: HistoryExpr };

export type Assume = Node<'assume', { title: string; body: Expr }>;
