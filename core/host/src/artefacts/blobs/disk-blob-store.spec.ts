import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ulid } from 'ulid';
import { afterAll, describe, expect, it } from 'vitest';
import { DiskBlobStore } from './disk-blob-store.js';

const root = mkdtempSync(join(tmpdir(), 'ostiary-blobs-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const store = new DiskBlobStore(root);
const newId = (): string => `art_${ulid()}`;

async function put(id: string, ...chunks: readonly string[]): Promise<void> {
  const sink = await store.create(id);
  for (const chunk of chunks) await sink.write(Buffer.from(chunk));
  await sink.commit();
}

async function ids(): Promise<string[]> {
  const found: string[] = [];
  for await (const blob of store.list()) found.push(blob.id);
  return found;
}

describe('DiskBlobStore', () => {
  it('gives back bytes and ranges of them', async () => {
    const id = newId();
    await put(id, 'abc', 'def');
    expect(await text(await store.open(id))).toBe('abcdef');
    expect(await text(await store.open(id, { first: 1, last: 3 }))).toBe('bcd');
  });

  it('shows nothing before commit, and nothing after discard', async () => {
    const id = newId();
    const sink = await store.create(id);
    await sink.write(Buffer.from('x'));
    await expect(store.open(id)).rejects.toMatchObject({ code: 'ENOENT' });
    await sink.discard();
    await sink.discard();
    expect(readdirSync(join(root, 'tmp'))).toEqual([]);
    expect(await ids()).not.toContain(id);
  });

  it('removes, also what is gone', async () => {
    const id = newId();
    await put(id, 'x');
    expect(await ids()).toContain(id);
    await store.remove(id);
    await store.remove(id);
    expect(await ids()).not.toContain(id);
  });

  it('sweeps old drafts and leaves new ones', async () => {
    const [old, young] = [newId(), newId()];
    const sinks = await Promise.all([store.create(old), store.create(young)]);
    utimesSync(join(root, 'tmp', old), 1, 1);
    await store.sweepUncommitted(new Date(Date.now() - 60_000));
    expect(readdirSync(join(root, 'tmp'))).toEqual([young]);
    await Promise.all(sinks.map((sink) => sink.discard()));
  });

  it.each(['../../etc/passwd', 'art_../x', '', 'art_', 'ART_01HZX0000000000000000000AB'])(
    'refuses %j as an id',
    async (id) => {
      await expect(store.open(id)).rejects.toThrow('not the id of a blob');
      await expect(store.create(id)).rejects.toThrow('not the id of a blob');
    },
  );
});
