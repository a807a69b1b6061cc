import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { databaseUrl, newDeployment, newDirectory, redisUrl, startHostProcess } from '@ostiary/testkit/processes';
import { seededRandom } from '../../../../tools/testing/random.js';
import { runs } from '../../../../tools/testing/runs.js';

const KILLS = runs(2);

interface Line {
  readonly pid: number;
  readonly says: 'begin' | 'step' | 'end';
}

describe.skipIf(!databaseUrl || !redisUrl)('a chore of one process at a time, on PostgreSQL', () => {
  it(
    'is run again by another process when its own is killed, or hangs and comes back; never by two at once',
    { timeout: 300_000 },
    async () => {
      const random = seededRandom(3);
      const diary = join(newDirectory(), 'diary');
      const { env } = await newDeployment();
      const start = () =>
        startHostProcess({ ...env, OSTIARY_ROLES: 'worker', CHORE_DIARY: diary, CHORE_LEASE_MS: '4000' });
      const lines = (): Line[] =>
        existsSync(diary)
          ? readFileSync(diary, 'utf8')
              .split('\n')
              .filter(Boolean)
              .map((line) => JSON.parse(line) as Line)
          : [];
      const processes = await Promise.all([start(), start()]);
      /** The one that runs it now, which has done at least a step. */
      const holder = async (other?: number): Promise<number> => {
        const pid = () => {
          const last = lines().at(-1);
          return last?.says === 'step' && last.pid !== other
            ? processes.findIndex(({ child }) => child.pid === last.pid)
            : -1;
        };
        await expect.poll(pid, { interval: 10 }).toBeGreaterThanOrEqual(0);
        return pid();
      };
      const victims: (number | undefined)[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        await holder();
        await sleep(random(500));
        const at = await holder();
        victims.push(processes[at]?.child.pid);
        await processes[at]?.kill();
        // The other one takes it over; only then is there a second one again.
        await holder(victims.at(-1));
        processes[at] = await start();
      }
      const hung = await holder();
      const child = processes[hung]?.child;
      child?.kill('SIGSTOP');
      await holder(child?.pid);
      child?.kill('SIGCONT');
      const after = lines().length;
      await expect.poll(() => lines().length).toBeGreaterThan(after + 30);
      // A stop ends a run, too, and another process may begin one before its own stop: that is not what is asked here.
      const told = lines();
      await Promise.all(processes.map((one) => one.stop()));

      let running: number | undefined;
      /** Runs that were begun and not ended when the next one began. */
      const broken: number[] = [];
      /** Lines of a process that does not have the chore: two at once. */
      const strays: Line[] = [];
      for (const line of told) {
        if (line.says === 'begin') {
          if (running !== undefined) broken.push(running);
          running = line.pid;
          continue;
        }
        if (line.pid !== running) strays.push(line);
        else if (line.says === 'end') running = undefined;
      }
      // The one that hung may do what it was about to (a step, and the end after the last), until it is told that it has lost the chore.
      expect(strays.filter(({ pid }) => pid !== child?.pid)).toEqual([]);
      expect(strays.length).toBeLessThan(5);
      expect(broken).toEqual([...victims, child?.pid]);
    },
  );
});
