import type { BodyIndex } from '../model/index.js';

/** A body that is to be lowered, at the place where it is run. */
export interface Job {
  readonly index: BodyIndex;
  readonly instance: number;
  readonly base: number;
  readonly edgeBase: number;
  /** The place where its first node is entered; those of the others follow in their order. */
  readonly entered: number;
  /** Where a run of this body ends in failure. */
  readonly abort: number;
}
