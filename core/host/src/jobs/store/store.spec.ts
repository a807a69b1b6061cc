import { generateKeyPairSync } from 'node:crypto';
import { startHost, type TestHost } from '@ostiary/testkit';
import { monotonicFactory } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Em } from '../../storage/database.js';
import { statement } from '../../storage/statement.js';
import { ArtefactMaker } from '../runtime/artefact-maker.js';
import { HostArtefactSigner } from '../../artefacts/signer.js';
import { DiskBlobStore } from '../../artefacts/blobs/disk-blob-store.js';
import { JobSignals } from '../signals.js';
import { TRANSITIONS, type TransitionName } from '../transitions.js';
import { takeNext, takeUnacknowledged, type DispatchBounds } from './dispatch.js';
import { appendEvent, eventsAfter, requestCancel } from './events.js';
import { heartbeat, lostAttempts, overdueJobs, releaseLeases } from './leases.js';
import { findJob } from './read.js';
import { moveJob, type Move, type MovedJob } from './move.js';
import { claimIdempotencyKey, storeJob } from './submission.js';

/** A database and nobody at work on it. */
let host: TestHost;
let account: string;
const signals = new JobSignals();
/** Rising also within one millisecond, which is as exact as PGlite tells the time: the order of equally old jobs is that of their ids. */
const nextUlid = monotonicFactory();

beforeAll(async () => {
  host = await startHost({ env: { OSTIARY_ROLES: 'api', OSTIARY_REDIS_URL: '' } });
  account = await host.createAccount({ units: 1_000_000 });
});
afterAll(() => host.close());

const em = (): Em => host.database.asHost();
const move = (change: Move): Promise<MovedJob | null> => moveJob(em(), change);
const ending = { retentionDays: 1 };

async function store(
  over: {
    readonly keyId?: string;
    readonly accountId?: string;
    readonly deadlineMs?: number;
    readonly workerId?: string;
    readonly within?: DispatchBounds;
  } = {},
): ReturnType<typeof storeJob> {
  return storeJob(
    host.database.forAccount(over.accountId ?? account),
    {
      id: `slv_${nextUlid()}`,
      accountId: account,
      keyId: 'key_1',
      mode: 'm',
      variant: null,
      profile: null,
      label: null,
      metadata: {},
      request: '{}',
      requestDigest: 'd',
      units: 2,
      deadlineMs: 60_000,
      workerId: null,
      within: null,
      traceparent: null,
      ...over,
    },
    1_000_000,
    new Date(),
  );
}
async function queued(
  over: Omit<NonNullable<Parameters<typeof store>[0]>, 'workerId' | 'within'> = {},
): Promise<string> {
  const stored = await store(over);
  if (typeof stored === 'string') throw new Error(stored);
  expect(stored.status).toBe('queued');
  return stored.id;
}
async function started(workerId = 'wrk_1'): Promise<string> {
  const id = await queued();
  await move({ id, attempt: 1, transition: 'start', workerId });
  return id;
}
const settledUnits = async (id: string): Promise<number[]> =>
  (
    await statement<{ units: number }>(
      em(),
      `select units::int from core.quota_ledger where job_id = $1 and kind = 'settle'`,
      [id],
    )
  ).map(({ units }) => units);

describe('a job stored as begun', () => {
  it('is as one that was queued and started: events, lease, units', async () => {
    const stored = await store({ workerId: 'wrk_direct' });
    if (typeof stored === 'string') throw new Error(stored);
    const { id } = stored;
    expect(stored).toMatchObject({ status: 'running', attempt: 1, startedAt: stored.createdAt });
    expect(await eventsAfter(em(), id, 0, 10)).toMatchObject([
      { seq: 1, type: 'job.queued', status: 'queued', data: null },
      { seq: 2, type: 'job.started', status: 'running', data: { attempt: 1 } },
    ]);
    expect((await heartbeat(em(), 'wrk_direct', [id])).map((held) => held.attempt)).toEqual([1]);
    expect(await move({ id, attempt: 1, transition: 'start', workerId: 'w' })).toBeNull();
    expect(await move({ id, attempt: 1, transition: 'succeed', ending })).toMatchObject({ unitsCharged: 2 });
    expect((await eventsAfter(em(), id, 2, 10)).map(({ seq }) => seq)).toEqual([3]);
  });

  it('is taken up again when its worker is not heard of', async () => {
    const stored = await store({ workerId: 'wrk_dead' });
    if (typeof stored === 'string') throw new Error(stored);
    const lost = (await lostAttempts(em(), 0, 1_000)).find(({ id }) => id === stored.id);
    expect(lost).toMatchObject({ attempt: 1 });
    expect(await move({ id: stored.id, attempt: 1, transition: 'retry' })).toMatchObject({
      status: 'queued',
      attempt: 2,
    });
  });
});

describe('a job stored within bounds', () => {
  const storedAs = async (over: Parameters<typeof store>[0]): Promise<boolean> => {
    const stored = await store(over);
    if (typeof stored === 'string') throw new Error(stored);
    expect(stored.status).toBe('queued');
    return stored.handed;
  };
  /** Nobody waits, and nothing is handed over or runs. */
  const clear = (): Promise<unknown> => statement(em(), `delete from core.jobs where status in ('queued', 'running')`);

  it('is handed over at once while nobody waits and there is room, of its key and of all', async () => {
    await clear();
    const within = { ahead: 3, runningPerKey: 2 };
    expect(await storedAs({ within, keyId: 'key_a' })).toBe(true);
    expect(await storedAs({ within, keyId: 'key_a' })).toBe(true);
    expect(await storedAs({ within, keyId: 'key_a' })).toBe(false);
    expect(await storedAs({ within, keyId: 'key_b' })).toBe(false);
    await clear();
    for (const keyId of ['key_a', 'key_b', 'key_c']) expect(await storedAs({ within, keyId })).toBe(true);
    expect(await storedAs({ within, keyId: 'key_d' })).toBe(false);
    await clear();
    expect(await storedAs({ keyId: 'key_a' })).toBe(false);
    expect(await storedAs({ within, keyId: 'key_b' })).toBe(false);
    await clear();
  });

  it('is delivered again when its delivery was lost', async () => {
    const within = { ahead: 100, runningPerKey: 100 };
    const stored = await store({ within });
    if (typeof stored === 'string') throw new Error(stored);
    expect(stored.handed).toBe(true);
    expect((await takeUnacknowledged(em(), 0)).map(({ id }) => id)).toContain(stored.id);
    await clear();
  });
});

describe('a change of state', () => {
  it('happens only from its own state and attempt, and settles as drawn', async () => {
    for (const [name, { from, to, settle }] of Object.entries(TRANSITIONS) as [
      TransitionName,
      (typeof TRANSITIONS)[TransitionName],
    ][]) {
      for (const state of ['queued', 'running'] as const) {
        const id = state === 'queued' ? await queued() : await started();
        expect(await move({ id, attempt: 2, transition: name, ending, workerId: 'w' })).toBeNull();
        const moved = await move({ id, attempt: 1, transition: name, ending, workerId: 'w' });
        expect(moved?.status ?? null).toBe(state === from ? to : null);
        expect(await settledUnits(id)).toEqual(state === from && settle !== null ? [settle === 'charge' ? 2 : 0] : []);
      }
    }
  });

  it('is refused to a dead attempt: end, event and artefact alike', async () => {
    const id = await started();
    await move({ id, attempt: 1, transition: 'retry' });
    await move({ id, attempt: 2, transition: 'start', workerId: 'wrk_2' });
    for (const transition of ['succeed', 'fail', 'cancel', 'expire', 'retry'] as const) {
      expect(await move({ id, attempt: 1, transition, ending })).toBeNull();
    }
    expect(await appendEvent(em(), { jobId: id, attempt: 1, type: 'x', data: {} })).toBeNull();
    expect(await requestCancel(em(), id, 1)).toBe(false);
    const blobs = new DiskBlobStore(`${host.dataDirectory}/blobs`);
    const signer = new HostArtefactSigner(generateKeyPairSync('ed25519').privateKey);
    const maker = (attempt: number): ArtefactMaker =>
      new ArtefactMaker(host.database, blobs, signer, signals, {
        jobId: id,
        accountId: account,
        attempt,
        grant: 'g',
        retentionDays: 1,
      });
    const write = async (attempt: number): Promise<unknown> => {
      const writer = await maker(attempt).open(
        { kind: 'log', alsoNeeds: [], name: 'n', mediaType: 'text/plain' },
        new AbortController().signal,
      );
      await writer.write('x');
      return writer.close();
    };
    await expect(write(1)).rejects.toMatchObject({ name: 'AttemptAborted', why: 'fenced' });
    const kept: string[] = [];
    for await (const blob of blobs.list()) kept.push(blob.id);
    expect(kept).toEqual([]);
    await expect(write(2)).resolves.toMatchObject({ size: 1 });
    expect((await move({ id, attempt: 2, transition: 'retry' }))?.artefactCount).toBe(0);
    expect(await statement(em(), 'select 1 from core.artefacts where job_id = $1', [id])).toEqual([]);
  });

  it('does not succeed after a cancel was asked for', async () => {
    const id = await started();
    expect(await requestCancel(em(), id, 1)).toBe(true);
    expect(await move({ id, attempt: 1, transition: 'succeed', ending })).toBeNull();
    expect((await move({ id, attempt: 1, transition: 'cancel', ending }))?.status).toBe('cancelled');
  });

  it('does not start past the deadline; the sweeper expires it', async () => {
    const id = await queued({ deadlineMs: 1 });
    await new Promise((next) => setTimeout(next, 20));
    expect(await move({ id, attempt: 1, transition: 'start', workerId: 'w' })).toBeNull();
    await expect.poll(async () => (await findJob(em(), account, id))?.status).toBe('expired');
    expect(await settledUnits(id)).toEqual([0]);
  });

  it('leaves nothing half done when the settlement fails', async () => {
    const id = await started();
    // More is given back than is held: the table refuses.
    await statement(em(), 'update core.quotas set reserved = 0 where account_id = $1', [account]);
    await expect(move({ id, attempt: 1, transition: 'succeed', ending })).rejects.toThrow('reserved');
    expect((await findJob(em(), account, id))?.status).toBe('running');
    expect((await eventsAfter(em(), id, 0, 10)).map(({ type }) => type)).toEqual(['job.queued', 'job.started']);
    expect(await settledUnits(id)).toEqual([]);
    await statement(em(), 'update core.quotas set reserved = 100000 where account_id = $1', [account]);
  });
});

describe('the leases', () => {
  it('tell lost attempts from living ones', async () => {
    const [mine, lost] = [await started('wrk_a'), await started('wrk_b')];
    // In one transaction, or the host's own sweeper would be there first.
    await em().transactional(async (tx) => {
      await statement(
        tx,
        `update core.jobs set heartbeat_at = statement_timestamp() - interval '5 s' where id in ($1, $2)`,
        [mine, lost],
      );
      expect(await heartbeat(tx, 'wrk_a', [mine])).toEqual([{ id: mine, attempt: 1, cancelRequested: false }]);
      const found = (await lostAttempts(tx, 4_000, 60_000)).map(({ id }) => id);
      expect(found).toContain(lost);
      expect(found).not.toContain(mine);
      expect(await heartbeat(tx, 'wrk_a', [lost])).toEqual([]);
    });
  });
});

describe('a worker that lays down its leases', () => {
  it('lays down its own, and those of no other worker', async () => {
    const [mine, other] = [await started('wrk_leaving'), await started('wrk_staying')];
    await em().transactional(async (tx) => {
      await releaseLeases(tx, 'wrk_leaving');
      const lost = (await lostAttempts(tx, 60_000, 60_000)).map(({ id }) => id);
      expect([lost.includes(mine), lost.includes(other)]).toEqual([true, false]);
    });
  });
});

describe('an idempotency key', () => {
  it('is another one for another account, and for another operation', async () => {
    const other = await host.createAccount();
    const claim = (accountId: string, operation: string, jobId: string) =>
      em().transactional((tx) =>
        claimIdempotencyKey(tx, { accountId, operation, key: 'k', fingerprint: jobId, jobId, hours: 1 }),
      );
    expect(await claim(account, 'a', 'slv_1')).toBeNull();
    expect(await claim(other, 'a', 'slv_2')).toBeNull();
    expect(await claim(account, 'b', 'slv_3')).toBeNull();
    // Whose key it is decides what is found, whichever row the database comes to first.
    expect(await claim(account, 'a', 'slv_x')).toEqual({ fingerprint: 'slv_1', jobId: 'slv_1' });
    expect(await claim(other, 'a', 'slv_x')).toEqual({ fingerprint: 'slv_2', jobId: 'slv_2' });
    expect(await claim(account, 'b', 'slv_x')).toEqual({ fingerprint: 'slv_3', jobId: 'slv_3' });
  });
});

describe('jobs past their deadline', () => {
  it('are overdue at once while they wait, and after a grace while they run', async () => {
    const [waiting, running, early] = [await queued(), await started(), await queued()];
    // In one transaction, or the host's own sweeper would be there first.
    await em().transactional(async (tx) => {
      await statement(
        tx,
        `update core.jobs set deadline_at = statement_timestamp() - interval '5 s' where id in ($1, $2)`,
        [waiting, running],
      );
      const overdue = async (graceMs: number) => (await overdueJobs(tx, graceMs)).map(({ id }) => id);
      const within = await overdue(60_000);
      expect([waiting, running, early].map((id) => within.includes(id))).toEqual([true, false, false]);
      expect(await overdue(1_000)).toContain(running);
    });
  });
});

describe('dispatching', () => {
  it('takes turns between tenants, oldest first within one, and keeps the bounds', async () => {
    await statement(em(), `delete from core.jobs where status in ('queued', 'running')`);
    const small = await host.createAccount({ units: 1_000 });
    const big: string[] = [];
    for (let job = 0; job < 40; job += 1) big.push(await queued());
    const few: string[] = [];
    for (let job = 0; job < 3; job += 1) few.push(await queued({ accountId: small, keyId: 'key_small' }));
    const { deliveries, more } = await takeNext(em(), { ahead: 6, runningPerKey: 4 });
    const ids = deliveries.map(({ id }) => id);
    expect(ids).toHaveLength(6);
    expect(more).toBe(true);
    expect(ids.filter((id) => few.includes(id))).toEqual(few);
    expect(ids.filter((id) => big.includes(id))).toEqual(big.slice(0, 3));
    // Six are handed over and none has begun: no more until there is room.
    expect((await takeNext(em(), { ahead: 6, runningPerKey: 4 })).deliveries).toEqual([]);
    for (const id of ids) await move({ id, attempt: 1, transition: 'start', workerId: 'w' });
    // Three of the big one's run; one more is allowed to its key.
    expect((await takeNext(em(), { ahead: 6, runningPerKey: 4 })).deliveries.map(({ id }) => id)).toEqual(
      big.slice(3, 4),
    );
    // Six run and one is on its way, so five more may wait for them, however short the backlog is elsewhere.
    expect((await takeNext(em(), { ahead: 1, runningPerKey: 100 })).deliveries.map(({ id }) => id)).toEqual(
      big.slice(4, 9),
    );
  });

  it('delivers nothing again that has begun', async () => {
    const begun = await started();
    await statement(em(), `update core.jobs set dispatched_at = statement_timestamp() - interval '1 h' where id = $1`, [
      begun,
    ]);
    expect((await takeUnacknowledged(em(), 0)).map(({ id }) => id)).not.toContain(begun);
  });

  it('delivers again what was handed over and not begun', async () => {
    await queued();
    await takeNext(em(), { ahead: 4, runningPerKey: 4 });
    const redelivered = await takeUnacknowledged(em(), 0);
    expect(redelivered.length).toBeGreaterThan(0);
    expect(await takeUnacknowledged(em(), 60_000)).toEqual([]);
  });
});
