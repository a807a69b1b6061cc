import { setTimeout as sleep } from 'node:timers/promises';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { clientOf, databaseUrl, expectEndedOnce, newDeployment, redisUrl } from '@ostiary/testkit/processes';
import { seededRandom } from '../../../tools/testing/random.js';
import { type Service, startService } from '@ostiary/testkit/service';

const ROWS = 100_000;
/** The amount is the number of the row modulo 100: 30 of 100 rows are allowed, the others refused. */
const batch = {
  mode: 'batch',
  policy: 'dialect 1; default refuse; @id("small") allow refund_order when amount < 30.00 EUR;',
  rows: { csv: `arguments.amount\n${Array.from({ length: ROWS }, (_, row) => `${row % 100}.00 EUR\n`).join('')}` },
  defaults: { action: { tool: 'refund_order' } },
};

describe.skipIf(!databaseUrl || !redisUrl)(
  'a batch of 100,000 rows on services that share PostgreSQL and Redis',
  () => {
    it('is taken over from a service killed in the middle, twice: one end, one pair of artefacts, one charge', async () => {
      const random = seededRandom(2);
      const { env } = await newDeployment();
      const data = mkdtempSync(join(tmpdir(), 'ostiary-takeover-'));
      onTestFinished(() => rmSync(data, { recursive: true, force: true, maxRetries: 5 }));
      const start = async (): Promise<Service> => {
        const service = await startService(data, env);
        onTestFinished(() => service.kill());
        return service;
      };
      const clientAt = (service: Service) =>
        clientOf(`http://127.0.0.1:${service.port}`, readFileSync(join(data, 'first-key'), 'utf8').trim());

      let service = await start();
      const { id } = await clientAt(service).call<{ id: string }>('POST', '/v1/solves', batch);
      for (let attempt = 1; attempt <= 2; attempt += 1) {
        const client = clientAt(service);
        await expect
          .poll(async () => await client.read(id), { interval: 20 })
          .toMatchObject({ status: 'running', attempt, progress: { phase: expect.any(String) } });
        const next = start();
        await sleep(random(200));
        await service.kill();
        service = await next;
      }
      const client = clientAt(service);
      const jobs = await client.allEnded([id]);
      expect(jobs).toMatchObject([
        { status: 'succeeded', attempt: 3, result: { row_counts: { total: ROWS, allow: 30_000, refuse: 70_000 } } },
      ]);
      await expectEndedOnce(client, jobs);
      const { data: made } = await client.call<{ data: { kind: string }[] }>('GET', `/v1/solves/${id}/artifacts`);
      expect(made.map(({ kind }) => kind).toSorted()).toEqual(['csv', 'jsonl']);
    });
  },
);
