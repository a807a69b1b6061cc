import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  clientOf,
  deploymentOn,
  hasPostgresServer,
  type HostProcess,
  piecesOf,
  PostgresServer,
  redisUrl,
  sendBytes,
  startHostProcess,
  type UploadAnswer,
} from '@ostiary/testkit/processes';
import { seededRandom } from '../../../../tools/testing/random.js';

const bytes = Buffer.concat([Buffer.from('WORDS\n'), randomBytes(4 * 1024 * 1024)]);
const sha256 = createHash('sha256').update(bytes).digest('hex');

/** Slowly enough that something can happen meanwhile: the whole file takes four seconds. */
async function* slowly(from: number): AsyncGenerator<Uint8Array> {
  for (const piece of piecesOf(bytes, from)) {
    await sleep(60);
    yield piece;
  }
}

describe.skipIf(!redisUrl || !hasPostgresServer)('an upload being sent', () => {
  it(
    'goes on where it was though PostgreSQL goes away, crashes, and the API is killed while that is away',
    { timeout: 300_000 },
    async () => {
      const random = seededRandom(4);
      const postgres = await PostgresServer.start();
      const { env } = deploymentOn(postgres.url);
      let api: HostProcess = await startHostProcess({ ...env, MAKE_KEY: '1' });
      const { key } = api;
      const opened = { purpose: 'words', media_type: 'text/plain', size: bytes.length, sha256 };
      const { id, content_path: path } = await clientOf(api.url, key).call<{ id: string; content_path: string }>(
        'POST',
        '/v1/uploads',
        opened,
      );

      // As a client does it: asks how much is there, sends the rest, and again.
      const offsets: number[] = [];
      const asked = async (): Promise<UploadAnswer | null> => {
        const answer = await fetch(`${api.url}${path}`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${key}`, 'content-range': `bytes */${bytes.length}` },
        }).catch(() => null);
        return answer?.status === 200 ? ((await answer.json()) as UploadAnswer) : null;
      };
      const client = (async () => {
        for (;;) {
          const at = await asked();
          if (at?.complete) return;
          if (at === null) {
            await sleep(100);
            continue;
          }
          offsets.push(at.received);
          await sendBytes({
            url: api.url,
            key,
            path,
            range: `bytes ${at.received}-${bytes.length - 1}/${bytes.length}`,
            length: bytes.length - at.received,
            pieces: slowly(at.received),
          });
        }
      })();
      /** The body that was begun as the `nth`, or a later one, is on its way. */
      const underWay = async (nth: number): Promise<void> => {
        await expect.poll(() => offsets.length, { interval: 10 }).toBeGreaterThanOrEqual(nth);
        await sleep(100 + random(400));
      };
      await underWay(1);
      await postgres.stop('fast');
      // Longer than it takes a writer to say that it still writes.
      await sleep(2_000);
      await postgres.start();
      await underWay(2);
      await postgres.stop('immediate');
      await sleep(random(300));
      await api.kill();
      await postgres.start();
      api = await startHostProcess(env);
      await client;

      // Nothing that was there was lost: how much there is only grows, and what was sent twice was refused or the same.
      expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
      expect(offsets.length).toBeGreaterThan(2);
      const folder = join(env['OSTIARY_DATA'] ?? '', 'uploads');
      expect(readFileSync(join(folder, id.slice(-2), id)).equals(bytes)).toBe(true);
      expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
      const after = clientOf(api.url, key);
      const job = await after.submit({ mode: 'count_words', text: { upload_id: id } });
      expect((await after.until(job, 'succeeded')).result).toMatchObject({ sha256 });
    },
  );
});
