/** Hosts with the empty mode (`empty-mode.mjs`), on stores and a data folder of their own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startScript } from './child.mjs';
import { ownStores } from './stores.mjs';

/**
 * Starts a host and waits until it serves.
 * @param {Record<string, string>} [env]
 * @returns {Promise<{ stores: string, storesEnv: Record<string, string>, url: string, keys: string[], pid: number, signal(name: NodeJS.Signals): void, beside(env: Record<string, string>): Promise<{ pid: number, stop(): Promise<void> }>, stop(): Promise<void> }>}
 * `beside` starts another process on the same stores and folder; `stop` drops them
 */
export async function startHost(env = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'ostiary-bench-'));
  const stores = await ownStores();
  const start = (more) => startScript('empty-mode', { env: { ...stores.env, OSTIARY_DATA: directory, ...more } });
  const host = await start(env);
  return {
    stores: stores.name,
    storesEnv: stores.env,
    pid: host.pid,
    signal: (name) => host.signal(name),
    ...JSON.parse(host.line),
    beside: (more) => start({ ...env, ...more }),
    async stop() {
      await host.stop();
      await stores.drop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
