import { fixtures, startHost, type TestHost } from '@ostiary/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const log: Record<string, unknown>[] = [];
let host: TestHost;
beforeAll(async () => {
  host = await startHost({
    plugins: [
      fixtures.withContext,
      fixtures.withService,
      fixtures.withChores,
      fixtures.withSolver,
      fixtures.withBorrowing,
    ],
    log: (line) => log.push(JSON.parse(line) as Record<string, unknown>),
    // Long, so that a stop that waits for it shows.
    env: { OSTIARY_SHUTDOWN_SECONDS: '600' },
  });
});
afterAll(() => host.close());

describe('the context of a plugin', () => {
  it('gives prepare and solve its own providers, configuration and log, and nothing that it does not name', async () => {
    const { bearer, id } = await host.createKey();
    const { body } = await host.http
      .post('/v1/solves')
      .set('Authorization', bearer)
      .set('Prefer', 'wait=20')
      .send({ mode: 'look' })
      .expect(200);
    const { prepared, solved } = body.result;
    expect(prepared).toMatchObject({ city: 'Porto', key: id });
    expect(solved).toMatchObject({ city: 'Porto', visits: prepared.visits + 1 });
    for (const { refused } of [prepared, solved]) {
      expect(refused).toEqual([
        expect.stringContaining('Private'),
        expect.stringContaining('does not name it in "consumes"'),
      ]);
    }
    expect(log.filter(({ msg }) => msg === 'a context was looked at')[0]).toMatchObject({ plugin: 'with-context' });
  });

  it('is given to health checks', async () => {
    expect((await host.http.get('/health/ready').expect(200)).body.checks).toMatchObject({ visits: 'ok' });
  });
});

describe('a solver process', () => {
  it('is lent to a route, and is the same solver that another plugin brings', async () => {
    const { body } = await host.http.get('/v1/doubles').query({ number: 21 }).expect(200);
    expect(body.number).toBe(42);
    expect(body.pid).not.toBe(process.pid);
    expect(host.registry.solvers.map(({ id }) => id)).toEqual(['doubler']);
  });

  it('is not lent to a plugin that does not declare it', async () => {
    await host.http.get('/v1/doubles').query({ number: 1, solver: 'z3' }).expect(503);
    expect(JSON.stringify(log)).toContain('plugin with-borrowing declares no solver z3');
  });
});

describe('chores', () => {
  it('run again and again, in one process or in each, and one that fails is told of and tried again', async () => {
    const { lines } = host.get(fixtures.ChoreDiary);
    const count = (line: string) => lines.filter((one) => one === line).length;
    await expect.poll(() => count('alone')).toBeGreaterThan(1);
    await expect.poll(() => count('everywhere 3')).toBeGreaterThan(1);
    expect(count('everywhere 1') - count('everywhere 3')).toBeLessThanOrEqual(1);
    const failures = () => log.filter(({ chore }) => chore === 'with-chores/failing').length;
    await expect.poll(failures).toBeGreaterThan(1);
  });

  it('that run in one process are left to the one that has them', async () => {
    const { lines } = host.get(fixtures.ChoreDiary);
    expect(lines.filter((line) => line === 'lasting begins')).toHaveLength(1);
    const [row] = await host.database
      .asHost()
      .execute<{ held: boolean }[]>(
        `select held_until > statement_timestamp() as held from core.chores where name = 'with-chores/lasting'`,
      );
    expect(row?.held).toBe(true);
  });

  it('end when the process stops, and an event stream that never ends does not hold the stop up', async () => {
    const { lines } = host.get(fixtures.ChoreDiary);
    const response = await fetch(`${host.url}/v1/doubles/endless`);
    const reader = response.body?.getReader();
    await reader?.read();
    await host.close();
    await expect(reader?.read()).rejects.toThrow('terminated');
    expect(lines.at(-1)).toBe('lasting ends');
  });
});
