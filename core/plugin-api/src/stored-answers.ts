import type { Transaction } from './transaction.js';

/** An answer that is sent again when its request is. */
export interface StoredAnswer {
  readonly status: number;
  /** Header fields besides those every answer has; those that the route's answer declares are kept. */
  readonly headers?: Readonly<Record<string, string>>;
  /** As the method returns it: sent as JSON. */
  readonly body: unknown;
}

/** The answers of operations that are `idempotent`. */
export interface StoredAnswers {
  /**
   * Stores the answer of a request in the method's own transaction, so that what was done and the answer that tells of it are there
   * together or not at all, whenever the process dies. A method that does not call it has its answer stored after it returns.
   * Does nothing when the request came without an `Idempotency-Key`.
   * @param request what the method was given by `@Req()`
   * @throws ProblemError `idempotency_in_progress` when another process has taken the request over meanwhile; the transaction must end
   */
  keep(request: object, answer: StoredAnswer, within: Transaction): Promise<void>;
}
