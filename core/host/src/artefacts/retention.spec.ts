import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '@ostiary/plugin-api';
import { FakeClock, fixtures, openTestDatabase, startHost, type TestDatabase } from '@ostiary/testkit';
import { ulid } from 'ulid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CORE_STORAGE } from '../start/core-parts.js';
import type { Em } from '../storage/database.js';
import { composeStorage } from '../storage/part.js';
import { statement } from '../storage/statement.js';
import type { BlobStore } from './blobs/blob-store.js';
import { DiskBlobStore } from './blobs/disk-blob-store.js';
import { ArtefactRetention } from './artefact-retention.js';

const DAY = 86_400;
const HOUR_MS = 3_600_000;

let store: TestDatabase;
const [MINE, THEIRS] = ['acc_mine', 'acc_theirs'] as const;
let root: string;
let clock: FakeClock;
let blobs: DiskBlobStore;
const faults: string[] = [];
const log: Logger = { info: () => undefined, warn: () => undefined, error: (_, message) => void faults.push(message) };

beforeAll(async () => {
  store = await openTestDatabase(composeStorage(CORE_STORAGE), process.env['OSTIARY_DATABASE_URL']);
  await store.addAccounts(MINE, THEIRS);
});
afterAll(() => store.close());
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ostiary-retention-'));
  clock = new FakeClock(new Date());
  blobs = new DiskBlobStore(root);
  faults.length = 0;
  return () => rmSync(root, { recursive: true, force: true });
});

const em = (): Em => store.database.asHost();
const retention = (from: BlobStore = blobs, database = store.database): ArtefactRetention =>
  new ArtefactRetention(database, from, clock, log, { limits: { artefactRecordDays: 10 } });
async function drain(run: AsyncIterable<unknown>): Promise<void> {
  for await (const step of run) void step;
}

async function bytes(id: string): Promise<void> {
  const sink = await blobs.create(id);
  await sink.write(Buffer.from('x'));
  await sink.commit();
}
/** A row that expires so many seconds from now; `removed`: its bytes are said to be gone. */
async function row(owner: string, expiresIn: number, removed = false, reads = 0): Promise<string> {
  const id = `art_${ulid()}`;
  await statement(
    em(),
    `with made as (
       insert into core.artefacts (id, job_id, account_id, attempt, needs_grants, kind, name, media_type, size, sha256, created_at, expires_at, removed_at)
       values ($1, 'slv', $2, 1, '{}', 'log', 'n', 'text/plain', 1, 'ab', statement_timestamp(), statement_timestamp() + $3::int * interval '1 second',
         case when $4 then statement_timestamp() end) returning id
     )
     insert into core.artefact_reads (id, artefact_id, account_id, at, key_id, key_name, ip_prefix, outcome)
     select 'rd_' || id || n, id, $2, statement_timestamp(), 'key', 'k', '127.0.0.0/24', 'complete' from made, generate_series(1, $5::int) n`,
    [id, owner, expiresIn, removed, reads],
  );
  return id;
}
async function made(owner: string, expiresIn: number): Promise<string> {
  const id = await row(owner, expiresIn, false, 2);
  await bytes(id);
  return id;
}
async function stored(): Promise<string[]> {
  const ids: string[] = [];
  for await (const blob of blobs.list()) ids.push(blob.id);
  return ids.toSorted();
}
const rows = async (ids: readonly string[]): Promise<{ id: string; removed: boolean; reads: number }[]> =>
  statement(
    em(),
    `select id, removed_at is not null as removed, (select count(*)::int from core.artefact_reads r where r.artefact_id = a.id) as reads
     from core.artefacts a where id = any($1::text[]) order by id`,
    [ids],
  );

describe('bytes past their retention', () => {
  it('go; their records and the logs of their reads stay; younger and neighbouring ones are not touched', async () => {
    const over = [await made(MINE, -1), await made(THEIRS, -DAY)];
    const young = [await made(MINE, 3_600), await made(THEIRS, 3_600)];
    await drain(retention().removeExpired());
    expect(await stored()).toEqual(young.toSorted());
    expect(await rows([...over, ...young])).toEqual(
      [...over, ...young].toSorted().map((id) => ({ id, removed: over.includes(id), reads: 2 })),
    );
  });

  it('go in batches, by several processes at once', async () => {
    const over: string[] = [];
    for (let n = 0; n < 230; n += 1) over.push(await made(MINE, -1));
    const young = await made(MINE, 3_600);
    await Promise.all(Array.from({ length: 3 }, () => drain(retention().removeExpired())));
    expect(await stored()).toEqual([young]);
    expect((await rows(over)).every(({ removed }) => removed)).toBe(true);
  });

  it('that cannot be removed hold up no others, and are tried again', async () => {
    const ids = [await made(MINE, -1), await made(MINE, -1), await made(MINE, -1)];
    const stuck = ids[1] ?? '';
    const failing = Object.create(blobs, {
      remove: { value: (id: string) => (id === stuck ? Promise.reject(new Error('EIO')) : blobs.remove(id)) },
    }) as BlobStore;
    await drain(retention(failing).removeExpired());
    expect(await stored()).toEqual([stuck]);
    expect(faults).toEqual(['the bytes of an artefact could not be removed']);
    expect((await rows(ids)).map(({ removed }) => removed)).toEqual(ids.toSorted().map((id) => id !== stuck));
    await drain(retention().removeExpired());
    expect(await stored()).toEqual([]);
  });
});

describe('a process killed', () => {
  it('between the removal of bytes and the row is made up for by the next run', async () => {
    const id = await made(MINE, -1);
    await blobs.remove(id);
    await drain(retention().removeExpired());
    expect(await rows([id])).toEqual([{ id, removed: true, reads: 2 }]);
  });

  it('between writing bytes and their row leaves an orphan for an hour and not for ever', async () => {
    const [orphan, named] = [`art_${ulid()}`, await made(MINE, 3_600)];
    await bytes(orphan);
    await drain(retention().removeOrphans());
    expect(await stored()).toEqual([orphan, named].toSorted());
    clock.advance(HOUR_MS + 60_000);
    const late = `art_${ulid()}`;
    await bytes(late);
    const now = clock.now();
    utimesSync(join(root, late.slice(-2), late), now, now);
    await drain(retention().removeOrphans());
    expect(await stored()).toEqual([late, named].toSorted());
  });

  it('while it wrote leaves a draft for six hours and not for ever', async () => {
    const draft = await blobs.create(`art_${ulid()}`);
    clock.advance(5 * HOUR_MS);
    await drain(retention().removeOrphans());
    expect(readdirSync(join(root, 'tmp'))).toHaveLength(1);
    clock.advance(2 * HOUR_MS);
    await drain(retention().removeOrphans());
    expect(readdirSync(join(root, 'tmp'))).toEqual([]);
    await draft.discard();
  });

  it('after an attempt was taken from it leaves bytes whose row is gone: orphans too, in batches', async () => {
    const named = await made(MINE, 3_600);
    for (let n = 0; n < 410; n += 1) await bytes(`art_${ulid()}`);
    clock.advance(2 * HOUR_MS);
    await Promise.all([drain(retention().removeOrphans()), drain(retention().removeOrphans())]);
    expect(await stored()).toEqual([named]);
  });
});

describe('the record of an expired artefact', () => {
  it('goes with the log of its reads after its days, and no other', async () => {
    const over = [await row(MINE, -11 * DAY, true, 700), await row(THEIRS, -11 * DAY, true)];
    // Not yet; not while the bytes may be there; not of an artefact that is still kept.
    const stay = [await row(MINE, -9 * DAY, true, 2), await row(MINE, -11 * DAY, false, 2), await row(THEIRS, DAY)];
    await Promise.all([drain(retention().dropRecords()), drain(retention().dropRecords())]);
    await drain(retention().dropRecords());
    expect((await rows([...over, ...stay])).map(({ id, reads }) => [id, reads])).toEqual(
      stay.toSorted().map((id) => [id, id === stay[2] ? 0 : 2]),
    );
  });
});

describe('a host', () => {
  it('GET /v1/artifacts/{id} 410 once the bytes went, GET /v1/artifacts/{id} 404 once the record did', async () => {
    const host = await startHost({ plugins: [fixtures.withBusyMode] });
    try {
      const { bearer } = await host.createKey();
      const own = retention(new DiskBlobStore(join(host.dataDirectory, 'artefacts')), host.database);
      const get = (path: string) => host.http.get(path).set('Authorization', bearer);
      const age = (days: number) =>
        statement(host.database.asHost(), `update core.artefacts set expires_at = now() - $1::int * interval '1 day'`, [
          days,
        ]);
      const { body: job } = await host.http
        .post('/v1/solves')
        .set({ Authorization: bearer, Prefer: 'wait=30' })
        .send({ mode: 'busy', do: 'artefact', text: 'x' });
      const { body: list } = await get(`/v1/solves/${job.id}/artifacts`);
      const { id } = list.data[0];
      await get(`/v1/artifacts/${id}`).expect(200);
      await age(1);
      await drain(own.removeExpired());
      expect((await get(`/v1/artifacts/${id}`)).body).toMatchObject({ status: 410, slug: 'artifact_expired' });
      expect((await get(`/v1/artifacts/${id}/access`)).body.data).toHaveLength(1);
      await age(11);
      await drain(own.dropRecords());
      for (const tail of ['', '/access']) await get(`/v1/artifacts/${id}${tail}`).expect(404);
      expect((await get(`/v1/solves/${job.id}/artifacts`)).body.data).toEqual([]);
    } finally {
      await host.close();
    }
  });
});
