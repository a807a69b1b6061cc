// Embedded only: the process that is stopped is embedded whatever the run is given.
import { describe, expect, it } from 'vitest';
import { Agent } from 'node:http';
import { ask, clientOf, newDirectory, startHostProcess } from '@ostiary/testkit/processes';

describe('SIGTERM under load', () => {
  it(
    'is not ready at once, resets no connection, ends requests in flight and streams in order, and exits with 0',
    { timeout: 600_000 },
    async () => {
      const host = await startHostProcess({
        OSTIARY_DATA: newDirectory(),
        OSTIARY_SHUTDOWN_SECONDS: '600',
        MAKE_KEY: '1',
      });
      const client = clientOf(host.url, host.key);
      const running = await client.submit({ do: 'sleep', n: 60_000 });
      await client.until(running, 'running');
      const streams = Array.from({ length: 3 }, async () =>
        (await client.send('GET', `/v1/solves/${running}/events`)).text(),
      );
      const waiting = Array.from({ length: 20 }, () =>
        fetch(`${host.url}/v1/solves`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${host.key}`, 'Content-Type': 'application/json', Prefer: 'wait=20' },
          body: JSON.stringify({ mode: 'busy', do: 'sleep', n: 60_000 }),
        }),
      );

      // Clients that ask again and again over kept connections, and leave when they are told that this process ends.
      const agent = new Agent({ keepAlive: true, maxSockets: 8 });
      let asked = 0;
      const load = Array.from({ length: 8 }, async () => {
        for (;;) {
          const { status, connection } = await ask(`${host.url}/v1/account`, `Bearer ${host.key}`, agent);
          expect(status).toBe(200);
          asked += 1;
          if (connection === 'close') return;
        }
      });
      await expect.poll(() => asked).toBeGreaterThan(20);
      await expect.poll(async () => (await client.list()).length).toBe(21);

      const stopped = host.stop();
      await Promise.all(load);
      const answers = await Promise.all(waiting);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
      for (const stream of await Promise.all(streams)) {
        expect(stream).toMatch(/^retry: 2000\n\n/);
        expect(stream.endsWith('\n\n')).toBe(true);
        expect([...stream.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))).toEqual([1, 2]);
      }
      expect((await client.send('GET', '/health/ready')).status).toBe(503);
      // What runs may end before the process does; here its owner ends it.
      for (const { id, status } of await client.list())
        if (status === 'running') await client.call('DELETE', `/v1/solves/${id}`);
      expect(await stopped).toBe(0);
      agent.destroy();
    },
  );
});
