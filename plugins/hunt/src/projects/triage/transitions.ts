import type { Decision } from '../finding-model.js';

/** A decision about a finding. */
export interface Triage {
  readonly decision: Decision;
  readonly reason: string | null;
  /** The day from which an accepted risk counts as open again; null: never. */
  readonly until: string | null;
}

/** What may follow a decision. A bug that somebody has confirmed is no false positive before it is opened again, and the other way round. */
const NEXT: Readonly<Record<Decision, readonly Decision[]>> = {
  open: ['confirmed', 'accepted_risk', 'false_positive'],
  confirmed: ['open', 'confirmed', 'accepted_risk'],
  accepted_risk: ['open', 'confirmed', 'accepted_risk'],
  false_positive: ['open', 'false_positive'],
};

/** Decisions that may follow one; the same again stands for another reason or another day. */
export const allowedFrom = (decision: Decision): readonly Decision[] => NEXT[decision];

/** Whether a decision is the one that stands already. */
export function isSame(
  row: { readonly decision: Decision; readonly reason?: string | null; readonly until?: string | null },
  { decision, reason, until }: Triage,
): boolean {
  return row.decision === decision && (row.reason ?? null) === reason && (row.until ?? null) === until;
}
