import { z } from 'zod';

/** What the newest scan of a branch that could tell says of a finding. */
export const FindingState = z.enum(['new', 'persisting', 'fixed', 'reopened']).meta({
  id: 'HuntFindingState',
  description:
    'What the newest scan of the branch says: found for the first time, found again, shown to be gone, or found again after that.',
});
export type FindingState = z.output<typeof FindingState>;

export const Decision = z.enum(['open', 'confirmed', 'accepted_risk', 'false_positive']).meta({
  id: 'TriageDecision',
  description: 'The decision about a finding. `accepted_risk` and `false_positive` take it out of the counts.',
});
export type Decision = z.output<typeof Decision>;

export const Outcome = z.enum(['reproduced', 'not_reproduced', 'blocked', 'inconclusive']).meta({
  id: 'AttemptOutcome',
  description:
    'The outcome of an attempt: the bug appeared, it did not, something else stopped the call, or the outcome is unclear.',
});
export type Outcome = z.output<typeof Outcome>;

/** A change of a finding, as it is kept. */
export type HistoryEvent =
  | {
      readonly kind: 'state';
      readonly branch: string;
      readonly scan: string;
      readonly from: FindingState | null;
      readonly to: FindingState;
    }
  /** The same bug with other values: a limit was changed, and it shows in another call. */
  | { readonly kind: 'changed'; readonly branch: string; readonly scan: string }
  | { readonly kind: 'moved'; readonly branch: string; readonly scan: string; readonly from: string }
  | {
      readonly kind: 'triage';
      readonly decision: Decision;
      readonly reason: string | null;
      readonly until: string | null;
      readonly by: string;
      readonly revision: number;
    }
  | { readonly kind: 'attempt'; readonly attempt: string; readonly outcome: Outcome };
