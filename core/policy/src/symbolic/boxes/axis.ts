import type { Slot } from '../../core/ir.js';
import type { State } from './dimension.js';

/** What a dimension stands for: a place in the call or around it, or one item of a list there. */
export interface Axis {
  /** The root and the steps from it; empty for an item of a list. */
  readonly path: readonly string[];
  readonly slot: Slot | null;
  states: readonly State[];
}
