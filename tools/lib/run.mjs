import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { root } from './node.mjs';

/**
 * Runs a command in the project's root, or in `cwd`, with the project's own executables first on the path.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ quiet?: boolean, env?: Record<string, string>, cwd?: string }} [options] quiet: output is shown only when the command fails
 * @returns {Promise<number>} exit code; 128 + n style codes become 1
 */
export function run(command, args, options = {}) {
  const env = {
    ...process.env,
    ...options.env,
    PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
  };
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env,
      stdio: ['inherit', options.quiet ? 'pipe' : 'inherit', options.quiet ? 'pipe' : 'inherit'],
    });
    const held = [];
    child.stdout?.on('data', (chunk) => held.push(chunk));
    child.stderr?.on('data', (chunk) => held.push(chunk));
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code !== 0) process.stderr.write(Buffer.concat(held));
      resolve(code ?? 1);
    });
  });
}

/** As `run`, but throws when the command fails. `what` names the step in the error. */
export async function mustRun(what, command, args, options) {
  const code = await run(command, args, options);
  if (code !== 0) throw new Error(`${what} failed (exit code ${code})`);
}

/** Runs npm: the one that runs this, where it does. */
export function npm(args, options) {
  const cli = process.env.npm_execpath;
  return cli
    ? run(process.execPath, [cli, ...args], options)
    : run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options);
}
