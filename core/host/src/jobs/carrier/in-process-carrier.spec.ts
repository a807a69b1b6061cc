import { describe, expect, it } from 'vitest';
import { InProcessCarrier } from './in-process-carrier.js';

const tick = (): Promise<void> => new Promise((next) => setImmediate(next));

describe('InProcessCarrier', () => {
  it('delivers in order, at most so many at a time, and what waits only once', async () => {
    const carrier = new InProcessCarrier();
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    for (const id of ['a', 'b', 'b', 'c']) await carrier.offer({ id, attempt: 1 });
    await carrier.start(({ id }) => {
      begun.push(id);
      return new Promise((end) => ends.push(end));
    }, 2);
    expect(begun).toEqual(['a', 'b']);
    ends[0]?.();
    await tick();
    expect(begun).toEqual(['a', 'b', 'c']);
    await carrier.offer({ id: 'b', attempt: 2 });
    ends[1]?.();
    await tick();
    expect(begun).toEqual(['a', 'b', 'c', 'b']);
  });

  it('delivers no more once paused', async () => {
    const carrier = new InProcessCarrier();
    const begun: string[] = [];
    await carrier.start(async ({ id }) => {
      begun.push(id);
    }, 1);
    await carrier.pause();
    await carrier.offer({ id: 'a', attempt: 1 });
    await tick();
    expect(begun).toEqual([]);
  });
});
