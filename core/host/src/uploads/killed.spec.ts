import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  databaseUrl,
  newDeployment,
  newDirectory,
  piecesOf,
  sendBytes,
  startHostProcess,
  type UploadAnswer,
} from '@ostiary/testkit/processes';

const MIB = 1024 * 1024;
const PIECE = 64 * 1024;

/** Calls one host process after the other, each on the same folder and database. */
async function deployment(): Promise<Readonly<Record<string, string>>> {
  return databaseUrl ? (await newDeployment()).env : { OSTIARY_DATA: newDirectory() };
}

const call = async <Body>(url: string, key: string, method: string, path: string, body?: object): Promise<Body> => {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, prefer: 'wait=30', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Body;
};

describe('an upload whose process is killed', () => {
  it('goes on with the bytes that are on the disk, at 10, 50 and 90 %', async () => {
    const env = await deployment();
    const bytes = Buffer.concat([Buffer.from('WORDS\n'), randomBytes(8 * MIB)]);
    let host = await startHostProcess({ ...env, MAKE_KEY: '1' });
    const { key } = host;
    const { id, content_path: path } = await call<{ id: string; content_path: string }>(
      host.url,
      key,
      'POST',
      '/v1/uploads',
      {
        purpose: 'words',
        media_type: 'text/plain',
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      },
    );
    const draft = join(env['OSTIARY_DATA'] ?? '', 'uploads', 'tmp', id);
    const onDisk = (): number => statSync(draft, { throwIfNoEntry: false })?.size ?? 0;
    let received = 0;
    for (const share of [0.1, 0.5, 0.9]) {
      const target = Math.floor(bytes.length * share);
      const range = received === 0 ? undefined : `bytes ${received}-${bytes.length - 1}/${bytes.length}`;
      // Only so much is sent; the process is killed while it waits for the rest.
      const answer = sendBytes({
        url: host.url,
        key,
        path,
        range,
        length: bytes.length - received,
        pieces: piecesOf(bytes.subarray(0, target), received),
      });
      await expect.poll(onDisk).toBe(target);
      await host.kill();
      expect(await answer).toBeNull();
      host = await startHostProcess(env);
      const asked = await fetch(`${host.url}${path}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${key}`, 'content-range': `bytes */${bytes.length}` },
      });
      ({ received } = (await asked.json()) as UploadAnswer);
      expect(received).toBe(onDisk());
      expect(received).toBe(target);
    }
    const rest = `bytes ${received}-${bytes.length - 1}/${bytes.length}`;
    const pieces = piecesOf(bytes, received);
    expect(
      await sendBytes({ url: host.url, key, path, range: rest, length: bytes.length - received, pieces }),
    ).toMatchObject({ complete: true, received: bytes.length });
    const folder = join(env['OSTIARY_DATA'] ?? '', 'uploads');
    expect(readFileSync(join(folder, id.slice(-2), id)).equals(bytes)).toBe(true);
    expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
    const job = await call<{ result: { sha256: string } }>(host.url, key, 'POST', '/v1/solves', {
      mode: 'count_words',
      text: { upload_id: id },
    });
    expect(job.result.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('holds no more of a file of 256 MiB in memory than of a small one', async () => {
    const env = await deployment();
    const host = await startHostProcess({ ...env, MAKE_KEY: '1' });
    const peak = (): number =>
      Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${host.child.pid}/status`, 'utf8'))?.[1]) / 1024;
    const piece = randomBytes(PIECE);
    const whole = async (size: number): Promise<void> => {
      const first = Buffer.concat([Buffer.from('WORDS\n'), piece.subarray(6)]);
      const count = size / PIECE;
      const pieces = function* (): Generator<Uint8Array> {
        for (let at = 0; at < count; at += 1) yield at === 0 ? first : piece;
      };
      const hash = createHash('sha256');
      for (const one of pieces()) hash.update(one);
      const { content_path: path } = await call<{ content_path: string }>(host.url, host.key, 'POST', '/v1/uploads', {
        purpose: 'words',
        media_type: 'text/plain',
        size,
        sha256: hash.digest('hex'),
      });
      const answer = await sendBytes({
        url: host.url,
        key: host.key,
        path,
        range: undefined,
        length: size,
        pieces: pieces(),
      });
      expect(answer).toMatchObject({ complete: true });
    };
    await whole(4 * MIB);
    // The start of a process takes more than any file: what was the most is looked for anew from here.
    writeFileSync(`/proc/${host.child.pid}/clear_refs`, '5');
    const before = peak();
    await whole(256 * MIB);
    // A body that is held whole adds 256 MiB. What the collector leaves for later depends on how busy the machine is: half is not that.
    expect(peak() - before).toBeLessThan(128);
  });
});
