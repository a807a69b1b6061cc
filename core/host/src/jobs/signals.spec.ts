import { describe, expect, it } from 'vitest';
import { JobSignals } from './signals.js';
import type { JobRecord } from './store/job-record.js';

describe('JobSignals', () => {
  it('remembers a change between two looks, once', async () => {
    const signals = new JobSignals();
    const watch = signals.watch('a');
    signals.changed('a');
    signals.changed('a');
    expect(await watch.next(1_000)).toBe(true);
    expect(await watch.next(1)).toBe(false);
  });

  it('hears only its own job, and only ends when asked', async () => {
    const signals = new JobSignals();
    const watch = signals.watch('a', { endsOnly: true });
    signals.changed('b');
    signals.changed('a', false);
    expect(await watch.next(1)).toBe(false);
    signals.changed('a');
    expect(await watch.next(1)).toBe(true);
  });

  it('brings along the end made here, also when it came between two looks', async () => {
    const signals = new JobSignals();
    const watch = signals.watch('a', { endsOnly: true });
    signals.changed('a');
    expect(await watch.next(1)).toBe(true);
    expect(watch.end).toBeUndefined();
    const end = { job: { id: 'a' } as JobRecord, result: '{}' };
    signals.ended(end);
    expect(await watch.next(1)).toBe(true);
    expect(watch.end).toBe(end);
  });

  it('wakes on a change, on abort and on close', async () => {
    const signals = new JobSignals();
    const watch = signals.watch('a');
    setTimeout(() => signals.changed('a'), 5);
    expect(await watch.next(5_000)).toBe(true);
    const control = new AbortController();
    setTimeout(() => control.abort(), 5);
    expect(await watch.next(5_000, control.signal)).toBe(false);
    expect(await watch.next(5_000, control.signal)).toBe(false);
    setTimeout(() => watch.close(), 5);
    expect(await watch.next(5_000)).toBe(false);
  });
});
