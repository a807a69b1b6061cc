import type { Decider } from '../../model/index.js';
import type { SagaEvent, SagaRole } from './events.js';

/**
 * How a step stands: not committed, committed, committed twice; `open`: of two commits one was undone, and nobody knows whether one is left (S14). `half`: by calls alone
 * that failed and may have happened, so that a success is the first.
 */
export const COMMIT = { none: 0, once: 1, twice: 2, open: 3, half: 4 } as const;

/** A step whose commits are followed. */
export interface Followed {
  readonly step: SagaRole;
  readonly undo: SagaRole;
  /** A call of it that failed may have happened. */
  readonly mayHaveHappened: boolean;
}

/** How many ways to stand there are. */
export const standingsOf = ({ mayHaveHappened }: Followed): number => (mayHaveHappened ? 5 : 4);

export const isCall = ({ kind, roles }: SagaEvent, what: SagaEvent['kind'], role: SagaRole): boolean =>
  kind === what && roles.includes(role);

/** Whether an event commits the step now. */
export const commits = (commit: number, event: SagaEvent, { step, mayHaveHappened }: Followed): boolean =>
  isCall(event, 'success', step) ||
  (mayHaveHappened && isCall(event, 'failure', step) && (commit === COMMIT.none || commit === COMMIT.open));

/** How the step stands after an event. */
export function committed(commit: number, event: SagaEvent, followed: Followed): number {
  const first = commit === COMMIT.none || commit === COMMIT.half;
  if (isCall(event, 'success', followed.step)) return first ? COMMIT.once : COMMIT.twice;
  if (commits(commit, event, followed)) return first ? COMMIT.half : COMMIT.twice;
  if (!isCall(event, 'success', followed.undo)) return commit;
  return first || commit === COMMIT.once ? COMMIT.none : COMMIT.open;
}

/** What becomes unknown with an event: which of two commits was undone. */
export const opened = (before: number, after: number, tool: string): Decider | undefined =>
  before !== after && after === COMMIT.open ? { code: 'committed_twice', at: tool, params: {} } : undefined;

export const isStanding = (commit: number): boolean => commit !== COMMIT.none;
export const isSure = (commit: number): boolean => isStanding(commit) && commit !== COMMIT.open;
