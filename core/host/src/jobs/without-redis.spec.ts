import { describe, expect, it } from 'vitest';
import { clientOf, databaseUrl, expectEndedOnce, newDeployment, startHostProcess } from '@ostiary/testkit/processes';

describe.skipIf(!databaseUrl)('two processes on one PostgreSQL, without Redis', () => {
  it('run each job once, also those handed over within a process that is killed', { timeout: 300_000 }, async () => {
    const { env } = await newDeployment('');
    const settings = { ...env, OSTIARY_QUEUED_JOBS: '1000', OSTIARY_RUNNING_JOBS: '1000' };
    const doomed = await startHostProcess({ ...settings, MAKE_KEY: '1' });
    const other = await startHostProcess(settings);
    const [first, second] = [clientOf(doomed.url, doomed.key), clientOf(other.url, doomed.key)];
    const submit = (at: number): Promise<string> =>
      (at % 2 === 0 ? first : second).submit(at % 5 === 0 ? { do: 'sleep', n: 200 } : { do: 'answer' });
    const calm = await Promise.all(Array.from({ length: 60 }, (_, at) => submit(at)));
    await expectEndedOnce(second, await second.allEnded(calm));

    // Some run in the doomed one, and some wait in its own queue.
    const long = await Promise.all(Array.from({ length: 40 }, () => first.submit({ do: 'sleep', n: 800 })));
    const running = async (): Promise<number> =>
      (await Promise.all(long.map(second.read))).filter(({ status }) => status === 'running').length;
    await expect.poll(running, { interval: 20 }).toBeGreaterThan(0);
    await doomed.kill();
    const jobs = await second.allEnded([...calm, ...long]);
    expect(jobs.map(({ status }) => status)).toEqual(jobs.map(() => 'succeeded'));
    await expectEndedOnce(second, jobs);
  });
});
