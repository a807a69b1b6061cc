import type { Catalogue, RecordType, Type } from '@ostiary/catalogue';
import type { CompareOp, Dialect, Effect, EventState, Span } from '../syntax/ast.js';
import type { StringPart } from '../values/parts.js';
import type { Value } from '../values/value.js';

/**
 * The core form: what both dialects lower to after checking. Names are resolved, defines expanded, literals are
 * typed values in normal form, every read has one type. The compiled evaluator and the symbolic engine read only this;
 * the interpreter reads the syntax tree, so that lowering is tested against it.
 *
 * Guards are three-valued (strong Kleene): true, false, undefined. constants are never undefined.
 */
export interface CorePolicy {
  readonly dialect: Dialect;
  readonly name: string | null;
  readonly default: Effect;
  /** In source order. */
  readonly rules: readonly CoreRule[];
  readonly properties: readonly CoreProperty[];
  readonly assumptions: readonly CoreAssumption[];
  /** Every distinct (root, path, type) that some rule reads or tests with `has`; `read.slot` indexes it. */
  readonly slots: readonly Slot[];
  /** The catalogue the policy was checked against, or null when types were inferred. */
  readonly catalogue: Catalogue | null;
  /**
   * The arguments that rules read of the tools they name, and of any other tool, when types were inferred; null with a
   * catalogue.
   */
  readonly inferred: { readonly tools: Readonly<Record<string, RecordType>>; readonly other: RecordType | null } | null;
  /** Names of the attributes that the principal and the session are known to have: declared, or read. */
  readonly attributes: { readonly principal: readonly string[]; readonly session: readonly string[] };
  /** Tools known: the catalogue's, or else those the policy names. */
  readonly tools: readonly string[];
}

export interface Slot {
  readonly index: number;
  readonly root: 'args' | 'principal' | 'session' | 'now';
  /** Property names from the root, never empty. For `now`: hour, minute, weekday, date, time. */
  readonly path: readonly string[];
  /** For `now`: the time zone whose clock it is, as it is written; without one UTC. */
  readonly zone?: string;
  readonly type: Type;
  /** Whether every well-formed call carries it. */
  readonly required: boolean;
  /** For principal and session, which nothing admits: the types of the objects on the way, the root aside. */
  readonly around?: readonly Type[];
}

export interface CoreRule {
  /** Position among rules; stable within one policy text. */
  readonly index: number;
  /** `@id`, or `rule-<n>` (1-based position) when there is none. */
  readonly id: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly effect: Effect;
  /** One guard per group of tools that type its paths alike. Tools outside all variants are out of the rule's scope. */
  readonly variants: readonly CoreVariant[];
  readonly span: Span;
  /** 1-based line and column of the rule's start. */
  readonly line: number;
  readonly column: number;
}

export interface CoreVariant {
  /** Exact tool names; null: every tool no other variant of this rule names (only without a catalogue). */
  readonly tools: readonly string[] | null;
  /** With `tools: null` only: of those, the tools whose name matches this glob. */
  readonly like?: string;
  readonly guard: CoreExpr;
}

export interface CoreProperty {
  readonly title: string;
  readonly quantifier: 'always' | 'never';
  readonly over: 'call' | 'session';
  readonly variants: readonly CoreVariant[];
  readonly span: Span;
}

export interface CoreAssumption {
  readonly title: string;
  readonly variants: readonly CoreVariant[];
  readonly span: Span;
}

export type CoreExpr =
  /** `unasked`: what the checker took away because the truth is known without it. The interpreter still looks at it. */
  | { readonly op: 'const'; readonly value: Value; readonly type: Type; readonly unasked?: readonly CoreExpr[] }
  /** Never has a value: a path the tool lacks by its catalogue entry, whatever the wire carries. */
  | { readonly op: 'undefined'; readonly type: Type; readonly unasked?: readonly CoreExpr[] }
  | { readonly op: 'read'; readonly slot: number }
  /** A field of the record, or a part of the string, that the operand yields (bound items and nested reads). */
  | { readonly op: 'field'; readonly operand: CoreExpr; readonly name: string; readonly type: Type }
  | { readonly op: 'part'; readonly operand: CoreExpr; readonly part: StringPart; readonly type: Type }
  /** False when absent, undefined when there is something that cannot be read at its type. */
  | { readonly op: 'has'; readonly slot: number }
  | { readonly op: 'has_field'; readonly operand: CoreExpr; readonly name: string }
  /** The variable of the quantifier or sum `depth` levels out (0 = innermost). */
  | { readonly op: 'item'; readonly depth: number; readonly type: Type }
  | { readonly op: 'tool' }
  /** The policy's answer, or what executes after tickets; only in properties. As keyword strings. */
  | { readonly op: 'answer'; readonly after: 'rules' | 'tickets' }
  | { readonly op: 'not'; readonly operand: CoreExpr; readonly span: Span }
  | { readonly op: 'and' | 'or'; readonly operands: readonly CoreExpr[]; readonly span: Span }
  | { readonly op: 'if'; readonly condition: CoreExpr; readonly then: CoreExpr; readonly else: CoreExpr }
  /** The fallback stands for absence only; the operand reads one thing, perhaps with steps into it, or is an `or_else`. */
  | { readonly op: 'or_else'; readonly operand: CoreExpr; readonly fallback: CoreExpr }
  /** Both sides have one type (scales already aligned). Ordering: int, decimal, money, duration, time. Money of two currencies: undefined. */
  | {
      readonly op: 'compare';
      readonly cmp: CompareOp;
      readonly left: CoreExpr;
      readonly right: CoreExpr;
      readonly type: Type;
      readonly span: Span;
    }
  | {
      readonly op: 'member';
      readonly operand: CoreExpr;
      readonly values: readonly Value[];
      readonly type: Type;
      readonly span: Span;
    }
  /** Glob over the operand's normal form: `*` any run, `\*` a star, `\\` a backslash. */
  | { readonly op: 'like'; readonly operand: CoreExpr; readonly pattern: string; readonly span: Span }
  /** RE2 syntax without flags, anchored at both ends, over the operand's normal form. */
  | { readonly op: 'matches'; readonly operand: CoreExpr; readonly pattern: string; readonly span: Span }
  /** The operand, a path, is `directory` (in normal form) or below it. Both are absolute, or both relative. */
  | { readonly op: 'under'; readonly operand: CoreExpr; readonly directory: string; readonly span: Span }
  /** The operand, an IP address, lies in `range`: a network in normal form, a slash, and the bits of its prefix. */
  | { readonly op: 'in_range'; readonly operand: CoreExpr; readonly range: string; readonly span: Span }
  | { readonly op: 'contains'; readonly list: CoreExpr; readonly item: CoreExpr; readonly span: Span }
  /** Items of a list, or code points of a string. */
  | { readonly op: 'size'; readonly operand: CoreExpr }
  | { readonly op: 'any' | 'all'; readonly list: CoreExpr; readonly body: CoreExpr; readonly span: Span }
  /** What `body`, of `type`, comes to over all items, exactly. Over none it is `empty`; null: nothing says of what. */
  | {
      readonly op: 'total';
      readonly list: CoreExpr;
      readonly body: CoreExpr;
      readonly type: Type;
      readonly empty: Value | null;
    }
  /**
   * On the numbers behind the values, exactly. `add` and `sub`: both sides and the result have one type, but for time and
   * duration. `mul`: two numbers with scales, which add up; two decimals without; or money or a duration and an int or a
   * decimal without a scale. Undefined where digits reach too far from the point.
   */
  | { readonly op: 'add' | 'sub' | 'mul'; readonly left: CoreExpr; readonly right: CoreExpr; readonly type: Type }
  | { readonly op: 'neg'; readonly operand: CoreExpr; readonly type: Type }
  /** A number in units of 10^-scale as a decimal of any scale. */
  | { readonly op: 'decimal'; readonly operand: CoreExpr; readonly scale: number }
  /** Position in `order` (0-based int); undefined when not in it. */
  | { readonly op: 'rank'; readonly operand: CoreExpr; readonly order: readonly Value[] }
  | { readonly op: 'convert'; readonly operand: CoreExpr; readonly currency: string; readonly rates: string }
  /** slot null: the session's label. */
  | { readonly op: 'label'; readonly slot: number | null; readonly label: string; readonly span: Span }
  | { readonly op: 'confirmed'; readonly span: Span }
  | {
      readonly op: 'formerly' | 'previous';
      readonly windowMs: number | null;
      readonly key: HistoryKey;
      readonly event: CoreEvent;
      readonly span: Span;
    }
  | {
      readonly op: 'since';
      readonly holds: CoreExpr;
      readonly windowMs: number | null;
      readonly key: HistoryKey;
      readonly event: CoreEvent;
      readonly span: Span;
    }
  | {
      readonly op: 'count';
      readonly event: CoreEvent;
      readonly windowMs: number | null;
      readonly key: HistoryKey;
      readonly cmp: CompareOp;
      readonly bound: number;
      readonly span: Span;
    }
  | {
      readonly op: 'sum';
      readonly event: CoreEvent;
      readonly field: readonly string[];
      /** The type without bounds that the bound has too; each tool of the event has its own in `fieldTypes`. */
      readonly fieldType: Type;
      readonly fieldTypes: readonly Type[];
      readonly windowMs: number | null;
      readonly key: HistoryKey;
      /** The amount of the present call, when it is included. */
      readonly own: CoreExpr | null;
      readonly cmp: CompareOp;
      readonly bound: Value;
      readonly span: Span;
    };

/** `windowMs: null` is `within session`. A window of W ms covers events with now - at <= W (closed at the old end). */
export interface CoreEvent {
  /** Distinct, and at least one. */
  readonly tools: readonly string[];
  readonly state: EventState;
  readonly fields: readonly CoreEventField[];
}

/** The event's argument at `path`, or its principal, against `value` of the present call; value null: merely present. */
export interface CoreEventField {
  readonly of: 'args' | 'principal';
  readonly path: readonly string[];
  /** What the value is brought to. */
  readonly type: Type;
  /** What each tool of the event reads the argument at: `type`, with bounds of its own. */
  readonly types: readonly Type[];
  readonly cmp: CompareOp;
  readonly value: CoreExpr | null;
}

/** What an event and the present call must share. `args` compares an argument of that name on both. */
export type HistoryKey =
  | { readonly by: 'anyone' }
  | { readonly by: 'principal' }
  | { readonly by: 'session' }
  | { readonly by: 'customer' }
  /** An argument that both have: read as a field of the event, and `value` as the present call's. */
  | ({ readonly by: 'args'; readonly value: CoreExpr } & Pick<CoreEventField, 'path' | 'type' | 'types'>);
