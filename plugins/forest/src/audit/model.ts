import type { CellForest } from '../cells/index.js';
import type { Finish } from '../judge/index.js';
import type { Forest } from '../model/index.js';
import type { Value } from '../table/index.js';

/** What a model gives for one input, by our own reading of the runtime's rules. */
export interface Scored {
  readonly label: string | number | null;
  readonly scores: readonly number[];
  readonly sums: Float64Array;
}

/** A model that was read, and how inputs are scored. */
export interface ReadModel {
  readonly forest: Forest;
  readonly score: (values: readonly Value[]) => Scored;
  readonly finish: Finish;
  /** Of its bytes, hex. */
  readonly sha256: string;
}

/** A model over cells. */
export interface LoweredModel extends ReadModel {
  readonly cells: CellForest;
}
