import { fixtures, startHost, type TestHost } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let host: TestHost;

beforeAll(async () => {
  host = await startHost({ plugins: [fixtures.withHealth] });
});
afterAll(() => host.close());

describe('health', () => {
  it('lives and is ready', async () => {
    expect((await host.http.get('/health/live').expect(200)).body).toEqual({ object: 'health', status: 'live' });
    expect((await host.http.get('/health/ready').expect(200)).body).toEqual({
      object: 'health',
      status: 'ready',
      checks: { database: 'ok', solver_memory: 'ok', storage: 'ok', pulse: 'ok' },
    });
  });

  it('is not ready while a check of a plugin fails, says no, or throws', async () => {
    for (const state of [false, new Error('no pulse')]) {
      fixtures.pulse.alive = state;
      expect((await host.http.get('/health/ready').expect(503)).body).toMatchObject({
        status: 'not_ready',
        checks: { database: 'ok', pulse: 'failed' },
      });
    }
    fixtures.pulse.alive = true;
    await host.http.get('/health/ready').expect(200);
    await host.http.get('/health/live').expect(200);
  });
});
