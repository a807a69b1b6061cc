import { execFile } from 'node:child_process';
import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { executable } from './executable.js';
import { lastingPort } from './ports.js';

const run = promisify(execFile);
const folders = globSync('/usr/lib/postgresql/*/bin').toSorted();
const initdb = executable('initdb', folders.toReversed());
const control = executable('pg_ctl', folders.toReversed());
/** PostgreSQL refuses to run as root: then it runs as the user its package made. */
const asUser = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : [];

/** Whether a PostgreSQL of one's own can be started here. */
export const hasPostgresServer = initdb !== undefined && control !== undefined;

async function perform(program: string | undefined, args: readonly string[]): Promise<string> {
  const [command = '', ...rest] = [...asUser, program ?? '', ...args];
  return (await run(command, rest, { cwd: tmpdir() })).stdout.trim();
}

/** A PostgreSQL that a test has to itself, to be stopped and started again. It forces writes to disk like any other. */
export class PostgresServer {
  private constructor(
    private readonly port: number,
    private readonly directory: string,
  ) {}

  /** A running one, gone after the test. */
  static async start(): Promise<PostgresServer> {
    const directory = mkdtempSync(join(tmpdir(), 'ostiary-postgres-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    if (asUser.length > 0) {
      const [user, group] = await Promise.all(
        ['-u', '-g'].map(async (flag) => (await run('id', [flag, 'postgres'])).stdout),
      );
      chownSync(directory, Number(user), Number(group));
    }
    const server = new PostgresServer(await lastingPort(), directory);
    await perform(initdb, [
      '-D',
      server.data,
      '-U',
      'ostiary',
      '--auth=trust',
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
    ]);
    onTestFinished(() => server.stop('immediate').catch(() => undefined));
    await server.start();
    return server;
  }

  get url(): string {
    return `postgres://ostiary@127.0.0.1:${this.port}/postgres`;
  }

  /** `fast` ends sessions and writes everything down; `immediate` is as good as a crash. */
  async stop(mode: 'fast' | 'immediate'): Promise<void> {
    await perform(control, ['-D', this.data, '-w', '-t', '60', '-m', mode, 'stop']);
  }

  async start(): Promise<void> {
    const settings = `-p ${this.port} -k ${this.directory} -c listen_addresses=127.0.0.1 -c max_connections=50`;
    await perform(control, [
      '-D',
      this.data,
      '-w',
      '-t',
      '60',
      '-l',
      join(this.directory, 'log'),
      '-o',
      settings,
      'start',
    ]);
  }

  private get data(): string {
    return join(this.directory, 'data');
  }
}
