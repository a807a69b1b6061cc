import type { CellColumn } from '../cells/index.js';

/** A column of one input, or of both. */
export interface Axis {
  readonly column: number;
  /** Which inputs have it. */
  readonly copies: readonly (0 | 1)[];
  /** Cell at each position, ascending. */
  readonly cells: Int32Array;
  /** First and last value at each position, within the region. NaN: missing. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Where the region lists values: those at each position. */
  readonly values: readonly (readonly number[])[] | undefined;
  /** For each cell of the column, the last position up to it; -1: none. */
  readonly upTo: Int32Array;
  readonly spacing: CellColumn['spacing'];
  /** Cells are categories, in no order that means anything. */
  readonly categories: boolean;
}
