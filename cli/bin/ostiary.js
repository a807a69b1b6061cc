#!/usr/bin/env node
/**
 * The command `ostiary`. It stands apart from the compiled code because npm links commands at installation, before the
 * build. A Node older than the product needs hands over to the one that is installed beside it.
 */
import { spawn } from 'node:child_process';
import module from 'node:module';
import { constants, homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED_MAJOR = 24;
const command = new URL('../dist/main.js', import.meta.url);

if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) {
  // The second start finds its code compiled: in a folder of the user's own, where nobody else can put code for him to run.
  module.enableCompileCache(
    process.env.NODE_COMPILE_CACHE || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'ostiary'),
  );
  await import(command.href);
} else {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const pinned = module
    .createRequire(import.meta.url)
    .resolve(`node-${platform}-${process.arch}/bin/node${platform === 'win' ? '.exe' : ''}`);
  const child = spawn(pinned, [fileURLToPath(command), ...process.argv.slice(2)], { stdio: 'inherit' });
  // Whoever stops this process means the one that does the work. A terminal tells both of Ctrl-C by itself.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal];
  });
}
