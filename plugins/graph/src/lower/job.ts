import type { BodyIndex } from '../model/index.js';

/** A body that is to be lowered, at the place where it is run. */
export interface Job {
  readonly index: BodyIndex;
  /** 1: the join of the node is not `any`. */
  readonly waits: Uint8Array;
  readonly instance: number;
  readonly base: number;
  readonly edgeBase: number;
  /** Where a run of this body ends in failure. */
  readonly abort: number;
}
