/**
 * What the core of the checker is told of a question: its normal form. There are no records, rows, regions or distances in it, but axes
 * of positions, sums over these that are bounded, values that follow from others, forests, and what a violation is. `verify.ts` makes it.
 * See docs/adr/0168.
 */
import type { CellTrees } from '../cells/index.js';
import type { Summation } from '../model/index.js';
import type { Derived, Violation } from '../question/index.js';

/** Positions in the order of their values, each from a least to a greatest one (NaN: missing). Splits of a certificate speak of these. */
export interface Axis {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** A sum over axes, added in this order in float64, is at most a number. */
export interface Bound {
  readonly parts: readonly {
    readonly axis: number;
    /** The least that positions from one to another add, both included. */
    readonly least: (first: number, last: number) => number;
  }[];
  readonly most: number;
}

/** The value on an axis follows from those on two others: an operation in float64, rounded. */
export interface Following {
  readonly axis: number;
  readonly operation: Derived['operation'];
  readonly of: readonly [number, number];
  readonly rounded: (value: number) => number;
}

/** Nodes in arrays: where the position on a node's axis is at most the last for which its test holds, it goes on to the left. */
export interface Forest extends CellTrees {
  /** By column: its axis; and by rank of a test the last position for which it holds, -1 for none. */
  readonly axis: readonly number[];
  readonly last: readonly (readonly number[])[];
  /** Numbers of a row of `values`. */
  readonly targets: number;
  readonly summation: Summation;
}

/** No choice of a position for each axis, with values there, meets all bounds and violates. */
export interface Statement {
  readonly axes: readonly Axis[];
  /** That a value is at most another, of two inputs: halves of tests inside trees are narrowed by these, too. */
  readonly orders: readonly Bound[];
  readonly bounds: readonly Bound[];
  readonly followings: readonly Following[];
  /** The forest of the first input, and that of the second where there is one. */
  readonly forests: readonly Forest[];
  /** Any of these, where each is all of its forms. */
  readonly ways: Violation;
}
