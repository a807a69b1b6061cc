/** `npm run plugins`: shows the plugins of the deployment, or why they are refused. */
import { join } from 'node:path';
import { root } from './lib/node.mjs';
import { prepare } from './lib/prepare.mjs';
import { run } from './lib/run.mjs';

try {
  const node = await prepare((text) => process.stderr.write(`${text}\n`));
  process.exitCode = await run(node, [join(root, 'cli', 'bin', 'ostiary.js'), 'plugins', ...process.argv.slice(2)]);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
