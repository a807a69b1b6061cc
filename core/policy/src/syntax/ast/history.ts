import type { CompareOp, Expr, Literal, PathExpr } from './expressions.js';
import type { Name, Node, Span, Target } from './parts.js';

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

/** What a condition says of events: which, how far back, and whose. */
interface Condition<Key> {
  readonly event: EventPattern;
  readonly window: Window;
  readonly key: Key;
}

/** How a number of events, or what they come to, is compared. */
interface Bounded {
  readonly op: CompareOp;
  readonly bound: Literal;
}

export type HistoryExpr =
  | Node<'h_logic', { op: '&&' | '||'; left: HistoryExpr; right: HistoryExpr }>
  | Node<'h_not', { operand: HistoryExpr }>
  /** `list.any(x, test)`: the list is one of the call, or of an item around. */
  | Node<'h_quantifier', { quantifier: 'any' | 'all'; list: PathExpr; variable: Name; body: HistoryExpr }>
  /** Without a key it is `by principal`. */
  | Node<'formerly' | 'previous', Condition<PathExpr | null>>
  /** `holds since within W event`: event happened in W, and `holds` was true at every event after it and is true now. */
  | Node<'since', Condition<PathExpr | null> & { holds: HistoryExpr }>
  | Node<'count', Condition<PathExpr> & Bounded>
  | Node<'sum', Condition<PathExpr> & Bounded & { field: Name; currency?: Name; includingThis: boolean }>;

/** The conditions on history of a kind. */
export type HistoryOf<Kind extends HistoryExpr['kind']> = Extract<HistoryExpr, { kind: Kind }>;
