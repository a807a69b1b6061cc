import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { layEmbeddedDatabase } from '../databases/test-database.js';
import { root } from '../project.js';
import { SHORT_LIVED } from './short-lived.js';

export { SHORT_LIVED };

export interface Service {
  readonly port: number;
  /** What it printed until it was ready. */
  readonly greeting: string;
  /** What it has written to stderr so far. */
  errors(): string;
  /** Stops it as Ctrl-C does; answers the exit code. */
  stop(): Promise<number | null>;
  /** Ends it with SIGKILL, unless it has ended. */
  kill(): Promise<void>;
}

/**
 * Runs the service as `npm start` does once it has installed and built, on the embedded default whatever this run of the
 * tests is given. A data folder without a database gets one that was made before. Resolves when it has printed its first request.
 */
export async function startService(
  dataDirectory: string,
  env: Readonly<Record<string, string>> = {},
  main: string = join(root, 'core', 'host', 'dist', 'main.js'),
): Promise<Service> {
  const embedded = join(dataDirectory, 'database');
  if (!existsSync(embedded)) await layEmbeddedDatabase(embedded);
  const child = spawn(process.execPath, [...SHORT_LIVED, main], {
    cwd: root,
    env: {
      ...process.env,
      OSTIARY_DATABASE_URL: '',
      OSTIARY_REDIS_URL: '',
      OSTIARY_LOG_LEVEL: 'warn',
      ...env,
      OSTIARY_PORT: '0',
      OSTIARY_DATA: dataDirectory,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString('utf8');
    process.stderr.write(chunk);
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const greeting = await printed(child, 'Stop with Ctrl-C');
  return {
    port: Number(/ready at \S+:(\d+)/.exec(greeting)?.[1]),
    greeting,
    errors: () => errors,
    stop: () => {
      child.kill('SIGINT');
      return exited;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Resolves with everything printed once `text` has appeared; rejects when the child ends before. */
function printed(child: ChildProcess, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let seen = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      seen += chunk.toString('utf8');
      if (seen.includes(text)) resolve(seen);
    });
    child.once('exit', (code) => reject(new Error(`the service ended with code ${code}; it printed: ${seen}`)));
  });
}
