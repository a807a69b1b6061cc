import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** As npm linked it when it installed: before anything was built. */
export const linked = join(import.meta.dirname, '../../../node_modules/.bin/ostiary');

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface RunOptions {
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the command as a person would: a process of its own, whose output is a pipe. */
export function ostiary(args: readonly string[], { cwd, input, env }: RunOptions = {}): Ran {
  const { status, stdout, stderr } = spawnSync(linked, args, {
    encoding: 'utf8',
    ...(cwd !== undefined && { cwd }),
    input: input ?? '',
    env: { ...environment(), ...env },
  });
  return { code: status, out: stdout, err: stderr };
}

/** Runs it while this process goes on, which may be the service that it asks. */
export async function ostiaryBeside(args: readonly string[], { cwd, input, env }: RunOptions = {}): Promise<Ran> {
  const child = spawn(linked, args, { ...(cwd !== undefined && { cwd }), env: { ...environment(), ...env } });
  child.stdin.end(input ?? '');
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, out, err };
}

/** Runs it in a terminal of so many columns (by `script`, of util-linux). */
export function inTerminal(
  command: string,
  columns: number,
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): string {
  const { stdout } = spawnSync('script', ['-qec', `stty cols ${columns}; ${linked} ${command}`, '/dev/null'], {
    encoding: 'utf8',
    cwd,
    input: '',
    env: { ...environment(), TERM: 'xterm', ...env },
  });
  return stdout.replaceAll('\r\n', '\n');
}

/** What a command may see of this process: where programs are, and where its code lies compiled and bundled. */
export function environment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE = '', NODE_OPTIONS = '', TEST_BUNDLE = '' } = process.env;
  return { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS, TEST_BUNDLE, LANG: 'C' };
}
