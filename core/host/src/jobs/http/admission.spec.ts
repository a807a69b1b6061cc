import { defineMode, definePlugin, defineSolver } from '@ostiary/plugin-api';
import { fixtures, startHost } from '@ostiary/testkit';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { statement } from '../../storage/statement.js';

const broken = definePlugin({
  id: 'with-broken-solver',
  grants: ['broken'],
  solvers: [
    defineSolver({
      id: 'stillborn',
      entry: new URL('../../compute/fixtures/stillborn-solver.mjs', import.meta.url),
      memoryMb: 128,
      warm: 1,
      recycleAfter: 1,
      engine: { name: 'none', version: '0' },
    }),
  ],
  modes: [
    defineMode({
      name: 'broken',
      title: 'Broken',
      grant: 'broken',
      request: z.strictObject({}),
      result: z.strictObject({}),
      limits: { inlineBytes: 100, seconds: 5 },
      solvers: ['stillborn'],
      solve: async (_, context) => {
        (await context.solver('stillborn')).release();
        return {};
      },
    }),
  ],
});

describe('a host that takes no jobs', () => {
  it('POST /v1/solves 503 over the bound of the backlog; nothing is stored or charged', async () => {
    const host = await startHost({
      plugins: [fixtures.withBusyMode],
      env: { OSTIARY_BACKLOG: '3', OSTIARY_RUNNING_JOBS: '1' },
    });
    try {
      const key = await host.createKey();
      const submit = () =>
        host.http
          .post('/v1/solves')
          .set({ Authorization: key.bearer, Prefer: 'respond-async' })
          .send({ mode: 'busy', do: 'sleep', n: 60_000 });
      for (let job = 0; job < 4; job += 1) await submit().expect(202);
      const repeat = () =>
        host.http
          .post('/v1/solves')
          .set({ Authorization: key.bearer, 'Idempotency-Key': 'again', Prefer: 'respond-async' })
          .send({ mode: 'busy', do: 'sleep', n: 60_000 });
      const first = await repeat();
      await expect.poll(async () => (await submit()).status).toBe(503);
      const before = await statement(host.database.asHost(), 'select id from core.jobs');
      const refused = await submit();
      expect(refused.body.slug).toBe('overloaded');
      expect(refused.headers['retry-after']).toBe('10');
      expect(await statement(host.database.asHost(), 'select id from core.jobs')).toHaveLength(before.length);
      expect(await statement(host.database.asHost(), 'select 1 from core.quota_ledger')).toHaveLength(before.length);
      // A retry of what was stored is not a new job.
      expect((await repeat()).body.id).toBe(first.body.id);
    } finally {
      await host.close();
    }
  });

  it('POST /v1/solves 503 for a mode whose solver cannot start', async () => {
    const host = await startHost({ plugins: [broken, fixtures.withMode] });
    try {
      const key = await host.createKey();
      const submit = () =>
        host.http.post('/v1/solves').set({ Authorization: key.bearer, Prefer: 'wait=5' }).send({ mode: 'broken' });
      await expect.poll(async () => (await submit()).status).toBe(503);
      expect((await submit()).body.slug).toBe('engine_unavailable');
      await host.http.post('/v1/solves').set('Authorization', key.bearer).send({ mode: 'echo', text: 'x' }).expect(200);
    } finally {
      await host.close();
    }
  });
});
