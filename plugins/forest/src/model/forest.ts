/**
 * A tree ensemble as its file says it and as the runtime that serves it (onnxruntime) computes it. Whatever the file's format was,
 * this is what it is read into; everything else of the plugin knows models in this shape only.
 */

/** What a node asks of one value. The numbers are those of `Trees.kind`. */
export const TEST = { leq: 0, lt: 1, gte: 2, gt: 3, eq: 4, neq: 5, member: 6, wholeMember: 8 } as const;

/** In `Trees.kind`: a leaf. */
export const LEAF = 7;

/**
 * All trees in arrays by node. A node may have more than one parent (exporters write a categorical split as a chain of tests that share
 * a child), so a tree is a directed graph without cycles.
 */
export interface Trees {
  /** The root of each tree, in the order in which the runtime adds their leaves. */
  readonly roots: Int32Array;
  /** `TEST` or `LEAF`. */
  readonly kind: Uint8Array;
  /** Index into `Forest.features`; -1 at a leaf. */
  readonly feature: Int32Array;
  /** What the value is compared with, in the precision in which the runtime compares. */
  readonly threshold: Float64Array;
  /** 1: a value that is missing (NaN) goes to `whenTrue`. What the runtime does, which is not always what the file says. */
  readonly missingTrue: Uint8Array;
  readonly whenTrue: Int32Array;
  readonly whenFalse: Int32Array;
  /** The set of a `member` test, by node, ascending; of a `wholeMember` test the value is asked for without its fraction. */
  readonly members: ReadonlyMap<number, Float64Array>;
  /** Votes of the leaf at node n are `voteStart[n]` up to `voteStart[n + 1]`; a leaf may have none. One longer than the nodes. */
  readonly voteStart: Int32Array;
  readonly voteTarget: Int32Array;
  readonly voteWeight: Float64Array;
}

/** A column of a record, as the model's inputs name it. */
export interface Column {
  /** `input`, or `input[index]` where an input has several columns. */
  readonly name: string;
  /** The input of the model that the column is a part of, and its place there. */
  readonly input: string;
  readonly index: number;
  readonly type: ColumnType;
  /** Where the runtime does not take every value of the type: with another one it fails. */
  readonly takes?: Taken;
}

export type ColumnType = 'float32' | 'float64' | 'int32' | 'int64' | 'bool' | 'string';

/** What the runtime takes in a column, less than its type can hold. */
export interface Taken {
  /** These alone. */
  readonly values?: readonly (string | number)[];
  /** No missing value. */
  readonly missing?: false;
  /** No infinite value: with one the runtime mixes columns. */
  readonly finite?: true;
}

export type StepFunction = 'negative' | 'absolute' | 'root' | 'floor' | 'ceiling';

/** One step between a column and what the trees compare. Numbers are those of the file; arithmetic is float32 unless `wide`. */
export type Step =
  /** `(x - offset) * scale`. `wide`: in double precision, and the result in float32. */
  | { readonly kind: 'scale'; readonly offset: number; readonly scale: number; readonly wide?: boolean }
  /** `wide`: in double precision, and so the result. */
  | {
      readonly kind: 'arithmetic';
      readonly operation: 'add' | 'subtract' | 'multiply' | 'divide';
      readonly by: number;
      readonly wide?: boolean;
    }
  /** A function that every processor rounds alike. `wide`: in double precision, and so the result; of a root below 0: NaN. */
  | { readonly kind: 'function'; readonly name: StepFunction; readonly wide?: boolean }
  /** `replaced` (NaN: a missing value) becomes `value`. */
  | { readonly kind: 'impute'; readonly replaced: number; readonly value: number }
  | { readonly kind: 'cast'; readonly to: 'float32' | 'float64' | 'int64' }
  /** The nearest value from `low` to `high`; NaN stays. */
  | { readonly kind: 'clip'; readonly low: number; readonly high: number }
  /** 1 below `threshold`, else 0. */
  | { readonly kind: 'below'; readonly threshold: number }
  /** The number of the first edge that is above the value, from 0; where none is, how many there are. The edges rise. */
  | { readonly kind: 'bin'; readonly edges: readonly number[] }
  /** 1 above `threshold`, else 0. */
  | { readonly kind: 'binarize'; readonly threshold: number }
  | {
      readonly kind: 'map';
      readonly from: readonly (string | number)[];
      readonly to: readonly number[];
      readonly otherwise: number;
    };

/** What the trees compare: a column after its steps. */
export interface Feature {
  readonly column: number;
  readonly steps: readonly Step[];
}

export type PostTransform = 'none' | 'logistic' | 'softmax' | 'softmax_zero';

/** How the sums of the trees become scores and a label, rule by rule of the runtime. */
export type Outcome =
  | { readonly kind: 'regression'; readonly post: PostTransform }
  | {
      readonly kind: 'classes';
      readonly labels: readonly (string | number)[];
      readonly post: PostTransform;
      /**
       * How the label is chosen from the raw sums. `one_column`: two classes, one sum; the label is the second where `sum > above`.
       * `second_positive`: two sums, and the second class where its sum is above zero, whatever the first is. `first_maximum`: the
       * first of the largest, of the sums or of what `post` makes of them (which may round two sums to one score).
       */
      readonly rule: OneColumn | { readonly kind: 'second_positive' } | FirstMaximum;
    };

/** Two classes and one sum `s`. */
export interface OneColumn {
  readonly kind: 'one_column';
  readonly above: number;
  /** The two scores: `1 - s, s`, `-s, s`, `0, s` or `s, 0`, and `post` of both; `logistic` is what LOGISTIC makes of `-s, s`. */
  readonly scores: 'complement' | 'negated' | 'zero_first' | 'zero_second' | 'logistic';
}

export interface FirstMaximum {
  readonly kind: 'first_maximum';
  readonly over: 'sums' | 'scores';
}

/** How the leaves of all trees are added up. */
export interface Summation {
  /** Each addition is rounded to this. */
  readonly arithmetic: 'float32' | 'float64';
  /** Added to each target, and when: before the first tree, or after the last one and the division of an average. */
  readonly base: Float64Array;
  readonly baseAt: 'start' | 'end';
  /** `average` divides what was added so far by the number of trees, in the same arithmetic. */
  readonly aggregate: 'sum' | 'average';
  /** The scores are given out in this, whatever they were added up in. Labels are chosen before. */
  readonly scores: 'float32' | 'float64';
}

/** Where a model comes from. */
export interface ModelSource {
  readonly format: 'onnx' | 'xgboost' | 'lightgbm';
  readonly producer?: string;
  readonly version?: string;
}

export interface Forest {
  readonly source: ModelSource;
  readonly columns: readonly Column[];
  readonly features: readonly Feature[];
  readonly trees: Trees;
  /** Sums that the trees give: 1 for a regression or a binary model of one column. */
  readonly targets: number;
  readonly summation: Summation;
  readonly outcome: Outcome;
  /** Names of the runtime's outputs that hold the label and the scores, of ONNX only: what a replay asks for. */
  readonly outputs?: { readonly label?: string; readonly scores?: string };
}
