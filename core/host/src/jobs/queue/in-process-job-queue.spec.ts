import { describe, expect, it } from 'vitest';
import { InProcessJobQueue } from './in-process-job-queue.js';

const tick = (): Promise<void> => new Promise((next) => setImmediate(next));

describe('InProcessJobQueue', () => {
  it('delivers in order, at most so many at a time, and what waits only once', async () => {
    const queue = new InProcessJobQueue({ workers: 2 });
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    for (const id of ['a', 'b', 'b', 'c']) await queue.offer({ id, accountId: 'acc_1', attempt: 1 });
    await queue.start(({ id }) => {
      begun.push(id);
      return new Promise((end) => ends.push(end));
    });
    expect(begun).toEqual(['a', 'b']);
    ends[0]?.();
    await tick();
    expect(begun).toEqual(['a', 'b', 'c']);
    await queue.offer({ id: 'b', accountId: 'acc_1', attempt: 2 });
    ends[1]?.();
    await tick();
    expect(begun).toEqual(['a', 'b', 'c', 'b']);
  });

  it('delivers no more once paused', async () => {
    const queue = new InProcessJobQueue({ workers: 1 });
    const begun: string[] = [];
    await queue.start(async ({ id }) => {
      begun.push(id);
    });
    await queue.pause();
    await queue.offer({ id: 'a', accountId: 'acc_1', attempt: 1 });
    await tick();
    expect(begun).toEqual([]);
  });
});
