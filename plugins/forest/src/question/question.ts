/**
 * What can be asked of a forest, and what the answers say. A question speaks of raw sums (what the trees add up to, before any
 * transformation of scores), so whoever asks translates thresholds of scores into thresholds of sums first; both are monotone.
 *
 * A question is always put as a search for a VIOLATION: `proved` means that no input of the region violates.
 */
import type { CellForest } from '../cells/index.js';

/** Values that one column may have. Conditions of one column are met together. */
export interface ColumnRegion {
  /** Index into `CellForest.columns`. */
  readonly column: number;
  /** Least and greatest value, both included; left out: the column's own. Rounded inwards to values that the column can have. */
  readonly low?: number;
  readonly high?: number;
  /** These values only (of a column of numbers), ascending. */
  readonly values?: readonly number[];
  /** These cells only, ascending: for categories. */
  readonly cells?: readonly number[];
  /**
   * Whether the value may be missing, where the column has a cell for it. Left out: `allowed`, or `never` where a bound or a list of
   * values is given.
   */
  readonly missing?: 'allowed' | 'never' | 'only';
}

/** A sum over values of columns that is at most `most`. It is not met by a missing value. */
export interface LinearBound {
  readonly terms: readonly { readonly column: number; readonly weight: number }[];
  readonly most: number;
}

/** Exactly one of these columns is 1, all others are 0. */
export interface OneHot {
  readonly columns: readonly number[];
}

/** A column that follows from others: its value is the float64 result of the operation, rounded to the spacing of the column. */
export interface Derived {
  readonly column: number;
  readonly operation: 'ratio' | 'product' | 'sum' | 'difference';
  readonly of: readonly [number, number];
}

/** Inputs that a question is about. Columns that are not named have all their values. */
export interface Region {
  readonly columns: readonly ColumnRegion[];
  readonly oneHot?: readonly OneHot[];
  readonly linear?: readonly LinearBound[];
  readonly derived?: readonly Derived[];
}

/** How the values of a column may differ between two inputs. */
export type Apart = 'free' | 'ordered' | 'reversed';

/**
 * A second input. The columns that `apart` does not name have the same value in both.
 * `free`: any two values of the two regions (a flip is two regions, or one and all pairs of it). `ordered`: the first's value is at
 * most the second's, and neither is missing. `reversed`: the second's value is at most the first's, and neither is missing.
 */
export interface SecondInput {
  readonly region: Region;
  readonly apart: readonly { readonly column: number; readonly how: Apart }[];
}

/** One raw sum: of the first input (copy 0) or the second (copy 1). */
export interface Sum {
  readonly copy: 0 | 1;
  readonly target: number;
}

/** A sum of raw sums, each with weight 1 or -1; at most two. Their difference is what float64 gives for the rounded sums. */
export type Terms = readonly (Sum & { readonly weight: 1 | -1 })[];

/** `terms > threshold` or `terms >= threshold`, over the sums as the runtime rounds them with one thread. */
export interface Form {
  readonly terms: Terms;
  readonly relation: '>' | '>=';
  readonly threshold: number;
}

/** Any of these, where each is all of its forms: what a violation is. */
export type Violation = readonly (readonly Form[])[];

/**
 * How far an input (the first) lies from a record. `max`: greatest of the columns' prices; `sum`: their sum in the order of columns;
 * `count`: how many columns changed. A column's price is its difference times `up` or `down`; Infinity forbids that direction. A
 * column that is not listed may change for nothing. A change to or from a missing value costs `missing` (Infinity where left out).
 * A column whose values are in an order between two inputs cannot be listed (RangeError).
 */
export interface Distance {
  readonly norm: 'max' | 'sum' | 'count';
  /** The record: a value that the column can have for each, NaN where missing; of a column of categories, the cell. */
  readonly from: readonly number[];
  readonly prices: readonly {
    readonly column: number;
    readonly up: number;
    readonly down: number;
    readonly missing?: number;
  }[];
}

/** What is looked at. */
export interface Subject {
  /** The model, and the model of the second input where it is another one (its columns are those of the first, in order). */
  readonly forest: CellForest;
  readonly secondForest?: CellForest;
  readonly region: Region;
  readonly second?: SecondInput;
}

/** What is asked. */
export type Question =
  /** Is there a violation, within a distance where one is given? */
  | {
      readonly kind: 'exists';
      readonly violation: Violation;
      readonly within?: { readonly distance: Distance; readonly radius: number };
      /** Also say whether another order of additions could violate (`numericTie`). */
      readonly anyOrder?: boolean;
    }
  /** The greatest value of a form's terms, exactly. (For the least, turn the weights around.) */
  | { readonly kind: 'greatest'; readonly terms: Terms }
  /** The nearest violation, exactly; `below`: only nearer ones matter. */
  | { readonly kind: 'nearest'; readonly violation: Violation; readonly distance: Distance; readonly below?: number }
  /**
   * All violations of one input as disjoint boxes, nearest first; so many boxes at most, or a few more. A box may reach beyond a
   * radius of norm `sum` or `count`, and its points are all within and some beyond; of norm `max` they are those within.
   */
  | {
      readonly kind: 'all';
      readonly violation: Violation;
      readonly within?: { readonly distance: Distance; readonly radius: number };
      readonly boxes: number;
    };

/** What a run may cost, with the parts before it. A node is one box that was looked at: the same question and budget give the same bytes anywhere. */
export interface Budget {
  readonly nodes: number;
  /** What an undecided answer gave, to go on exactly there. */
  readonly resume?: Uint8Array;
}

/** An input that answers the question: every value within the region, and what the forests make of it. */
export interface Witness {
  /** For the first input and the second where there is one: the cell of each column, and a value in it (NaN: missing). */
  readonly cells: readonly Int32Array[];
  readonly values: readonly Float64Array[];
  /** Raw sums of each input as the runtime rounds them with one thread. */
  readonly sums: readonly Float64Array[];
  /** Distance from the record, where the question has one. */
  readonly distance?: number;
}

/** A proof that a question of kind `exists` has no violation: a split tree that `verify` checks. */
export type Certificate = Uint8Array;

export type Answer =
  /** The region has no input at all. */
  | { readonly verdict: 'vacuous'; readonly nodes: number }
  | {
      readonly verdict: 'proved';
      readonly nodes: number;
      readonly certificate: Certificate;
      /** No violation as the runtime adds with one thread, but an input where another order of additions may give one. */
      readonly numericTie?: Witness;
    }
  | { readonly verdict: 'violated'; readonly nodes: number; readonly witness: Witness }
  /** Without `resume`, here and in the answers below: values that hang together within cells were neither found nor excluded. */
  | { readonly verdict: 'undecided'; readonly nodes: number; readonly resume?: Uint8Array };

/**
 * Of kind `greatest`: `least <= greatest value <= most`. Closed where both are equal; of two sums, where they differ by no more than
 * what rounding can make of them.
 */
export interface GreatestAnswer {
  readonly verdict: 'vacuous' | 'closed' | 'undecided';
  readonly nodes: number;
  /** The greatest value that was attained, and where; none while nothing was found. */
  readonly least?: number;
  readonly most: number;
  readonly witness?: Witness;
  /** Where closed, and where only splits show that there is no input: a proof that nothing is greater than `most` (of the question whether the terms exceed it). */
  readonly certificate?: Certificate;
  readonly resume?: Uint8Array;
}

/** Of kind `nearest`: no violation is nearer than `atLeast`; `nearest` is the nearest that was found. */
export interface NearestAnswer {
  /** `none`: no violation at all (below `below`). */
  readonly verdict: 'vacuous' | 'none' | 'closed' | 'undecided';
  readonly nodes: number;
  readonly atLeast: number;
  readonly nearest?: number;
  readonly witness?: Witness;
  /** A proof that nothing is nearer: of the question whether there is a violation within the greatest float64 below `atLeast`. */
  readonly certificate?: Certificate;
  readonly resume?: Uint8Array;
}

/** Inputs that all violate: for each column its cells from `first` to `last`, of those that the region leaves. */
export interface ViolatingBox {
  readonly first: Int32Array;
  readonly last: Int32Array;
  /** How many inputs it holds: values that the columns can have, each a point. */
  readonly points: bigint;
  /** Distance of the nearest input of the box. */
  readonly distance: number;
}

/** Boxes, nearest first; each is made anew when it is asked for. */
export interface ViolatingBoxes extends Iterable<ViolatingBox> {
  readonly length: number;
  at(place: number): ViolatingBox | undefined;
}

/** Of kind `all`, of this run and those before it. Boxes do not overlap. */
export interface AllAnswer {
  readonly verdict: 'vacuous' | 'complete' | 'partial';
  readonly nodes: number;
  readonly boxes: ViolatingBoxes;
  /** How many they were before those that make one box were joined, in all runs. */
  readonly given: number;
  /** Points of all boxes, and of the region. */
  readonly points: bigint;
  readonly regionPoints: bigint;
  /** Every violation nearer than this lies in one of the boxes. */
  readonly completeBelow: number;
  /** What another run is given to go on, and to have these boxes among its own; of a complete answer, to give it again. */
  readonly resume: () => Uint8Array;
}
