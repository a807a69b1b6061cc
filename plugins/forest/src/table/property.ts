import type { Where } from './conditions.js';
import type { Flaw } from './flaw.js';
import type { Amount } from './number.js';
import type { Region } from './region.js';
import type { SumBound } from './sums.js';
import type { Distance, Expect, Output, Tolerance, Way } from './terms.js';

export const KINDS = [
  'range',
  'never',
  'always',
  'robust',
  'min_distance',
  'monotone',
  'protected_flip',
  'protected_gap',
  'dominance',
  'same_as_model',
  'drift',
  'recourse',
  'evasion',
  'stable_label',
] as const;
export type Kind = (typeof KINDS)[number];

/** As auditors grade; gravest first. */
export const SEVERITIES = ['critical', 'major', 'minor', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A row of the table that can be asked. Features are columns of the model. */
export interface Property {
  readonly id: string;
  readonly kind: Kind;
  readonly title: string;
  readonly severity: Severity;
  readonly note: string;
  readonly where: Where;
  /** All inputs that the property is about; of records only what the schema and the conditions on features say. */
  readonly region: Region;
  /** Conditions over several features, all of which the inputs meet (or, of records, the records). */
  readonly sums: readonly SumBound[];
  /** Features that may change, ascending. */
  readonly free: readonly number[];
  /** By how much each feature may change, by column; null: no limit but the region. */
  readonly epsilon: ReadonlyMap<number, Amount> | null;
  readonly protected: readonly number[];
  readonly direction: ReadonlyMap<number, Way>;
  readonly compareModel: string | null;
  readonly output: Output;
  readonly expect: Expect | null;
  readonly tolerance: Tolerance | null;
  readonly distance: Distance | null;
  readonly cost: ReadonlyMap<number, number>;
  readonly maxChanges: number | null;
  /** Wall time for the whole row, seconds; null: the budget of the request. */
  readonly budgetSeconds: number | null;
}

/** A row of the table: what it asks, or why it cannot. */
export interface TableRow {
  /** Place among the rows, from 0. */
  readonly index: number;
  /** Line of the text, from 1; null in JSON. */
  readonly line: number | null;
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly severity: Severity;
  readonly note: string;
  /** Columns that mean nothing here, as they were written. */
  readonly extra: Readonly<Record<string, string>>;
  /** Null where something is wrong. */
  readonly property: Property | null;
  readonly flaws: readonly Flaw[];
  /** Why the region holds nothing; null where it may hold something. */
  readonly empty: Flaw['words'] | null;
}
