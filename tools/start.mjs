/** `npm start`: installs, builds and runs the service. Arguments after `--` go to the host (`npm start -- --help`). */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './lib/node.mjs';
import { prepare } from './lib/prepare.mjs';

try {
  const node = await prepare((text) => process.stderr.write(`${text}\n`));
  const host = spawn(node, [join(root, 'core', 'host', 'dist', 'main.js'), ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  });
  // A terminal sends Ctrl-C to the whole group: the host stops by itself and this process waits for it.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => host.kill('SIGTERM'));
  host.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1);
  });
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
