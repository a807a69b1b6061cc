import type { ClassId } from '../model/class-id.js';
import type { Answered } from './answered.js';
import type { Hunt } from './hunt.js';

/** A kind of bug: the questions that look for it. See docs/hunt for each. */
export interface BugClass {
  readonly id: ClassId;
  /** Asks its questions, one after the other, in an order that hangs on the policy alone. */
  ask(hunt: Hunt): AsyncIterable<Answered>;
}
