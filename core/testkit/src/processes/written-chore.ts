import { appendFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { definePlugin } from '@ostiary/plugin-api';
import { z } from 'zod';

const STEPS = 10;
const STEP_MS = 100;

const Config = z.strictObject({ diary: z.string() });

/**
 * A chore of one process at a time that takes a second, and says so in a file that all processes share: a line of JSON
 * `{"pid", "says"}` when a run begins, after each step, and when it is over.
 */
export const writtenChore = definePlugin({
  id: 'written-chore',
  config: Config,
  chores: [
    {
      name: 'steps',
      everyMs: 100,
      on: 'one',
      async run(ctx) {
        const say = (says: string): Promise<void> =>
          appendFile(ctx.config(Config).diary, `${JSON.stringify({ pid: process.pid, says })}\n`);
        await say('begin');
        for (let step = 0; step < STEPS; step += 1) {
          await sleep(STEP_MS, undefined, { signal: ctx.signal });
          await say('step');
        }
        await say('end');
      },
    },
  ],
});
