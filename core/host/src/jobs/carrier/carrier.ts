import type { Ring } from '../store/dispatch.js';

/**
 * Carries rings from the dispatcher to a runner. It may lose rings and deliver one twice: the row in the database is the truth,
 * a claim is a compare-and-set, and the sweeper rings again.
 */
export interface Carrier {
  /** Whether rings stay in this process: then they may bring along a job that has begun. */
  readonly inProcess: boolean;
  /** Offers one attempt; the same one offered again while it waits is not doubled. Rejects when it cannot be carried now. */
  offer(ring: Ring): Promise<void>;
  /** As `offer`, of one that was offered before and not heard: what may be left of it does not stand in its way. */
  offerAgain(ring: Ring): Promise<void>;
  /** Begins to deliver, at most `concurrency` at a time. */
  start(handle: (ring: Ring) => Promise<void>, concurrency: number): Promise<void>;
  /** Delivers no more. Does not wait for what is being handled. */
  pause(): Promise<void>;
  /** Lets go of its connections; after `pause`, once nothing is handled. */
  close(): Promise<void>;
}

export const ringName = ({ id, attempt }: Ring): string => `${id}.${attempt}`;

/** Injection token of `Carrier`. */
export const CARRIER = Symbol('ostiary.carrier');
