import { createHash, randomBytes } from 'node:crypto';
import { closeSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { asOwner, fixtures, startHost } from '@ostiary/testkit';
import {
  canMount,
  clientOf,
  databaseUrl,
  newDeployment,
  redisUrl,
  smallDisk,
  startHostProcess,
  type UploadAnswer,
} from '@ostiary/testkit/processes';
import { describe, expect, it, onTestFinished } from 'vitest';

const MIB = 1024 * 1024;

/** Takes all the room there is. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (let piece = Buffer.alloc(64 * 1024); piece.length > 0;) {
      try {
        writeSync(file, piece);
      } catch {
        piece = piece.subarray(0, Math.floor(piece.length / 2));
      }
    }
  } finally {
    closeSync(file);
  }
}

describe.skipIf(!canMount || !databaseUrl || !redisUrl)('a data folder on a small file system', () => {
  it('that is full: uploads and jobs say so, readiness too; with room again all goes on', async () => {
    const folder = smallDisk(8 * MIB);
    const { env } = await newDeployment();
    const host = await startHostProcess({ ...env, OSTIARY_DATA: folder, MAKE_KEY: '1' });
    const client = clientOf(host.url, host.key);
    const readiness = async () => {
      const answer = await client.send('GET', '/health/ready');
      return [answer.status, ((await answer.json()) as { checks: { storage: string } }).checks.storage];
    };
    const bytes = Buffer.concat([Buffer.from('WORDS\n'), randomBytes(3 * MIB)]);
    const { content_path: path } = await client.call<{ content_path: string }>('POST', '/v1/uploads', {
      purpose: 'words',
      media_type: 'text/plain',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    const put = async (range: string, body?: Uint8Array<ArrayBuffer>) => {
      const headers = { authorization: `Bearer ${host.key}`, 'content-range': `bytes ${range}/${bytes.length}` };
      const answer = await fetch(`${host.url}${path}`, { method: 'PUT', headers, ...(body && { body }) });
      return { answer, body: (await answer.json()) as UploadAnswer };
    };
    const from = (at: number) => put(`${at}-${bytes.length - 1}`, bytes.subarray(at));
    expect((await put(`0-${MIB - 1}`, bytes.subarray(0, MIB))).body.received).toBe(MIB);
    expect(await readiness()).toEqual([200, 'ok']);

    const filler = join(folder, 'filler');
    fill(filler);
    const refused = await from(MIB);
    expect([refused.answer.status, refused.body.slug]).toEqual([503, 'storage_full']);
    expect(refused.answer.headers.get('retry-after')).toBe('30');
    const jobs = [
      await client.submit({ do: 'artefact', text: 'x'.repeat(100_000) }),
      await client.submit({ mode: 'parts', parts: 3, do: 'file' }),
    ];
    for (const id of jobs)
      expect(await client.until(id, 'failed')).toMatchObject({
        error: { slug: 'storage_full', retryable: true },
        usage: { units_charged: 0 },
        artifacts: { count: 0 },
      });
    await expect.poll(readiness).toEqual([503, 'failed']);
    // What needs no file goes on.
    await client.until(await client.submit({ do: 'answer' }), 'succeeded');

    rmSync(filler);
    await expect.poll(readiness).toEqual([200, 'ok']);
    const { received } = (await put('*')).body;
    expect(received).toBeGreaterThanOrEqual(MIB);
    expect((await from(received)).body).toMatchObject({ complete: true, received: bytes.length });
    const made = await client.until(await client.submit({ do: 'artefact', text: 'x'.repeat(100_000) }), 'succeeded');
    expect(made.artifacts.count).toBe(1);
    // Nothing half made is left.
    expect(readdirSync(join(folder, 'artefacts', 'tmp'))).toEqual([]);
  });
});

describe('a database whose disk is full', () => {
  it('fails a job with its own error, and refuses what is to be stored, until there is room', async () => {
    const host = await startHost({ plugins: [fixtures.withBusyMode, fixtures.withUpload] });
    onTestFinished(() => host.close());
    const key = await host.createKey();
    const owner = asOwner(host.database);
    // What PostgreSQL raises when a file cannot grow, raised where rows are stored.
    await owner.execute(`create function public.no_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
    const tables = ['core.artefacts', 'core.uploads'];
    for (const table of tables)
      await owner.execute(
        `create trigger no_room before insert on ${table} for each row execute function public.no_room()`,
      );
    const solve = () =>
      host.http
        .post('/v1/solves')
        .set({ Authorization: key.bearer, Prefer: 'wait=30' })
        .send({ mode: 'busy', do: 'artefact', text: 'x' });
    const open = () =>
      host.http
        .post('/v1/uploads')
        .set('Authorization', key.bearer)
        .send({ purpose: 'words', media_type: 'text/plain', size: 10, sha256: 'a'.repeat(64) });
    expect((await solve()).body).toMatchObject({
      status: 'failed',
      attempt: 1,
      error: { slug: 'storage_full', retryable: true },
      usage: { units_charged: 0 },
    });
    const refused = await open();
    expect([refused.status, (refused.body as { slug: string }).slug]).toEqual([503, 'storage_full']);
    expect(refused.headers['retry-after']).toBe('30');
    for (const table of tables) await owner.execute(`drop trigger no_room on ${table}`);
    expect((await solve()).body).toMatchObject({ status: 'succeeded' });
    expect((await open()).status).toBe(201);
  });
});
