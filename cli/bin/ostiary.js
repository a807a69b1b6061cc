#!/usr/bin/env node
/**
 * The command `ostiary`. It stands apart from the compiled code because npm links commands at installation, before the
 * build. A Node older than the product needs hands over to the one that is installed beside it.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const NEEDED_MAJOR = 24;
const command = new URL('../dist/main.js', import.meta.url);

if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) {
  await import(command.href);
} else {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const pinned = createRequire(import.meta.url).resolve(
    `node-${platform}-${process.arch}/bin/node${platform === 'win' ? '.exe' : ''}`,
  );
  const { status } = spawnSync(pinned, [fileURLToPath(command), ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
