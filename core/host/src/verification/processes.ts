import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** As it is built: a process of its own runs what is served. */
const SCRIPT = new URL('../../dist/verification/probe-process-worker.js', import.meta.url);

/** It ends long before it would pay to optimise PGlite. */
const OPTIONS = ['--liftoff-only'];

/** One process of the service that is verified. */
export interface ProbedProcess {
  readonly url: string;
  readonly key: string;
  /** What /proc tells of it, where there is such a folder. */
  facts(): readonly Buffer[];
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** Starts a process whose output goes to files in `logs`. Rejects when it ends before it works. */
export async function startProbed(
  name: string,
  logs: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ProbedProcess> {
  const child = spawn(process.execPath, [...OPTIONS, fileURLToPath(SCRIPT)], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const out = join(logs, `${name}.out`);
  const errors = join(logs, `${name}.err`);
  child.stdout.pipe(createWriteStream(out));
  child.stderr.pipe(createWriteStream(errors));
  const line = await firstLine(child).catch((error: unknown) => {
    throw new Error(`a process of the verification did not start: ${readFileSync(errors, 'utf8').slice(0, 2_000)}`, {
      cause: error,
    });
  });
  const { url, key } = JSON.parse(line) as { url: string | null; key: string | null };
  return {
    url: url ?? '',
    key: key ?? '',
    facts: () =>
      ['environ', 'cmdline']
        .map((fact) => `/proc/${child.pid}/${fact}`)
        .flatMap((file) => (existsSync(file) ? [readFileSync(file)] : [])),
    end: async (signal) => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await exited;
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      const [line, rest] = text.split('\n');
      if (rest !== undefined) resolve(line ?? '');
    });
    child.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
    child.once('error', reject);
  });
}
