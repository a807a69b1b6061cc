/** An ensemble as arrays, in the form that onnxruntime brings every version of its operators to. */
export interface EnsembleArrays {
  readonly treeIds: Int32Array;
  readonly nodeIds: Int32Array;
  readonly features: Int32Array;
  /** `TEST` or `LEAF`. */
  readonly kinds: Uint8Array;
  readonly thresholds: Float64Array;
  readonly trueIds: Int32Array;
  readonly falseIds: Int32Array;
  /** 1: a missing value goes to the true child; shorter than the nodes where nothing is said of the rest. */
  readonly tracks: Uint8Array;
  readonly voteTrees: Int32Array;
  readonly voteNodes: Int32Array;
  readonly voteTargets: Int32Array;
  readonly voteWeights: Float64Array;
  readonly targets: number;
}
