import type { Decider } from '../../model/index.js';
import type { SagaEvent, SagaRole } from './events.js';

/** How a step stands: not committed, committed, committed twice; `open`: of two commits one was undone, and nobody knows whether one is left (S14). */
export const COMMIT = { none: 0, once: 1, twice: 2, open: 3 } as const;
export const COMMITS = 4;

/** A step whose commits are followed. */
export interface Followed {
  readonly step: SagaRole;
  readonly undo: SagaRole;
  /** A call of it that failed may have happened. */
  readonly mayHaveHappened: boolean;
}

export const isCall = ({ kind, roles }: SagaEvent, what: SagaEvent['kind'], role: SagaRole): boolean =>
  kind === what && roles.includes(role);

/** Whether an event commits the step now. */
export const commits = (commit: number, event: SagaEvent, { step, mayHaveHappened }: Followed): boolean =>
  isCall(event, 'success', step) ||
  (mayHaveHappened && isCall(event, 'failure', step) && (commit === COMMIT.none || commit === COMMIT.open));

/** How the step stands after an event. */
export function committed(commit: number, event: SagaEvent, followed: Followed): number {
  if (commits(commit, event, followed)) return commit === COMMIT.none ? COMMIT.once : COMMIT.twice;
  if (!isCall(event, 'success', followed.undo) || commit === COMMIT.none) return commit;
  return commit === COMMIT.once ? COMMIT.none : COMMIT.open;
}

/** What becomes unknown with an event: which of two commits was undone. */
export const opened = (before: number, after: number, tool: string): Decider | undefined =>
  before !== after && after === COMMIT.open ? { code: 'committed_twice', at: tool, params: {} } : undefined;

export const isStanding = (commit: number): boolean => commit !== COMMIT.none;
export const isSure = (commit: number): boolean => commit === COMMIT.once || commit === COMMIT.twice;
