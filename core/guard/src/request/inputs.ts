import type { Context, HistoryEvent } from '@ostiary/policy';

/** A call as a request carries it. */
export interface ActionInput {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly unknown?: readonly string[] | undefined;
  readonly unknown_arguments?: 'allow' | undefined;
}

/** An earlier call in one state, as a request carries it. */
export interface EventInput extends Omit<HistoryEvent, 'at' | 'args'> {
  /** RFC 3339. */
  readonly at: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Everything outside a call, as a request carries it. */
export interface ContextInput {
  readonly principal?: Readonly<Record<string, unknown>> | undefined;
  readonly session?: SessionInput | undefined;
  /** Labels of arguments by path. */
  readonly labels?: Readonly<Record<string, readonly string[]>> | undefined;
  /** RFC 3339. */
  readonly now?: string | undefined;
  readonly rates?: Context['rates'] | undefined;
}

interface SessionInput {
  readonly [attribute: string]: unknown;
  readonly history?: readonly EventInput[] | undefined;
  readonly labels?: readonly string[] | undefined;
}
