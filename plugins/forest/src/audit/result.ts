import type { Proof, Verdict } from '../judge/index.js';
import type { Flaw, Severity, Words } from '../table/index.js';

/** A value of an input, as people read it and to the last bit. */
export interface ShownValue {
  readonly feature: string;
  /** Where the schema says it. */
  readonly unit?: string;
  /** A decimal that reads back as the same number, or a text; null if the value is missing. */
  readonly value: string | null;
  /** The bits of the number as the model gets it, in hexadecimal; null for text. */
  readonly bits: string | null;
}

/** An input that shows something, and what the model makes of it. */
export interface ShownInput {
  /** The model that got it. */
  readonly model: 'model' | 'compare_model';
  readonly values: readonly ShownValue[];
  readonly label: string | number | null;
  readonly scores: readonly number[];
  /** The bits of the scores, in hexadecimal. */
  readonly score_bits: readonly string[];
}

/**
 * Whether the runtime that serves models gave the same, bit by bit; with other orders of additions `same_label` is the same answer from
 * other bits, and `numeric_tie` another answer. `same_sums`: the model is of XGBoost or LightGBM, and the runtime adds up to the same
 * bits; what the library makes of them was not replayed.
 */
export type Replay = 'same' | 'same_label' | 'same_sums' | 'numeric_tie' | 'not_replayed';

export interface Witness {
  /** One input, or the two of a property of pairs; of a range its two ends, the least first. */
  readonly inputs: readonly ShownInput[];
  /** Features that differ: from the record, or between the two inputs. */
  readonly changed: readonly string[];
  /** From the record, in the distance of the row. */
  readonly distance: number | null;
  readonly replay: Replay;
}

/** Proved bounds of a number; null for a side of which nothing is known. */
export interface ShownBounds {
  readonly at_least: number | null;
  readonly at_most: number | null;
}

/** What came of one row, for one record where the row is about records. */
export interface CaseResult {
  /** Place of the row in the table, from 0. */
  readonly row: number;
  /** Id of the record; null where the row is about a region. */
  readonly record: string | null;
  /** The record itself. */
  readonly from: ShownInput | null;
  readonly verdict: Verdict;
  readonly reason: Words | null;
  readonly bounds: ShownBounds | null;
  readonly witness: Witness | null;
  readonly nodes: number;
  /** Only another order of additions may violate. */
  readonly tie: boolean;
  /** Questions whose proofs are among the certificates. */
  readonly certificates: readonly string[];
}

/** What a run leaves open of one question of a table. */
export interface LeftOpen {
  /** What the search was asked and did not settle, to go on exactly there; `resume` in base64. None: it was not begun. */
  readonly open: readonly { readonly question: string; readonly resume: string; readonly nodes: number }[];
  /** What it settled on the way. */
  readonly settled: readonly string[];
}

/** A proof, and of what. */
export interface Certified extends Proof {
  readonly row: number;
  readonly record: string | null;
}

/** The answer to a row of the table. */
export interface RowResult {
  readonly index: number;
  readonly line: number | null;
  readonly id: string;
  /** A `Kind`, or what is none. */
  readonly kind: string;
  readonly title: string;
  readonly severity: Severity;
  readonly note: string;
  readonly extra: Readonly<Record<string, string>>;
  readonly verdict: Verdict;
  readonly reason: Words | null;
  readonly flaws: readonly Flaw[];
  /** How many records came to each verdict; null where the row is about a region. */
  readonly records: Readonly<Record<Verdict, number>> | null;
  /** Which share of their weight; null also where all records weigh the same. */
  readonly weighted: Readonly<Record<Verdict, number>> | null;
  /** Of a region: what came of it. Of records: the first that came to the row's verdict, the nearest where there are distances. */
  readonly shown: CaseResult | null;
  /** The conditions, with the exact numbers that were used. */
  readonly used: readonly string[];
  /** What the number that the row is about is held against; null where nothing is. */
  readonly limit: number | null;
  readonly nodes: number;
  /** From the records, of all witnesses; some thousand of them. */
  readonly distances: readonly number[];
}
