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

/** An operation: its name, and what it works on. */
type Op<Name extends string, Parts = unknown> = Readonly<{ op: Name } & Parts>;

/** An operation that people are told of, and where it stands. */
type Test<Name extends string, Parts = unknown> = Op<Name, { span: Span } & Parts>;

/** What a condition on the history says of events: which, how far back, and whose. */
interface OfEvents {
  readonly event: CoreEvent;
  readonly windowMs: number | null;
  readonly key: HistoryKey;
}

export type CoreExpr =
  /** `unasked`: what the checker took away because the truth is known without it. The interpreter still looks at it. */
  | Op<'const', { value: Value; type: Type; unasked?: readonly CoreExpr[] }>
  /** Never has a value: a path the tool lacks by its catalogue entry, whatever the wire carries. */
  | Op<'undefined', { type: Type; unasked?: readonly CoreExpr[] }>
  | Op<'read', { slot: number }>
  /** A field of the record, or a part of the string, that the operand yields (bound items and nested reads). */
  | Op<'field', { operand: CoreExpr; name: string; type: Type }>
  | Op<'part', { operand: CoreExpr; part: StringPart; type: Type }>
  /** False when absent, undefined when there is something that cannot be read at its type. */
  | Op<'has', { slot: number }>
  | Op<'has_field', { operand: CoreExpr; name: string }>
  /** The variable of the quantifier or sum `depth` levels out (0 = innermost). */
  | Op<'item', { depth: number; type: Type }>
  | Op<'tool'>
  /** The policy's answer, or what executes after tickets; only in properties. As keyword strings. */
  | Op<'answer', { after: 'rules' | 'tickets' }>
  | Test<'not', { operand: CoreExpr }>
  | Test<'and' | 'or', { operands: readonly CoreExpr[] }>
  | Op<'if', { condition: CoreExpr; then: CoreExpr; else: CoreExpr }>
  /** The fallback stands for absence only; the operand reads one thing, perhaps with steps into it, or is an `or_else`. */
  | Op<'or_else', { operand: CoreExpr; fallback: CoreExpr }>
  /** Both sides have one type (scales already aligned). Ordering: int, decimal, money, duration, time. Money of two currencies: undefined. */
  | Test<'compare', { cmp: CompareOp; left: CoreExpr; right: CoreExpr; type: Type }>
  | Test<'member', { operand: CoreExpr; values: readonly Value[]; type: Type }>
  /** Glob over the operand's normal form: `*` any run, `\*` a star, `\\` a backslash. */
  | Test<'like', { operand: CoreExpr; pattern: string }>
  /** RE2 syntax without flags, anchored at both ends, over the operand's normal form. */
  | Test<'matches', { operand: CoreExpr; pattern: string }>
  /** The operand, a path, is `directory` (in normal form) or below it. Both are absolute, or both relative. */
  | Test<'under', { operand: CoreExpr; directory: string }>
  /** The operand, an IP address, lies in `range`: a network in normal form, a slash, and the bits of its prefix. */
  | Test<'in_range', { operand: CoreExpr; range: string }>
  | Test<'contains', { list: CoreExpr; item: CoreExpr }>
  /** Items of a list, or code points of a string. */
  | Op<'size', { operand: CoreExpr }>
  | Test<'any' | 'all', { list: CoreExpr; body: CoreExpr }>
  /** What `body`, of `type`, comes to over all items, exactly. Over none it is `empty`; null: nothing says of what. */
  | Op<'total', { list: CoreExpr; body: CoreExpr; type: Type; empty: Value | null }>
  /**
   * On the numbers behind the values, exactly. `add` and `sub`: both sides and the result have one type, but for time and
   * duration. `mul`: two numbers with scales, which add up; two decimals without; or money or a duration and an int or a
   * decimal without a scale. Undefined where digits reach too far from the point.
   */
  | Op<'add' | 'sub' | 'mul', { left: CoreExpr; right: CoreExpr; type: Type }>
  | Op<'neg', { operand: CoreExpr; type: Type }>
  /** A number in units of 10^-scale as a decimal of any scale. */
  | Op<'decimal', { operand: CoreExpr; scale: number }>
  /** Position in `order` (0-based int); undefined when not in it. */
  | Op<'rank', { operand: CoreExpr; order: readonly Value[] }>
  | Op<'convert', { operand: CoreExpr; currency: string; rates: string }>
  /** slot null: the session's label. */
  | Test<'label', { slot: number | null; label: string }>
  | Test<'confirmed'>
  | Test<'formerly' | 'previous', OfEvents>
  | Test<'since', OfEvents & { holds: CoreExpr }>
  | Test<'count', OfEvents & { cmp: CompareOp; bound: number }>
  | Test<'sum', OfEvents & Summed & { cmp: CompareOp; bound: Value }>;

interface Summed {
  readonly field: readonly string[];
  /** The type without bounds that the bound has too; each tool of the event has its own in `fieldTypes`. */
  readonly fieldType: Type;
  readonly fieldTypes: readonly Type[];
  /** The amount of the present call, when it is included. */
  readonly own: CoreExpr | null;
}

/** The core expressions of an operation. */
export type CoreOf<Name extends CoreExpr['op']> = Extract<CoreExpr, { op: Name }>;

/** A condition on the history. */
export type HistoryCondition = CoreOf<'formerly' | 'previous' | 'since' | 'count' | 'sum'>;

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
  | { readonly by: 'anyone' | 'principal' | 'session' | 'customer' }
  /** An argument that both have: read as a field of the event, and `value` as the present call's. */
  | ({ readonly by: 'args'; readonly value: CoreExpr } & Pick<CoreEventField, 'path' | 'type' | 'types'>);
