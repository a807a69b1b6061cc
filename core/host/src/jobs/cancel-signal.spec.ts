import { fixtures, startHost, type TestHost } from '@ostiary/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Runner } from './runtime/runner.js';
import { Sweeper } from './runtime/sweeper.js';

let host: TestHost;
beforeAll(async () => {
  host = await startHost({ plugins: [fixtures.withBusyMode] });
});
afterAll(() => host.close());

it('a running job hears of its cancel by the signal, though nobody looks for cancelled jobs', async () => {
  const { bearer } = await host.createKey();
  const { body } = await host.http
    .post('/v1/solves')
    .set({ Authorization: bearer, Prefer: 'respond-async' })
    .send({ mode: 'busy', do: 'sleep', n: 60_000 });
  const read = async () => (await host.http.get(`/v1/solves/${body.id}`).set('Authorization', bearer)).body.status;
  await expect.poll(read).toBe('running');
  // What would find it by itself, a second later.
  host.get(Runner).renewLeases = () => Promise.resolve();
  host.get(Sweeper).tick = () => Promise.resolve();
  await host.http.delete(`/v1/solves/${body.id}`).set('Authorization', bearer).expect(200);
  await expect.poll(read).toBe('cancelled');
});
