import type { Gate, GateCondition, GateResult } from './model.js';

/** Open findings by severity. */
export interface SeverityCounts {
  readonly critical: number;
  readonly high: number;
  readonly medium: number;
  readonly low: number;
  readonly info: number;
}

/** What a gate looks at, of one scan and the findings as they are after it. */
export interface Measured {
  readonly overall: SeverityCounts;
  /** Of these, the ones that are new or reopened in the scan. */
  readonly fresh: SeverityCounts;
  /** Checks with questions that were given up. */
  readonly unknownChecks: number;
  /** Share of questions that were decided, 0 to 1. */
  readonly coverageDecided: number;
  readonly acceptedExpired: number;
}

/** Asks a gate of a scan. INVARIANT: with anything undecided the result is never `passed`. */
export function evaluateGate(gate: Gate & { readonly revision: number }, measured: Measured): GateResult {
  const undecided = measured.unknownChecks > 0;
  const conditions = gate.conditions.map((condition) => {
    const actual = actualOf(condition, measured);
    const failed = condition.op === 'gt' ? actual > condition.threshold : actual < condition.threshold;
    // What was given up may hide findings, so a count is only what there is at least.
    const open = undecided && condition.metric.startsWith('findings_');
    return {
      ...condition,
      actual,
      status: failed ? ('failed' as const) : open ? ('unknown' as const) : ('passed' as const),
    };
  });
  const status = conditions.some((condition) => condition.status === 'failed')
    ? 'failed'
    : !undecided
      ? 'passed'
      : gate.onUnknown === 'fail'
        ? 'failed'
        : 'incomplete';
  return { status, revision: gate.revision, conditions };
}

function actualOf({ metric, scope }: GateCondition, measured: Measured): number {
  const counts = scope === 'new' ? measured.fresh : measured.overall;
  switch (metric) {
    case 'findings_critical':
      return counts.critical;
    case 'findings_high':
      return counts.high;
    case 'findings_medium':
      return counts.medium;
    case 'findings_low':
      return counts.low;
    case 'findings_total':
      return Object.values(counts).reduce((sum: number, one: number) => sum + one, 0);
    case 'unknown_checks':
      return measured.unknownChecks;
    case 'coverage_decided':
      return measured.coverageDecided;
    case 'accepted_expired':
      return measured.acceptedExpired;
  }
}
