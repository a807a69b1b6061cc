import { fixtures, startHost, type TestHost, type TestKey } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** What a profile says a solver may take holds for each job by itself, whatever its neighbours are doing. */
let host: TestHost;
let key: TestKey;

const profile = (solver_ms: number, memory_mb: number): object => ({
  description: 'For a test.',
  wall_ms: 60_000,
  solver_ms,
  memory_mb,
});

beforeAll(async () => {
  host = await startHost({
    plugins: [fixtures.withBusyMode],
    deployment: {
      profiles: { roomy: profile(50_000, 4_096), brief: profile(200, 4_096), narrow: profile(50_000, 160) },
      default_profile: 'roomy',
    },
  });
  key = await host.createKey();
});
afterAll(() => host.close());

interface Job {
  readonly id: string;
  readonly status: string;
  readonly error: { readonly slug: string; readonly retryable: boolean } | null;
  readonly usage: { readonly units_charged: number | null };
}
const headers = (prefer: string): Record<string, string> => ({ Authorization: key.bearer, Prefer: prefer });
const submit = async (body: object, prefer = 'wait=30'): Promise<Job> =>
  (
    await host.http
      .post('/v1/solves')
      .set(headers(prefer))
      .send({ mode: 'busy', ...body })
  ).body as Job;
const read = async (id: string): Promise<Job> =>
  (await host.http.get(`/v1/solves/${id}`).set('Authorization', key.bearer)).body as Job;

describe('the budget of a profile', () => {
  it('ends a solver that loops or allocates without end, and leaves the job beside it alone', async () => {
    const beside = await submit({ do: 'spin' }, 'respond-async');
    await expect.poll(async () => (await read(beside.id)).status).toBe('running');
    const [brief, narrow] = await Promise.all([
      submit({ do: 'spin', profile: 'brief' }),
      submit({ do: 'hoard', profile: 'narrow' }),
    ]);
    expect(brief).toMatchObject({ status: 'failed', error: { slug: 'solver_time', retryable: false } });
    expect(narrow).toMatchObject({ status: 'failed', error: { slug: 'solver_memory', retryable: false } });
    expect([brief, narrow].map((job) => job.usage.units_charged)).toEqual([0, 0]);
    expect((await read(beside.id)).status).toBe('running');
    await host.http.delete(`/v1/solves/${beside.id}`).set('Authorization', key.bearer).expect(200);
    await expect.poll(async () => (await read(beside.id)).status).toBe('cancelled');
    // Killed children are replaced: the next job has one to be killed.
    expect((await submit({ do: 'spin', profile: 'brief' })).error?.slug).toBe('solver_time');
  });
});
