import type { CompareOp, Expr, Literal, PathExpr } from './expressions.js';
import type { Name, Span, Target } from './parts.js';

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
