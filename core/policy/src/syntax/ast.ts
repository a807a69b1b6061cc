/**
 * The syntax tree of both dialects. Dialect 1 uses a subset of the nodes; the dialect table says which.
 * Every node has a span; nothing is resolved, typed or normalised here.
 *
 * INVARIANT: parse(print(tree)) equals tree apart from spans, and from `trailing` of a comment inside an expression that
 * has to share the end of its line with another.
 */

/** Half-open range of UTF-16 code units in the source text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Dialect = 1 | 2;

/** Ordered by strictness: see `strictness` in ../core/effect.ts. */
export type Effect = 'allow' | 'confirm' | 'refuse';

/** `// ...` kept as trivia, printed before the node that follows it, or at the end of its line when `trailing`. */
export interface Comment {
  readonly text: string;
  readonly trailing: boolean;
  readonly span: Span;
}

export interface Name {
  readonly text: string;
  readonly span: Span;
}

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

/** `tool read_file @read (path: path, mode?: keyword, ...);` or `principal (level: int);`: a small catalogue in the policy. */
export type Declaration = ToolDeclaration | AttributesDeclaration;

export interface ToolDeclaration {
  readonly kind: 'tool';
  readonly name: Name;
  /** Without their `@`. */
  readonly classes: readonly Name[];
  readonly args: DeclaredRecord;
  readonly span: Span;
}

/** `principal (...)` or `session (...)`. */
export interface AttributesDeclaration {
  readonly kind: 'attributes';
  readonly root: 'principal' | 'session';
  readonly record: DeclaredRecord;
  readonly span: Span;
}

export interface DeclaredRecord {
  readonly fields: readonly DeclaredField[];
  /** `...` last: fields that are not named may be sent. */
  readonly open: boolean;
  readonly span: Span;
}

export interface DeclaredField {
  readonly name: Name;
  readonly optional: boolean;
  readonly type: DeclaredType;
  readonly span: Span;
}

export type DeclaredType =
  | {
      readonly kind: 'named';
      readonly name: Name;
      /** `EUR` in `money EUR`. */
      readonly currency?: Name;
      /** The strings of `in [...]`. */
      readonly values?: readonly Name[];
      /** Digits of `0..1000`, with their minus sign. */
      readonly bounds?: { readonly min?: Name; readonly max?: Name };
      readonly span: Span;
    }
  | { readonly kind: 'list' | 'map'; readonly of: DeclaredType; readonly span: Span }
  | { readonly kind: 'fields'; readonly record: DeclaredRecord; readonly span: Span };

/** `group clerks in [staff];`: whoever is in `clerks` is in `staff`. */
export interface Group {
  readonly kind: 'group';
  readonly name: Name;
  readonly parents: readonly Name[];
  readonly span: Span;
}

/** `test "..." { call refund { ... } principal { ... } } expect confirm;`: what one call should get. No part of any rule. */
export interface Test {
  readonly kind: 'test';
  readonly title: Name;
  readonly parts: readonly TestPart[];
  readonly expect: { readonly effect: Effect; readonly span: Span };
  readonly span: Span;
}

export const TEST_VALUES = ['principal', 'session', 'now', 'history', 'labels', 'rates'] as const;

export type TestPart =
  | { readonly kind: 'call'; readonly tool: Name; readonly args: JsonTree; readonly span: Span }
  | { readonly kind: (typeof TEST_VALUES)[number]; readonly value: JsonTree; readonly span: Span }
  | { readonly kind: 'confirmed'; readonly span: Span };

/** A JSON value as written. Numbers keep their text. */
export type JsonTree =
  | { readonly kind: 'string'; readonly value: string; readonly span: Span }
  /** As JSON writes it: `-0.50`, `1e400`. */
  | { readonly kind: 'number'; readonly text: string; readonly span: Span }
  | { readonly kind: 'constant'; readonly value: boolean | null; readonly span: Span }
  | { readonly kind: 'array'; readonly items: readonly JsonTree[]; readonly span: Span }
  | {
      readonly kind: 'object';
      readonly members: readonly { readonly name: Name; readonly value: JsonTree }[];
      readonly span: Span;
    };

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

export type Target =
  | { readonly kind: 'any'; readonly span: Span }
  | { readonly kind: 'tools'; readonly names: readonly Name[]; readonly span: Span }
  | { readonly kind: 'class'; readonly name: Name; readonly span: Span }
  /** `tool like "github.*"`: every tool whose name matches the glob. */
  | { readonly kind: 'pattern'; readonly pattern: string; readonly span: Span };

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

/** `args.to.domain`, a bare `amount` in dialect 1 (root args, `bare`), `tool`, or a bound variable (root absent). */
export interface PathExpr {
  readonly kind: 'path';
  readonly root: Root | null;
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

/** Life of a call. `open` is derived: allowed or confirmed, and not failed, refused; includes calls in flight. */
export const EVENT_STATES = ['requested', 'allowed', 'confirmed', 'ok', 'failed', 'refused', 'open'] as const;
export type EventState = (typeof EVENT_STATES)[number];

/** One tool, several, or those of a class or an alias group: `pay`, `[pay, "send-mail"]`, `@write`. */
export type EventTools = Extract<Target, { readonly kind: 'tools' | 'class' }>;

/** A field of an event against a value of the present call; `*`: it is there. */
export interface EventField {
  /** `principal` is `by`, the event's principal; an argument of that name is quoted. */
  readonly of: 'args' | 'principal';
  readonly name: Name;
  /** `:` is `==`. */
  readonly op: CompareOp;
  readonly value: Expr | '*';
}

export interface EventPattern {
  readonly tools: EventTools;
  readonly state: EventState;
  readonly fields: readonly EventField[];
  readonly span: Span;
}

export type Window =
  | { readonly kind: 'duration'; readonly ms: number; readonly text: string }
  | { readonly kind: 'session' };

export type HistoryExpr =
  | {
      readonly kind: 'h_logic';
      readonly op: '&&' | '||';
      readonly left: HistoryExpr;
      readonly right: HistoryExpr;
      readonly span: Span;
    }
  | { readonly kind: 'h_not'; readonly operand: HistoryExpr; readonly span: Span }
  /** `list.any(x, test)`: the list is one of the call, or of an item around. */
  | {
      readonly kind: 'h_quantifier';
      readonly quantifier: 'any' | 'all';
      readonly list: PathExpr;
      readonly variable: Name;
      readonly body: HistoryExpr;
      readonly span: Span;
    }
  /** Without a key it is `by principal`. */
  | {
      readonly kind: 'formerly' | 'previous';
      readonly window: Window;
      readonly key: PathExpr | null;
      readonly event: EventPattern;
      readonly span: Span;
    }
  /** `holds since within W event`: event happened in W, and `holds` was true at every event after it and is true now. */
  | {
      readonly kind: 'since';
      readonly holds: HistoryExpr;
      readonly window: Window;
      readonly key: PathExpr | null;
      readonly event: EventPattern;
      readonly span: Span;
    }
  | {
      readonly kind: 'count';
      readonly event: EventPattern;
      readonly window: Window;
      readonly key: PathExpr;
      readonly op: CompareOp;
      readonly bound: Literal;
      readonly span: Span;
    }
  | {
      readonly kind: 'sum';
      readonly event: EventPattern;
      readonly field: Name;
      readonly currency?: Name;
      readonly window: Window;
      readonly key: PathExpr;
      readonly includingThis: boolean;
      readonly op: CompareOp;
      readonly bound: Literal;
      readonly span: Span;
    };
