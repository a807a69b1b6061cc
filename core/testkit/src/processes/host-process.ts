import { generateKeyPairSync } from 'node:crypto';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { copyHostDatabase, layEmbeddedDatabase } from '../databases/test-database.js';
import { SHORT_LIVED } from './short-lived.js';

/** Its script, as it is built: a process of its own runs what users run, also where the tests run the source. */
const SCRIPT = new URL('../../dist/processes/host-process-worker.js', import.meta.url);

/** One for all processes of a test, as on a real deployment. */
const ARTEFACT_KEY = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** The servers this run of the tests was given; both are set on the hosted run (`.ci/run`). */
export const databaseUrl = process.env['OSTIARY_DATABASE_URL'];
export const redisUrl = process.env['OSTIARY_REDIS_URL'];

/** A whole host in a process of its own, with the modes that are busy, take files and work in parts. */
export interface HostProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** The key it made, when it was told to by MAKE_KEY. */
  readonly key: string;
  /** Ends it with SIGKILL, unless it has ended. */
  kill(): Promise<void>;
  /** Stops it with SIGTERM; answers the exit code. */
  stop(): Promise<number | null>;
}

/** A folder that is gone after the test. */
export function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'ostiary-process-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
  return directory;
}

/**
 * Starts a host process on the embedded default, unless `env` names stores; killed after the test at the latest. A data folder
 * without a database gets one that was made before.
 */
export async function startHostProcess(env: Readonly<Record<string, string>>): Promise<HostProcess> {
  const embedded = join(env['OSTIARY_DATA'] ?? '', 'database');
  if (!env['OSTIARY_DATABASE_URL'] && !existsSync(embedded)) await layEmbeddedDatabase(embedded);
  const { OSTIARY_DATABASE_URL: _database, OSTIARY_REDIS_URL: _redis, ...rest } = process.env;
  const child = spawn(process.execPath, [...SHORT_LIVED, fileURLToPath(SCRIPT)], {
    env: {
      ...rest,
      OSTIARY_PORT: '0',
      OSTIARY_RATE_PER_MINUTE: '1000000',
      OSTIARY_RATE_BURST: '100000',
      OSTIARY_RUNNING_JOBS: '20',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const gone = once(child, 'exit');
    child.kill(signal);
    const [code] = (await gone) as [number | null];
    return code;
  };
  const kill = async (): Promise<void> => void (await end('SIGKILL'));
  onTestFinished(kill);
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`the host process ended with ${code}`)));
  });
  return { child, ...(JSON.parse(line) as { url: string; key: string }), kill, stop: () => end('SIGTERM') };
}

/** What the processes of one deployment have in common. */
export interface Deployment {
  readonly env: Readonly<Record<string, string>>;
  /** Prefix of its keys in Redis. */
  readonly prefix: string;
}

/**
 * A deployment on a database of its own on the PostgreSQL of this run, and on Redis when `redis` is given. The host's tables are there;
 * plugins with tables of their own migrate on top of it.
 */
export async function newDeployment(redis: string | undefined = redisUrl): Promise<Deployment> {
  const scratch = await copyHostDatabase(databaseUrl ?? '');
  onTestFinished(() => scratch.drop());
  return deploymentOn(scratch.url, redis);
}

/** As `newDeployment`, on the database at `url`. */
export function deploymentOn(url: string, redis: string | undefined = redisUrl): Deployment {
  const prefix = `test-process-${process.pid}-${Date.now()}`;
  return {
    prefix,
    env: {
      OSTIARY_PEPPER: 'a pepper for tests only, long enough',
      OSTIARY_SIGNING_SECRET: 'a signing secret for tests, long enough',
      OSTIARY_ARTEFACT_KEY: ARTEFACT_KEY,
      OSTIARY_DATA: newDirectory(),
      OSTIARY_DATABASE_URL: url,
      OSTIARY_REDIS_URL: redis ?? '',
      OSTIARY_REDIS_PREFIX: prefix,
    },
  };
}
