import type { ClassCheck, Coverage } from '../search/index.js';

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

/** What is kept of the report of a scan beside its findings. */
export interface StoredReport {
  readonly checks: readonly ClassCheck[];
  readonly coverage: Coverage;
}
