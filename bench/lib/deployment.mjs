/** A hosted deployment on the servers that the environment names: one process that answers requests, and as many workers as are asked for. Built code. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../tools/lib/node.mjs';
import { sparePort, untilReady } from './service.mjs';
import { ownStores } from './stores.mjs';

const require = createRequire(new URL('../../core/testkit/package.json', import.meta.url));
const host = await import(pathToFileURL(require.resolve('@ostiary/host')).href);

/** @typedef {{ pid: number, stop(): Promise<void> }} Process */

/**
 * @param {Record<string, string>} [more] further variables for every process
 * @returns {Promise<{ stores: string, url: string, key: string, api: Process, startWorker(): Promise<Process>, stop(): Promise<void> }>}
 */
export async function startDeployment(more = {}) {
  if (!process.env.OSTIARY_DATABASE_URL || !process.env.OSTIARY_REDIS_URL)
    throw new Error('needs OSTIARY_DATABASE_URL and OSTIARY_REDIS_URL: several processes share both');
  const data = mkdtempSync(join(tmpdir(), 'ostiary-bench-'));
  const stores = await ownStores();
  const env = {
    ...process.env,
    ...stores.env,
    OSTIARY_DEPLOYMENT: join(root, 'deployments', 'hosted.yaml'),
    OSTIARY_DATA: data,
    OSTIARY_PEPPER: randomBytes(32).toString('base64'),
    OSTIARY_SIGNING_SECRET: randomBytes(32).toString('base64'),
    OSTIARY_ARTEFACT_KEY: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }),
    // A line for each request is nothing to be measured.
    OSTIARY_LOG_LEVEL: 'warn',
    ...more,
  };
  const running = new Set();
  /** @returns {Promise<Process>} */
  const start = async (/** @type {string} */ role) => {
    const port = await sparePort();
    const child = spawn(process.execPath, [join(root, 'core', 'host', 'dist', 'main.js')], {
      cwd: root,
      env: { ...env, OSTIARY_ROLES: role, OSTIARY_PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const died = once(child, 'exit').then(([code]) => {
      throw new Error(`the ${role} process ended with code ${code}`);
    });
    died.catch(() => {});
    // A worker answers nobody: it says so when it has begun.
    const ready = role === 'api' ? untilReady(`http://127.0.0.1:${port}/health/ready`) : said(child, 'works on jobs');
    // What it has to complain of is worth more than a figure.
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{')) process.stderr.write(`${role}: ${line}\n`);
    });
    await Promise.race([ready, died]);
    const stop = async () => {
      running.delete(stop);
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    };
    running.add(stop);
    return { pid: child.pid ?? 0, url: `http://127.0.0.1:${port}`, stop };
  };
  const api = await start('api');
  return {
    stores: stores.name,
    url: api.url,
    key: await newKey(env),
    api,
    startWorker: () => start('worker'),
    async stop() {
      for (const stop of running) await stop();
      await stores.drop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Resolves when a process has printed something; what it prints later is read and dropped. */
function said(child, text) {
  return new Promise((resolve) => {
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += String(chunk);
      if (printed.includes(text)) resolve(undefined);
    });
  });
}

/** A key with every grant, made in the database as the operator's command makes it. */
async function newKey(env) {
  const config = host.readHostConfig(env, root);
  const deployment = host.readDeployment(env.OSTIARY_DEPLOYMENT);
  const registry = await host.assemble(deployment, host.hostControllers());
  const secrets = host.loadSecrets({ env, dataDirectory: config.dataDirectory, generate: false });
  const database = await host.openDatabase({ kind: 'postgres', url: config.databaseUrl }, host.storageOf(registry));
  const admin = new host.Admin({
    database,
    clock: { now: () => new Date() },
    peppers: secrets.peppers,
    grants: registry.grants,
    profiles: [...deployment.profiles.keys()],
    unitsPerMonth: 10_000_000,
    erasers: registry.accountErasers,
  });
  try {
    const accountId = await admin.createAccount({ name: 'bench' });
    return (await admin.createKey({ accountId, name: 'bench', grants: registry.grants })).key.reveal();
  } finally {
    await database.close();
  }
}
