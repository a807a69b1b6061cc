/** Values that say what a span is about; never anything a customer wrote. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A span about to begin. */
export interface SpanStart {
  readonly name: string;
  /** As OpenTelemetry has them; `internal` when absent. */
  readonly kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  readonly attributes?: SpanAttributes;
  /** W3C traceparent of the span it belongs to; null: of none, it begins a trace. When absent, the one under way. */
  readonly parent?: string | null;
  /** When it began, milliseconds since 1970; now when absent. */
  readonly startedAt?: number;
}

/** Something that takes time and is told of. */
export interface Span {
  /** Its W3C traceparent, to be handed to other processes; null when nothing is traced. */
  readonly traceparent: string | null;
  set(attributes: SpanAttributes): void;
  rename(name: string): void;
  /** Marks it as failed, by a word of few values: a slug, or the name of a class. */
  fail(type: string): void;
  /** @param at milliseconds since 1970; now when absent */
  end(at?: number): void;
}

/** Spans of this process. */
export interface Tracing {
  /** False: nothing is traced, and nothing is to be spent on it. */
  readonly on: boolean;
  begin(start: SpanStart): Span;
  /** Runs work in which `span` is the one under way. */
  within<T>(span: Span, work: () => T): T;
  /** Sends what has ended, for at most two seconds; nothing is traced any more. */
  close(): Promise<void>;
}

/** Injection token of `Tracing`. */
export const TRACING = Symbol('ostiary.tracing');

const NO_SPAN: Span = {
  traceparent: null,
  set: () => undefined,
  rename: () => undefined,
  fail: () => undefined,
  end: () => undefined,
};

/** Traces nothing. */
export const NO_TRACING: Tracing = {
  on: false,
  begin: () => NO_SPAN,
  within: (_span, work) => work(),
  close: () => Promise.resolve(),
};

/** Runs work in a span of its own, which ends when the work is settled; what it throws marks the span as failed. */
export async function during<T>(tracing: Tracing, start: SpanStart, work: (span: Span) => Promise<T>): Promise<T> {
  if (!tracing.on) return work(NO_SPAN);
  const span = tracing.begin(start);
  try {
    return await tracing.within(span, () => work(span));
  } catch (error) {
    span.fail(failureType(error));
    throw error;
  } finally {
    span.end();
  }
}

/** What is told of an error: its slug or its class, never its text, which may repeat what a customer sent. */
export function failureType(error: unknown): string {
  if (!(error instanceof Error)) return '_OTHER';
  return 'slug' in error && typeof error.slug === 'string' ? error.slug : error.name;
}
