/** What is told of a record beside what was found: what the model answers, and what the file of records says of it. */
import type { RecordRow } from '../table/index.js';
import type { Audit } from './audit.js';
import type { RecordState } from './record.js';

export interface RecordFacts {
  /** Of the model; null for a regression, and for a record that is wrong. */
  readonly label: string | number | null;
  readonly expected_label: string | null;
  /** Whether the two are the same; null where there are not both. */
  readonly as_expected: boolean | null;
  /** For how many cases the record stands. */
  readonly weight: number;
  /** Columns of the file that no feature is called, as they were written. */
  readonly extra: Readonly<Record<string, string>>;
}

/** @param found of a record that an error of ours ended nothing is worked out again */
export function recordFacts(
  { model }: Pick<Audit, 'model'>,
  { values, flaws, expectedLabel, weight, extra }: RecordRow,
  { status }: Pick<RecordState, 'status'>,
): RecordFacts {
  const label = flaws.length > 0 || status === 'internal_error' ? null : model.score(values).label;
  return { label, expected_label: expectedLabel, as_expected: asExpected(label, expectedLabel), weight, extra };
}

/** A label that is a number may be written in any way: tables write `1.0` where some labels are missing. */
export function asExpected(label: string | number | null, expected: string | null): boolean | null {
  if (label === null || expected === null) return null;
  return String(label) === expected || (typeof label === 'number' && Number(expected) === label);
}
