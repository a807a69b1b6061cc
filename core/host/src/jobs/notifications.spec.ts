import type { Logger } from '@ostiary/plugin-api';
import { asOwner, startHost } from '@ostiary/testkit';
import { databaseUrl } from '@ostiary/testkit/processes';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../storage/database.js';
import { Notifications } from './notifications.js';
import { JobSignals, type JobWatch } from './signals.js';

const SELDOM = 15_000;
const OFTEN = 1_000;

/** A pool whose connections get what is told to their channels, as long as `passesOn`. */
class FakePool {
  passesOn = true;
  readonly clients: FakeClient[] = [];

  async connect(): Promise<FakeClient> {
    const client = new FakeClient();
    this.clients.push(client);
    return client;
  }

  async query(text: string): Promise<void> {
    const [, channel = '', payload = ''] = /pg_notify\('(\w+)', '([^']+)'\)/.exec(text) ?? [];
    if (this.passesOn) this.tell(channel, payload);
  }

  tell(channel: string, payload: string): void {
    for (const client of this.clients) if (!client.gone) client.listener?.({ channel, payload });
  }
}

class FakeClient {
  gone = false;
  listener: ((message: { channel: string; payload: string }) => void) | undefined;
  lost: (() => void) | undefined;

  async query(): Promise<void> {}
  on(event: string, listener: () => void): void {
    if (event === 'notification') this.listener = listener;
    else this.lost = listener;
  }
  release(): void {
    this.gone = true;
  }
}

/** Whether whoever waits is woken at once; time is the test's. */
async function wakes(watch: JobWatch): Promise<boolean> {
  const [woken] = await Promise.all([watch.next(1), vi.advanceTimersByTimeAsync(1)]);
  return woken;
}

describe('what other processes did', () => {
  const pool = new FakePool();
  const signals = new JobSignals();
  const log = { warn: () => undefined } as unknown as Logger;
  const database = { connection: { getNativeClient: async () => pool } } as unknown as Database;
  let notifications: Notifications;

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    pool.passesOn = true;
    notifications = new Notifications(database, signals, log);
    await notifications.start();
  });
  afterEach(() => {
    notifications.close();
    vi.useRealTimers();
  });

  it('is heard: who waits looks seldom', () => {
    expect(signals.pollMs).toBe(SELDOM);
  });

  it('may be missed once the connection is lost: who waits looks at once and often, and once more when it is heard again', async () => {
    const watch = signals.watch('slv_1', { endsOnly: true });
    pool.clients.at(-1)?.lost?.();
    expect(signals.pollMs).toBe(OFTEN);
    expect(await wakes(watch)).toBe(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(signals.pollMs).toBe(SELDOM);
    expect(await wakes(watch)).toBe(true);
    watch.close();
  });

  it('is missed on a connection that is open and passes nothing on: a beat that does not come back tells', async () => {
    pool.passesOn = false;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(signals.pollMs).toBe(SELDOM);
    const broken = pool.clients.at(-1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect([signals.pollMs, broken?.gone]).toEqual([OFTEN, true]);
    // The next connection is no better, and is not believed.
    await vi.advanceTimersByTimeAsync(1_000);
    expect(pool.clients.at(-1)).not.toBe(broken);
    expect(signals.pollMs).toBe(OFTEN);
    pool.passesOn = true;
    await vi.advanceTimersByTimeAsync(6_000);
    expect(signals.pollMs).toBe(SELDOM);
  });

  it('is not taken from the beat of another process', async () => {
    pool.passesOn = false;
    pool.clients.at(-1)?.lost?.();
    await vi.advanceTimersByTimeAsync(1_000);
    pool.tell('ostiary_beat', 'another');
    expect(signals.pollMs).toBe(OFTEN);
  });
});

describe.skipIf(!databaseUrl)('on PostgreSQL', () => {
  it('who waits looks seldom, unless the connection that hears was ended', async () => {
    const host = await startHost();
    try {
      const signals = host.get(JobSignals);
      await expect.poll(() => signals.pollMs).toBe(SELDOM);
      const watch = signals.watch('slv_1');
      const deaf = vi.spyOn(signals, 'hearOthers');
      const ended = await asOwner(host.database).execute(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'",
      );
      expect(ended).toHaveLength(1);
      expect(await watch.next(60_000)).toBe(true);
      expect(deaf).toHaveBeenCalledWith(false);
      await expect.poll(() => signals.pollMs).toBe(SELDOM);
      watch.close();
    } finally {
      await host.close();
    }
  });
});
