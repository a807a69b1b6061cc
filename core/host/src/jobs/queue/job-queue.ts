import type { Delivery } from '../store/dispatch.js';

/**
 * Takes deliveries from the dispatcher to a runner. It may lose deliveries and deliver one twice: the row in the database is the truth,
 * a claim is a compare-and-set, and the sweeper delivers again.
 */
export interface JobQueue {
  /** Whether deliveries stay in this process: then they may bring along a job that has begun. */
  readonly inProcess: boolean;
  /** Offers one attempt; the same one offered again while it waits is not doubled. Rejects when it cannot be carried now. */
  offer(delivery: Delivery): Promise<void>;
  /** As `offer`, of one that was offered before and not acknowledged: what may be left of it does not stand in its way. */
  redeliver(delivery: Delivery): Promise<void>;
  /** Begins to deliver, at most as many at a time as the process has workers. */
  start(handle: (delivery: Delivery) => Promise<void>): Promise<void>;
  /** Delivers no more. Does not wait for what is being handled. */
  pause(): Promise<void>;
  /** Lets go of its connections; after `pause`, once nothing is handled. */
  close(): Promise<void>;
}

export const deliveryName = ({ id, attempt }: Pick<Delivery, 'id' | 'attempt'>): string => `${id}.${attempt}`;

/** Injection token of `JobQueue`. */
export const JOB_QUEUE = Symbol('ostiary.job_queue');
