import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Logger } from '@ostiary/plugin-api';
import { FakeClock, openTestDatabase, type TestDatabase } from '@ostiary/testkit';
import { ulid } from 'ulid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BlobStore } from '../artefacts/blobs/blob-store.js';
import { DiskBlobStore } from '../artefacts/blobs/disk-blob-store.js';
import { CORE_STORAGE } from '../start/core-parts.js';
import { composeStorage } from '../storage/part.js';
import { statement } from '../storage/statement.js';
import type { Upload } from './entities/upload.js';
import { UploadHousekeeping } from './housekeeping.js';
import { Receiver } from './receiver.js';
import { UploadStore } from './store.js';

const HOUR_MS = 3_600_000;
const [MINE, THEIRS] = ['acc_mine', 'acc_theirs'] as const;
const BYTES = Buffer.from('some bytes');

let database: TestDatabase;
let root: string;
let clock: FakeClock;
let blobs: DiskBlobStore;
let uploads: UploadStore;
const faults: string[] = [];
const log: Logger = { info: () => undefined, warn: () => undefined, error: (_, message) => void faults.push(message) };

beforeAll(async () => {
  database = await openTestDatabase(composeStorage(CORE_STORAGE), process.env['OSTIARY_DATABASE_URL']);
  await database.addAccounts(MINE, THEIRS);
  uploads = new UploadStore(database.database, { limits: { openUploads: 1_000, uploadBytes: 1_000_000 } });
});
afterAll(() => database.close());
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ostiary-uploads-'));
  clock = new FakeClock(new Date());
  blobs = new DiskBlobStore(root);
  faults.length = 0;
  return () => rmSync(root, { recursive: true, force: true });
});

const housekeeping = (from: BlobStore = blobs): UploadHousekeeping => new UploadHousekeeping(uploads, from, clock, log);
async function drain(run: AsyncIterable<unknown>): Promise<void> {
  for await (const step of run) void step;
}

async function opened(accountId: string): Promise<Upload> {
  const upload = await uploads.open({
    accountId,
    purpose: 'bytes',
    mediaType: 'text/plain',
    fileName: null,
    size: BYTES.length,
    sha256: createHash('sha256').update(BYTES).digest('hex'),
  });
  if (upload === null) throw new Error('no room');
  return upload;
}
const take = (upload: Upload, bytes: Uint8Array, first = 0): Promise<boolean> =>
  new Receiver(uploads, blobs, { purposes: new Map() }).take(upload, { first, last: first + bytes.length - 1 }, false, {
    bytes: Readable.from([bytes]),
    sha256: null,
    isGone: () => false,
  });
async function complete(accountId: string): Promise<Upload> {
  const upload = await opened(accountId);
  await take(upload, BYTES);
  return upload;
}
const set = (upload: Upload, what: string) =>
  statement(database.database.asHost(), `update core.uploads set ${what} where id = $1`, [upload.id]);
const expired = `expires_at = statement_timestamp() - interval '1 s'`;

async function stored(): Promise<string[]> {
  const ids: string[] = [];
  for (const found of [blobs.list(), blobs.drafts()]) for await (const { id } of found) ids.push(id);
  return ids.toSorted();
}
const idsOf = (...some: readonly Upload[]): string[] => some.map(({ id }) => id).toSorted();

describe('an upload past its life', () => {
  it('goes with its bytes, whole or not; others stay', async () => {
    const [whole, half, young, theirs] = [
      await complete(MINE),
      await opened(MINE),
      await complete(MINE),
      await complete(THEIRS),
    ];
    await take(half, BYTES.subarray(0, 3));
    for (const upload of [whole, half]) await set(upload, expired);
    await drain(housekeeping().removeExpired());
    expect(await stored()).toEqual(idsOf(young, theirs));
    expect(await uploads.known([whole.id, half.id, young.id])).toEqual(new Set([young.id]));
  });

  it('stays while somebody writes it', async () => {
    const upload = await opened(MINE);
    await take(upload, BYTES.subarray(0, 3));
    await set(upload, `${expired}, writer = 'wri', writer_until = statement_timestamp() + interval '1 minute'`);
    await drain(housekeeping().removeExpired());
    expect(await stored()).toEqual([upload.id]);
    // Stored to the millisecond, and rounded: the present moment may be stored as one to come.
    await set(upload, `writer_until = statement_timestamp() - interval '1 millisecond'`);
    await drain(housekeeping().removeExpired());
    expect(await stored()).toEqual([]);
  });

  it('is given to no job, and one that is given to a job lives on', async () => {
    const [gone, kept, theirs, open] = [
      await complete(MINE),
      await complete(MINE),
      await complete(THEIRS),
      await opened(MINE),
    ];
    await set(gone, expired);
    await set(kept, `expires_at = statement_timestamp() + interval '1 minute'`);
    const ids = [gone, kept, theirs, open].map(({ id }) => id);
    const found = await uploads.keepFor(MINE, [...ids, 'nope', 'a\0b'], 2 * HOUR_MS);
    expect([...found.keys()]).toEqual([kept.id]);
    const left = (await uploads.find(MINE, kept.id))?.expiresAt.getTime() ?? 0;
    expect(left - Date.now()).toBeGreaterThan(25 * HOUR_MS);
    const other = (await uploads.find(THEIRS, theirs.id))?.expiresAt.getTime() ?? 0;
    expect(other - Date.now()).toBeLessThan(25 * HOUR_MS);
  });

  it('goes by several processes at once, many at a time', async () => {
    const many: Upload[] = [];
    for (let n = 0; n < 230; n += 1) many.push(await complete(MINE));
    for (const upload of many) await set(upload, expired);
    const young = await complete(MINE);
    await Promise.all([1, 2, 3].map(() => drain(housekeeping().removeExpired())));
    expect(await stored()).toEqual([young.id]);
  });
});

describe('bytes that no row names', () => {
  it('of a process that died go within the hour, whole or half written', async () => {
    const [named, half, orphan] = [await complete(MINE), await opened(MINE), `upl_${ulid()}`];
    await take(half, BYTES.subarray(0, 3));
    const sink = await blobs.create(orphan);
    await sink.write(BYTES);
    await sink.commit();
    const draft = await blobs.draft(`upl_${ulid()}`);
    await draft.write(BYTES);
    await draft.leave();
    await drain(housekeeping().removeOrphans());
    expect(await stored()).toHaveLength(4);
    clock.advance(HOUR_MS - 16 * 60_000);
    await drain(housekeeping().removeOrphans());
    expect(await stored()).toEqual(idsOf(named, half));
  });

  it('are removed though some cannot be', async () => {
    const [stuck, other] = [await complete(MINE), await complete(MINE)];
    for (const upload of [stuck, other]) await set(upload, expired);
    const failing = Object.create(blobs, {
      remove: { value: (id: string) => (id === stuck.id ? Promise.reject(new Error('EIO')) : blobs.remove(id)) },
    }) as BlobStore;
    await drain(housekeeping(failing).removeExpired());
    expect(await stored()).toEqual([stuck.id]);
    expect(faults).toEqual(['the bytes of an upload could not be removed']);
    clock.advance(HOUR_MS);
    await drain(housekeeping().removeOrphans());
    expect(await stored()).toEqual([]);
    expect(readdirSync(join(root, 'tmp'))).toEqual([]);
  });
});

describe('a writer', () => {
  it('that was taken for dead writes no more', async () => {
    const upload = await opened(MINE);
    const receiver = new Receiver(uploads, blobs, { purposes: new Map() });
    async function* slowly(): AsyncGenerator<Uint8Array> {
      yield BYTES.subarray(0, 3);
      await set(upload, `writer = 'wri_other', writer_until = statement_timestamp() + interval '1 hour'`);
      await new Promise((next) => setTimeout(next, 2_000));
      yield BYTES.subarray(3);
    }
    await expect(
      receiver.take(upload, { first: 0, last: BYTES.length - 1 }, true, {
        bytes: slowly(),
        sha256: null,
        isGone: () => false,
      }),
    ).rejects.toMatchObject({ slug: 'upload_busy' });
    expect(await receiver.received(upload)).toBe(3);
  });
});
