/**
 * A forest over cells: what the search reads. The values of each column are cut into cells within which no test of the forest changes
 * its answer. So a record is, for every verdict, the list of its cells; and every test is `cell <= rank`.
 *
 * INVARIANT: lowering is exact. Two values of one cell reach the same leaf of every tree in the runtime that serves the model.
 */
import type { Outcome, Summation } from '../model/index.js';

/** All trees in arrays by node, as `Trees` has them, with ranks in place of thresholds. A tree may share children. */
export interface CellTrees {
  /** The root of each tree, in the order of summation. */
  readonly roots: Int32Array;
  /** Column that the node asks; -1 at a leaf. */
  readonly column: Int32Array;
  /** The test: the cell of the column is at most this. */
  readonly rank: Int32Array;
  /** Where the test holds. */
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** At a leaf: its row in `values`. */
  readonly leaf: Int32Array;
  /** Row after row, `targets` numbers each: what the leaf adds, exact in the arithmetic of the summation. */
  readonly values: Float64Array;
}

/** The cells of one column, in ascending order of their values. */
export interface CellColumn {
  readonly name: string;
  /** How many there are, the missing one included. */
  readonly cells: number;
  /** First and last value of each cell that the column can have (both within the cell). NaN for the cell of a missing value. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** 1: the last cell stands for a value that is missing. */
  readonly missing: boolean;
  /** Values of a column of strings or of categories: the value of each cell; `null` is any other value. */
  readonly categories?: readonly (string | number | null)[];
  /** Distance between neighbouring values that the column can have: a whole number, a step, or `float32`, `float64`. */
  readonly spacing: number | 'float32' | 'float64';
}

export interface CellForest {
  readonly columns: readonly CellColumn[];
  readonly trees: CellTrees;
  readonly targets: number;
  readonly summation: Summation;
  readonly outcome: Outcome;
}
