import type { FindingRow } from '../entities/finding.js';

/** What is known of a finding from the scans before. */
export type Known = Pick<
  FindingRow,
  'fingerprint' | 'class' | 'severity' | 'structure' | 'evidenceHash' | 'state' | 'told'
>;
