/** `npm test`: installs, builds and runs every test. Arguments after `--` go to vitest (`npm test -- core/policy`). */
import { join } from 'node:path';
import { root } from './lib/node.mjs';
import { prepare } from './lib/prepare.mjs';
import { run } from './lib/run.mjs';

try {
  const node = await prepare((text) => process.stderr.write(`${text}\n`));
  process.exitCode = await run(node, [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...process.argv.slice(2),
  ]);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
