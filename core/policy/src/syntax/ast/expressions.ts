import type { Name, Span } from './parts.js';

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

export interface Literal {
  readonly kind: 'literal';
  readonly value: LiteralValue;
  readonly span: Span;
}

/**
 * `args.to.domain`, a bare `amount` in dialect 1 (root args, `bare`), `now("Europe/Berlin").hour`, `tool`, or a bound
 * variable (root absent).
 */
export interface PathExpr {
  readonly kind: 'path';
  readonly root: Root | null;
  /** With root `now` only: the time zone whose clock is read; without one it is UTC. */
  readonly zone?: Name;
  /** For `root: null` the first segment is the variable or parameter. */
  readonly segments: readonly Name[];
  /** True for dialect 1's path without its `args.`. */
  readonly bare: boolean;
  readonly span: Span;
}

export const SET_TESTS = ['containsAll', 'containsAny', 'containsOnly'] as const;
export type SetTest = (typeof SET_TESTS)[number];

export type Expr =
  | Literal
  | PathExpr
  /** `has args.x`, `args has x` and `args.x?` are one node; `form` keeps the spelling. */
  | {
      readonly kind: 'has';
      readonly target: PathExpr;
      readonly form: 'prefix' | 'infix' | 'postfix';
      readonly span: Span;
    }
  | { readonly kind: 'not'; readonly operand: Expr; readonly span: Span }
  | { readonly kind: 'negate'; readonly operand: Expr; readonly span: Span }
  | { readonly kind: 'logic'; readonly op: '&&' | '||'; readonly left: Expr; readonly right: Expr; readonly span: Span }
  | { readonly kind: 'compare'; readonly op: CompareOp; readonly left: Expr; readonly right: Expr; readonly span: Span }
  | {
      readonly kind: 'arithmetic';
      readonly op: '+' | '-' | '*';
      readonly left: Expr;
      readonly right: Expr;
      readonly span: Span;
    }
  | {
      readonly kind: 'in';
      readonly negated: boolean;
      readonly operand: Expr;
      readonly items: readonly Expr[];
      readonly span: Span;
    }
  | {
      readonly kind: 'like';
      readonly negated: boolean;
      readonly operand: Expr;
      readonly pattern: string;
      readonly span: Span;
    }
  /** `operand matches "regex"`, always anchored at both ends. */
  | {
      readonly kind: 'matches';
      readonly negated: boolean;
      readonly operand: Expr;
      readonly pattern: string;
      readonly span: Span;
    }
  /** `under(operand, "/srv/data")`. */
  | { readonly kind: 'under'; readonly operand: Expr; readonly directory: Name; readonly span: Span }
  /** `in_range(operand, "10.0.0.0/8")`. */
  | { readonly kind: 'in_range'; readonly operand: Expr; readonly range: Name; readonly span: Span }
  /** `operand in_order ["low","mid","high"] >= "mid"`. */
  | {
      readonly kind: 'in_order';
      readonly operand: Expr;
      readonly order: readonly Literal[];
      readonly op: CompareOp;
      readonly bound: Literal;
      readonly span: Span;
    }
  | {
      readonly kind: 'contains';
      readonly negated: boolean;
      readonly list: Expr;
      readonly item: Expr;
      readonly span: Span;
    }
  /** `x in ours` or `x in principal.reports`: a named list, or an attribute that is a list. */
  | {
      readonly kind: 'in_list';
      readonly negated: boolean;
      readonly operand: Expr;
      readonly list: Expr;
      readonly span: Span;
    }
  /** `list.containsAll(other)` and the like; constants in place of `other` are `items`. */
  | {
      readonly kind: 'set';
      readonly test: SetTest;
      readonly list: Expr;
      readonly other: Expr;
      readonly span: Span;
    }
  | { readonly kind: 'items'; readonly items: readonly Literal[]; readonly span: Span }
  | { readonly kind: 'size'; readonly operand: Expr; readonly span: Span }
  | {
      readonly kind: 'quantifier';
      readonly quantifier: 'any' | 'all';
      readonly list: Expr;
      readonly variable: Name;
      readonly body: Expr;
      readonly span: Span;
    }
  /** `list.sum(x, e)`: what the expression comes to over all items. */
  | {
      readonly kind: 'total';
      readonly list: Expr;
      readonly variable: Name;
      readonly body: Expr;
      readonly span: Span;
    }
  | { readonly kind: 'if'; readonly condition: Expr; readonly then: Expr; readonly else: Expr; readonly span: Span }
  | { readonly kind: 'or_else'; readonly operand: Expr; readonly fallback: Expr; readonly span: Span }
  /** Use of a define with parameters; without parameters a define is a `path` with root null. */
  | { readonly kind: 'call'; readonly name: Name; readonly args: readonly Expr[]; readonly span: Span }
  /** `label(args.body, "untrusted")`; target null is `session.label("untrusted")`. */
  | { readonly kind: 'label'; readonly target: PathExpr | null; readonly label: string; readonly span: Span }
  | { readonly kind: 'confirmed'; readonly span: Span }
  /** `operand in EUR using rates@v3`. */
  | {
      readonly kind: 'convert';
      readonly operand: Expr;
      readonly currency: Name;
      readonly rates: Name;
      readonly span: Span;
    };
