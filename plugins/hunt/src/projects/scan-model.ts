import type { HuntedGraph, ToldInGraph } from '../request/hunted-graph.js';
import type { HuntOutput, ToldFinding } from '../request/result.js';
import type { ClassId, Severity } from '../search/index.js';

/** What a scan is of. A branch may have both: each is compared with what was found of the same before. */
export const SCAN_SUBJECTS = ['policy', 'graph'] as const;
export type ScanSubject = (typeof SCAN_SUBJECTS)[number];

/** How the findings of a scan compare with those of the branch before it. */
export interface ScanCounts {
  readonly new: number;
  readonly persisting: number;
  readonly fixed: number;
  readonly reopened: number;
  /** Of those that persist, the ones that a renamed rule has given another fingerprint; of a graph, those whose path goes another way. */
  readonly moved: number;
  /** Findings of before that this scan could not tell about. */
  readonly unknown: number;
}

/** What bounds what a scan of a policy can tell. */
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
export interface StoredReport {
  readonly checks: readonly (HuntOutput['checks'][number] | HuntedGraph['checks'][number])[];
  readonly coverage: HuntOutput['coverage'];
  /** Null of a graph. */
  readonly policy: HuntOutput['policy'] | null;
  /** Null, or not there, of a policy. */
  readonly graph?: HuntedGraph['graph'] | null;
}

/** A finding of a scan, as the report tells it. */
export type ScannedFinding = ToldFinding | ToldInGraph;
