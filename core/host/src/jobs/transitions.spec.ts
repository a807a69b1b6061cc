import { describe, expect, it } from 'vitest';
import {
  JOB_STATUSES,
  MAX_ATTEMPTS,
  TRANSITIONS,
  afterLostWorker,
  isTerminal,
  type Transition,
} from './transitions.js';

const all: readonly Transition[] = Object.values(TRANSITIONS);

describe('the states of a job', () => {
  it('are left and entered only as drawn', () => {
    expect(all.map(({ from, to }) => `${from} -> ${to}`).toSorted()).toEqual([
      'queued -> cancelled',
      'queued -> expired',
      'queued -> running',
      'running -> cancelled',
      'running -> expired',
      'running -> failed',
      'running -> queued',
      'running -> succeeded',
    ]);
  });

  it('nothing leaves an end, and every end settles the quota', () => {
    for (const { from, to, settle } of all) {
      expect(isTerminal(from)).toBe(false);
      expect(settle !== null).toBe(isTerminal(to));
    }
  });

  it('a job that never ran is never charged', () => {
    expect(all.filter(({ from }) => from === 'queued').map(({ settle }) => settle)).not.toContain('charge');
  });

  it('the event names the state it leads to', () => {
    for (const { to, event } of all.filter((one) => isTerminal(one.to))) expect(event).toBe(`job.${to}`);
  });

  it('four of six states are ends', () => {
    expect(JOB_STATUSES.filter(isTerminal)).toEqual(['succeeded', 'failed', 'cancelled', 'expired']);
  });

  it('a lost worker retries, fails after the last attempt, and honours a cancel', () => {
    const lost = { attempt: 1, cancelRequested: false, hasParts: false };
    expect(afterLostWorker(lost)).toBe('retry');
    expect(afterLostWorker({ ...lost, attempt: MAX_ATTEMPTS })).toBe('fail');
    expect(afterLostWorker({ ...lost, cancelRequested: true })).toBe('cancel');
  });

  it('a job that waits for parts outlives more restarts, and not any number of them', () => {
    const waiting = { cancelRequested: false, hasParts: true };
    expect(afterLostWorker({ ...waiting, attempt: MAX_ATTEMPTS })).toBe('retry');
    expect(afterLostWorker({ ...waiting, attempt: 20 })).toBe('fail');
  });
});
