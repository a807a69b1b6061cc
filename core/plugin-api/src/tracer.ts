/** Values that say what a span is about: few and short, and never anything a customer wrote. */
export type TraceAttributes = Readonly<Record<string, string | number | boolean>>;

/** A span under way. */
export interface TraceSpan {
  set(attributes: TraceAttributes): void;
}

/**
 * Spans for the operator, in the trace of the request or of the attempt at a job that runs now; they name the plugin. Where nothing is
 * traced they cost nothing.
 */
export interface Tracer {
  /**
   * Runs `work` in a span of its own, which ends when the work is settled; what it throws marks the span as failed, by the slug of a
   * problem or the class of the error, never by its text.
   * @param name what is done, of few values: `compare prices`, not the name of a customer
   */
  during<T>(name: string, work: (span: TraceSpan) => Promise<T>, attributes?: TraceAttributes): Promise<T>;
}
