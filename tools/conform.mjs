/** `npm run conform -- PACKAGE`: tries every promise of a plugin, given by its folder or by the name of a package that is installed here. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './lib/node.mjs';
import { prepare } from './lib/prepare.mjs';
import { run } from './lib/run.mjs';

try {
  const args = process.argv.slice(2).map((arg) => (arg.startsWith('-') ? arg : folderOf(arg)));
  const node = await prepare((text) => process.stderr.write(`${text}\n`));
  process.exitCode = await run(node, [join(root, 'core', 'testkit', 'bin', 'ostiary-conform.js'), ...args]);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function folderOf(given) {
  const installed = join(root, 'node_modules', given);
  return existsSync(installed) ? installed : resolve(process.env.INIT_CWD ?? root, given);
}
