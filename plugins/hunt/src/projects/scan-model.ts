import type { HuntOutput } from '../request/result.js';
import type { ClassId, Severity } from '../search/index.js';

/** How the findings of a scan compare with those of the branch before it. */
export interface ScanCounts {
  readonly new: number;
  readonly persisting: number;
  readonly fixed: number;
  readonly reopened: number;
  /** Of those that persist, the ones that a renamed rule has given another fingerprint. */
  readonly moved: number;
  /** Findings of before that this scan could not tell about. */
  readonly unknown: number;
}

/** What bounds what a scan can tell. */
export interface ScanOptions {
  /** Null: all. */
  readonly classes: readonly ClassId[] | null;
  /** Null: all. */
  readonly severities: readonly Severity[] | null;
  readonly maxFindings: number;
  /** Whether there was a version to compare with. */
  readonly compared: boolean;
}

/** What is kept of the report of a scan beside its findings. */
export type StoredReport = Pick<HuntOutput, 'checks' | 'coverage' | 'policy'>;
