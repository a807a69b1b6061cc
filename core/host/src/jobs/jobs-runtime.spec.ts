import { expect, it } from 'vitest';
import { JobsRuntime } from './jobs-runtime.js';

type Parts = ConstructorParameters<typeof JobsRuntime>;

/** A runtime of an API process of which only the leases and the sweeps are looked at. */
function runtimeWith(renewLeases: () => Promise<void>, tick: () => Promise<void>): JobsRuntime {
  const nothing = async (): Promise<void> => undefined;
  const parts = {
    config: { databaseUrl: 'postgres://nowhere', roles: ['api'], shutdownSeconds: 0 },
    queue: { pause: nothing, close: nothing },
    dispatcher: { schedule: () => undefined, settled: nothing },
    sweeper: { tick },
    runner: { renewLeases, stop: nothing },
    compute: { close: nothing },
    admission: { drain: () => undefined },
    notifications: { start: nothing, close: () => undefined },
    chores: { start: () => undefined, stop: nothing },
    jobs: { chores: () => [] },
    artefacts: { chores: () => [] },
    plugins: { chores: () => [] },
    uploads: { chores: () => [] },
    files: { chores: () => [] },
    deadRows: { chores: () => [] },
    deployment: { kind: 'hosted' },
    log: { warn: () => undefined },
  };
  return new JobsRuntime(...(Object.values(parts) as unknown as Parts));
}

it('renews leases while a sweep hangs, sweeps one at a time, and waits for the sweep when it stops', async () => {
  let renewals = 0;
  let sweeps = 0;
  let end = (): void => undefined;
  const runtime = runtimeWith(
    async () => void (renewals += 1),
    () => {
      sweeps += 1;
      return new Promise((resolve) => (end = resolve));
    },
  );
  await runtime.onApplicationBootstrap();
  await expect.poll(() => renewals).toBeGreaterThan(2);
  expect(sweeps).toBe(1);
  let stopped = false;
  const stopping = runtime.onApplicationShutdown().then(() => (stopped = true));
  await new Promise((next) => setImmediate(next));
  expect(stopped).toBe(false);
  end();
  await stopping;
});
