/** `npm start`: installs, builds and runs the service. Arguments after `--` go to the host; `npm start -- --help` needs nothing installed. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ALLOCATOR } from './lib/allocator.mjs';
import { startHelp } from './lib/help.mjs';
import { root } from './lib/node.mjs';
import { prepare } from './lib/prepare.mjs';

const args = process.argv.slice(2);

async function start() {
  const node = await prepare((text) => process.stderr.write(`${text}\n`));
  const host = spawn(node, [join(root, 'core', 'host', 'dist', 'main.js'), ...args], {
    cwd: root,
    env: { ...ALLOCATOR, ...process.env },
    stdio: 'inherit',
  });
  // A terminal sends Ctrl-C to the whole group: the host stops by itself and this process waits for it.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => host.kill('SIGTERM'));
  host.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1);
  });
}

if (args.some((arg) => arg === '--help' || arg === '-h')) {
  process.stdout.write(startHelp());
} else {
  await start().catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
