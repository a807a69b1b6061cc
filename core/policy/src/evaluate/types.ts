import type { CorePolicy, CoreVariant } from '../core/ir.js';
import type { Effect, EventState } from '../syntax/ast.js';
import type { UndefinedCause } from '../values/value.js';

/** One tool call as it came over the wire. */
export interface Call {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Arguments that the call will have and whose values are not known yet: absent to the rules, and not missing. */
  readonly unknown?: readonly string[];
  /** Lets the call carry arguments that its tool does not name. */
  readonly unknownArguments?: 'allow';
}

/** One earlier call in one state. A call that was allowed and then succeeded is two events with one `call_id`. */
export interface HistoryEvent {
  readonly tool: string;
  readonly state: Exclude<EventState, 'open'>;
  /** Milliseconds since the epoch; the list is in time order (ties in list order). */
  readonly at: number;
  readonly args: Readonly<Record<string, unknown>>;
  /**
   * Ties the states of one call together, with the tool, the principal and the session: calls are the same when all four are.
   * One that is absent is not known.
   */
  readonly call_id?: string;
  readonly principal?: string;
  readonly session?: string;
  readonly customer?: string;
}

/** Everything outside the call. An absent member is unknown to a partial analysis and undefined to a decision. */
export interface Context {
  /** `id` is the key of `by principal`; `type` and `groups` serve `principal is T` and `principal in G`. */
  readonly principal?: Readonly<Record<string, unknown>>;
  /** Attributes of the session; `id` is the key of `by session`, `customer` of `by customer`. */
  readonly session?: Readonly<Record<string, unknown>>;
  readonly history?: readonly HistoryEvent[];
  /** Labels of the session, and labels per argument path (`body`, `to.0`). */
  readonly labels?: {
    readonly session?: readonly string[];
    readonly args?: Readonly<Record<string, readonly string[]>>;
  };
  /** Milliseconds since the epoch. */
  readonly now?: number;
  /** True when a valid confirmation ticket for exactly this call is presented. */
  readonly confirmed?: boolean;
  /** Versioned exchange rates: rates["v3"]["USD"]["EUR"] = decimal text. */
  readonly rates?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;
}

/**
 * Closed list; `allowed`: an allow rule decided. `confirm_required`, `refused`: such a rule fired on true.
 * `guard_undefined`: a confirm or refuse rule decided only because its guard was undefined.
 * `no_rule`: nothing fired, the default decided. The rest refuse before any rule is asked.
 */
export const ANSWER_SLUGS = [
  'allowed',
  'confirm_required',
  'confirmed',
  'refused',
  'guard_undefined',
  'no_rule',
  'tool_unknown',
  'argument_unknown',
  'argument_missing',
  'argument_ill_typed',
  'currency_unknown',
] as const;
export type AnswerSlug = (typeof ANSWER_SLUGS)[number];

export interface FiredRule {
  /** Its id. */
  readonly rule: string;
  readonly cause: 'true' | 'undefined';
}

export interface Decision {
  /** The policy's answer after tickets: a confirmed call that needed confirmation is `allow` with slug `confirmed`. */
  readonly answer: Effect;
  readonly slug: AnswerSlug;
  /** Rules of the deciding effect that fired, in policy order; empty when the default or admission decided. */
  readonly deciding: readonly FiredRule[];
  /** RFC 6901 pointer into the arguments, for admission refusals. */
  readonly pointer?: string;
}

/** A value a decision looked at. */
export interface ValueRead {
  /** `args.amount`, `principal.role`, `now.hour`. */
  readonly path: string;
  readonly present: boolean;
  /** Canonical text of the value, or why there is none. */
  readonly value: string | null;
  readonly cause: UndefinedCause | null;
}

/** A history that grows event by event and keeps what its policy's conditions ask for ready. */
export interface HistoryMonitor {
  /** How many events it was given. */
  readonly size: number;
  /** The most events that any part of it still holds. */
  readonly held: number;
  /** Adds an event. @throws RangeError when it is earlier than the last one: a log out of order is not a history. */
  append(event: HistoryEvent): void;
  /**
   * Promises that no decision will be asked for without a time, or for one before `now`, so that events which no window
   * reaches from there on are dropped. Events may still be appended from the last one on. What a condition `within session`
   * counts is kept for good, and with a `since within session` all events are.
   */
  passed(now: number): void;
}

/** A policy made ready to decide. Synchronous, and not to be entered again while it decides. */
export interface Decider {
  readonly policy: CorePolicy;
  decide(call: Call, context: Context): Decision;
  /**
   * Decides with the history held by monitors (see `openHistory`) in place of `context.history`. The answer is the same;
   * what differs is that no event is looked at twice.
   * @throws RangeError when the history was opened for another policy, or for a time it was told had passed.
   */
  decideWith(history: HistoryMonitor, call: Call, context: Context): Decision;
  /**
   * The truth of a property's or assumption's guard at a call and the decision made on it: true, false, or a symbol
   * that says why it is undefined. Null when the call's tool is outside the variants.
   */
  holds(variants: readonly CoreVariant[], call: Call, context: Context, decision: Decision): boolean | symbol | null;
}
