/** Records whose label is not the one that their file expects. */
import type { Audit } from './audit.js';
import { type RecordFacts, recordFacts } from './record-facts.js';
import { weightShare } from './weights.js';

export interface Unexpected {
  /** Records of which there are both labels. */
  readonly compared: number;
  readonly unexpected: number;
  /** Of the weight of those compared; null where all of them weigh the same. */
  readonly unexpected_share: number | null;
  /** Those. */
  readonly records: readonly UnexpectedRecord[];
}

export interface UnexpectedRecord {
  readonly record: string;
  readonly label: string | number | null;
  readonly expected_label: string | null;
}

/** Of records that were asked about, in their order. */
export function unexpectedOf(
  told: readonly (UnexpectedRecord & Pick<RecordFacts, 'as_expected' | 'weight'>)[],
): Unexpected {
  const compared = told.filter(({ as_expected: same }) => same !== null);
  const others = compared.filter(({ as_expected: same }) => same === false);
  return {
    compared: compared.length,
    unexpected: others.length,
    unexpected_share: weightShare(others, compared),
    records: others.map(({ record, label, expected_label }) => ({ record, label, expected_label })),
  };
}

/** Of all records of an audit, whichever of them its rows ask about. */
export const unexpectedIn = (audit: Pick<Audit, 'model' | 'records'>): Unexpected =>
  unexpectedOf(
    audit.records
      .filter(({ expectedLabel }) => expectedLabel !== null)
      .map((record) => ({ record: record.id, ...recordFacts(audit, record, { status: 'complete' }) })),
  );
