import { fixtures, startHost, type TestHost } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const profile = (units: number, modes?: readonly string[]) => ({
  description: 'A budget.',
  wall_ms: 10_000,
  solver_ms: 1_000,
  memory_mb: 256,
  units,
  ...(modes && { modes }),
});

let host: TestHost;
beforeAll(async () => {
  host = await startHost({
    plugins: [fixtures.withBusyMode],
    deployment: {
      profiles: { standard: profile(1), quick: profile(2), thorough: profile(3), other: profile(4, ['another_mode']) },
      default_profile: 'standard',
    },
  });
});
afterAll(() => host.close());

async function submit(profiles: readonly string[], named?: string) {
  const { bearer } = await host.createKey({ profiles });
  const answer = await host.http
    .post('/v1/solves')
    .set('Authorization', bearer)
    .set('Prefer', 'wait=20')
    .send({ mode: 'busy', do: 'answer', ...(named !== undefined && { profile: named }) });
  const list = await host.http.get('/v1/profiles').set('Authorization', bearer).expect(200);
  const defaults = (list.body.data as { name: string; default: boolean }[])
    .filter((one) => one.default)
    .map(({ name }) => name);
  return { answer, defaults };
}

describe('a request that names no profile', () => {
  it.each<[readonly string[], string | null, number, string]>([
    [[], null, 1, 'standard'],
    [['quick', 'standard'], null, 1, 'standard'],
    [['thorough', 'quick'], 'thorough', 3, 'thorough'],
    [['other', 'quick'], 'quick', 2, 'other'],
  ])('of a key with %j runs under one that the key may use', async (profiles, used, units, listed) => {
    const { answer, defaults } = await submit(profiles);
    expect(answer.status).toBe(200);
    expect([answer.body.profile, answer.body.usage.units_reserved]).toEqual([used, units]);
    expect(defaults).toEqual([listed]);
  });

  it('of a key that may use none for the mode is refused', async () => {
    const { answer } = await submit(['other']);
    expect([answer.status, answer.body.slug]).toEqual([403, 'profile_not_allowed']);
    expect((await submit(['quick'], 'standard')).answer.body.slug).toBe('profile_not_allowed');
    expect((await submit(['quick'], 'quick')).answer.body.profile).toBe('quick');
  });
});
