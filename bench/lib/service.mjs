/** The service as a user runs it: built code, a data folder of its own, on a spare port; embedded, or on the servers the environment names. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALLOCATOR } from '../../tools/lib/allocator.mjs';
import { root } from '../../tools/lib/node.mjs';
import { ownStores } from './stores.mjs';

/** A TCP port that was free a moment ago. */
export function sparePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** Waits until `url` answers 200; throws after `seconds`. */
export async function untilReady(url, seconds = 180) {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    try {
      const answer = await fetch(url);
      await answer.arrayBuffer();
      if (answer.status === 200) return;
    } catch {
      // Not listening yet: the loop asks again until the time is over.
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`${url} was not ready within ${seconds} s`);
}

/**
 * Starts the service and waits until it is ready.
 * @param {{ data?: string, env?: Record<string, string> }} [options] data: a folder to open again
 * @returns {Promise<{ url: string, key: string, pid: number, stores: string, data: string, readyMs: number, stop(options?: { keep?: boolean }): Promise<void> }>}
 */
export async function startService(options = {}) {
  const data = options.data ?? mkdtempSync(join(tmpdir(), 'ostiary-bench-'));
  const port = await sparePort();
  const stores = await ownStores();
  // A process that only works listens nowhere but for its metrics.
  const works = options.env?.OSTIARY_ROLES === 'worker';
  const portOf = works ? 'OSTIARY_METRICS_PORT' : 'OSTIARY_PORT';
  const began = performance.now();
  const child = spawn(process.execPath, [join(root, 'core', 'host', 'dist', 'main.js')], {
    cwd: root,
    env: { ...ALLOCATOR, ...process.env, ...stores.env, ...options.env, [portOf]: String(port), OSTIARY_DATA: data },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // A bench that fails leaves nothing running.
  const kill = () => child.kill();
  process.on('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  const url = `http://127.0.0.1:${port}`;
  const died = new Promise((_, reject) =>
    child.once('exit', (code) => reject(new Error(`the service ended with code ${code}`))),
  );
  died.catch(() => {});
  await Promise.race([untilReady(`${url}${works ? '/metrics' : '/health/ready'}`), died]);
  const readyMs = performance.now() - began;
  return {
    url,
    data,
    stores: stores.name,
    pid: child.pid,
    readyMs,
    key: readFileSync(join(data, 'first-key'), 'utf8').trim(),
    async stop({ keep = false } = {}) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      await stores.drop();
      if (!keep) rmSync(data, { recursive: true, force: true });
    },
  };
}
