import type { ClassId } from '../../model/class-id.js';
import type { Answered } from './answered.js';
import type { Hunt } from './hunt.js';
import type { Part } from './part.js';

/** A kind of bug: the questions that look for it. See docs/hunt for each. */
export interface BugClass {
  readonly id: ClassId;
  /**
   * Into what its questions fall, so that one part depends on nothing of another: one for each tool, or one for the rules that are about the
   * same tools. All are one part unless it says so.
   */
  readonly each?: 'tool' | 'rules';
  /** Asks the questions of one part, one after the other, in an order that depends on the policy alone. */
  ask(hunt: Hunt, part: Part): AsyncIterable<Answered>;
}
