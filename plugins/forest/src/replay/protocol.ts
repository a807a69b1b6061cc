/** What the runtime is asked, and what it says. */
import type { ColumnType } from '../model/index.js';

export interface ReplayTask {
  /** Where the model lies. */
  readonly path: string;
  /** Columns of the model, in its order. */
  readonly columns: readonly {
    /** The input of the model that the column is a part of, and its place there. */
    readonly input: string;
    readonly index: number;
    readonly type: ColumnType;
  }[];
  /** Names of the outputs that hold the label and the scores. */
  readonly outputs: { readonly label?: string; readonly scores?: string };
  /** Inputs: a value for each column; null: text that is missing. */
  readonly rows: readonly (readonly (number | string | null)[])[];
}

/** What the runtime gave for one input. */
export interface RuntimeOutput {
  /** Null where the model gives none. */
  readonly label: string | number | null;
  /** As the runtime rounds them: float32, or float64 where the model has them. */
  readonly scores: readonly number[];
}

/** What the runtime gave for one input in three ways. A model served by others is served in one of them. */
export interface Replayed {
  /** Alone, with one thread: what a verdict is about. */
  readonly alone: RuntimeOutput;
  /** With all others of the task at once, one thread. */
  readonly batch: RuntimeOutput;
  /** Alone, with several threads. */
  readonly threads: RuntimeOutput;
}

export type ReplayAnswer =
  | { readonly ok: true; readonly runtime: string; readonly outputs: readonly Replayed[] }
  /** The runtime does not take the model: its own words. */
  | { readonly ok: false; readonly message: string };
