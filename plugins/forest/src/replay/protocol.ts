/** What the runtime is asked, and what it says. */
import type { ColumnType } from '../model/index.js';

export interface ReplayTask {
  /** Where the model lies. */
  readonly path: string;
  /**
   * `model`: the file as it is served. `sums`: a model of XGBoost or LightGBM; it is said again in ONNX, up to its sums, and the scores that
   * come back are these.
   */
  readonly asks: 'model' | 'sums';
  /** Columns of the model, in its order. */
  readonly columns: readonly {
    /** The input of the model that the column is a part of, and its place there. */
    readonly input: string;
    readonly index: number;
    readonly type: ColumnType;
  }[];
  /** Names of the outputs that hold the label and the scores. */
  readonly outputs: { readonly label?: string; readonly scores?: string };
  /** Inputs: a value for each column; null: text that is missing. Without any, the model is opened and no more. */
  readonly rows: readonly (readonly (number | string | null)[])[];
}

/** What the runtime gave for one input. */
export interface RuntimeOutput {
  /** Null where the model gives none. */
  readonly label: string | number | null;
  /** As the runtime rounds them: float32, or float64 where the model has them. */
  readonly scores: readonly number[];
}

/** What the runtime gave for one input. A model served by others is served in one of several ways. */
export interface Replayed {
  /** Alone, with one thread: what a verdict is about. */
  readonly alone: RuntimeOutput;
  /**
   * With several threads: in a batch, and alone. These add in other orders. None for sums: the library of such a model adds
   * the trees of a record in their order, however many threads it has.
   */
  readonly others: readonly RuntimeOutput[];
}

/** The runtime fails on an input: its own words. */
export interface ReplayFailed {
  readonly failed: string;
}

export type ReplayAnswer =
  /** An output for each row. Null: the sums of this model cannot be said in ONNX, or not for this row. */
  | { readonly ok: true; readonly runtime: string; readonly outputs: readonly (Replayed | ReplayFailed | null)[] }
  /** The runtime does not take the model: its own words. */
  | { readonly ok: false; readonly message: string };
