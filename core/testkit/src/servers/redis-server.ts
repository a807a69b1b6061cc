import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { executable } from './executable.js';
import { lastingPort } from './ports.js';

const program = executable('redis-server');
/** Whether a Redis of one's own can be started here. */
export const hasRedisServer = program !== undefined;

/** A Redis that a test has to itself, to be emptied, frozen, killed and started again. It keeps nothing on disk. */
export class RedisServer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly port: number,
    private readonly directory: string,
  ) {}

  /** A running one, gone after the test. */
  static async start(): Promise<RedisServer> {
    const directory = mkdtempSync(join(tmpdir(), 'ostiary-redis-'));
    const server = new RedisServer(await lastingPort(), directory);
    onTestFinished(async () => {
      await server.kill();
      rmSync(directory, { recursive: true, force: true });
    });
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const settings = { port: this.port, bind: '127.0.0.1', dir: this.directory, save: '', appendonly: 'no' };
    const child = spawn(
      program ?? 'redis-server',
      Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    this.child = child;
    await new Promise<void>((resolve, reject) => {
      let said = '';
      child.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString('utf8');
        if (said.includes('Ready to accept connections')) resolve();
      });
      child.once('error', reject);
      child.once('exit', () => reject(new Error(`redis-server ended: ${said}`)));
    });
  }

  /** Ends it with SIGKILL: all it held is lost. */
  async kill(): Promise<void> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** Connections stay open and nothing is answered, as when its machine hangs. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }
}
