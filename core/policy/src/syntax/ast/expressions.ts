import type { Name, Node } from './parts.js';

export type CompareOp = '==' | '!=' | '<' | '<=' | '>' | '>=';
export type Root = 'args' | 'principal' | 'session' | 'now' | 'tool' | 'answer' | 'executes';

/** Literals as written; exactness is kept as text until a type is known. */
export type LiteralValue =
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'bool'; readonly value: boolean }
  /** Digits without separators, e.g. `10000` or `-3`. */
  | { readonly type: 'int'; readonly digits: string }
  /** Digits with a point, e.g. `0.25`. */
  | { readonly type: 'decimal'; readonly digits: string }
  | { readonly type: 'money'; readonly digits: string; readonly currency: string }
  /** Sum of its parts in milliseconds; `text` as written, e.g. `1h30m`. */
  | { readonly type: 'duration'; readonly ms: number; readonly text: string };

export type Literal = Node<'literal', { value: LiteralValue }>;

/**
 * `args.to.domain`, a bare `amount` in dialect 1 (root args, `bare`), `now("Europe/Berlin").hour`, `tool`, or a bound
 * variable (root absent).
 */
export type PathExpr = Node<'path', PathParts>;

interface PathParts {
  readonly root: Root | null;
  /** With root `now` only: the time zone whose clock is read; without one it is UTC. */
  readonly zone?: Name;
  /** For `root: null` the first segment is the variable or parameter. */
  readonly segments: readonly Name[];
  /** True for dialect 1's path without its `args.`. */
  readonly bare: boolean;
}

export const SET_TESTS = ['containsAll', 'containsAny', 'containsOnly'] as const;
export type SetTest = (typeof SET_TESTS)[number];

/** A test that may be written with a `not` before its word. */
interface Negatable {
  readonly negated: boolean;
}

/** An expression over each item of a list, which has a name in it. */
interface OverItems {
  readonly list: Expr;
  readonly variable: Name;
  readonly body: Expr;
}

export type Expr =
  | Literal
  | PathExpr
  /** `has args.x`, `args has x` and `args.x?` are one node; `form` keeps the spelling. */
  | Node<'has', { target: PathExpr; form: 'prefix' | 'infix' | 'postfix' }>
  | Node<'not', { operand: Expr }>
  | Node<'negate', { operand: Expr }>
  | Node<'logic', { op: '&&' | '||'; left: Expr; right: Expr }>
  | Node<'compare', { op: CompareOp; left: Expr; right: Expr }>
  | Node<'arithmetic', { op: '+' | '-' | '*'; left: Expr; right: Expr }>
  | Node<'in', Negatable & { operand: Expr; items: readonly Expr[] }>
  | Node<'like', Negatable & { operand: Expr; pattern: string }>
  /** `operand matches "regex"`, always anchored at both ends. */
  | Node<'matches', Negatable & { operand: Expr; pattern: string }>
  /** `under(operand, "/srv/data")`. */
  | Node<'under', { operand: Expr; directory: Name }>
  /** `in_range(operand, "10.0.0.0/8")`. */
  | Node<'in_range', { operand: Expr; range: Name }>
  /** `operand in_order ["low","mid","high"] >= "mid"`. */
  | Node<'in_order', { operand: Expr; order: readonly Literal[]; op: CompareOp; bound: Literal }>
  | Node<'contains', Negatable & { list: Expr; item: Expr }>
  /** `x in ours` or `x in principal.reports`: a named list, or an attribute that is a list. */
  | Node<'in_list', Negatable & { operand: Expr; list: Expr }>
  /** `list.containsAll(other)` and the like; constants in place of `other` are `items`. */
  | Node<'set', { test: SetTest; list: Expr; other: Expr }>
  | Node<'items', { items: readonly Literal[] }>
  | Node<'size', { operand: Expr }>
  | Node<'quantifier', OverItems & { quantifier: 'any' | 'all' }>
  /** `list.sum(x, e)`: what the expression comes to over all items. */
  | Node<'total', OverItems>
  | Node<'if', { condition: Expr; then: Expr; else: Expr }>
  | Node<'or_else', { operand: Expr; fallback: Expr }>
  /** Use of a define with parameters; without parameters a define is a `path` with root null. */
  | Node<'call', { name: Name; args: readonly Expr[] }>
  /** `label(args.body, "untrusted")`; target null is `session.label("untrusted")`. */
  | Node<'label', { target: PathExpr | null; label: string }>
  | Node<'confirmed'>
  /** `operand in EUR using rates@v3`. */
  | Node<'convert', { operand: Expr; currency: Name; rates: Name }>;

/** The expressions of a kind. */
export type ExprOf<Kind extends Expr['kind']> = Extract<Expr, { kind: Kind }>;
