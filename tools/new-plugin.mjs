/**
 * `npm run new-plugin -- NAME [--folder PATH]`: writes a plugin with a mode, its tests and its Portuguese, beside the checkout unless told
 * where, and puts the plugin api and the testkit into its folder `vendor`.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packApi } from './api/pack.mjs';
import { root } from './lib/node.mjs';
import { prepare } from './lib/prepare.mjs';
import { writePlugin } from './new-plugin/write.mjs';

const USAGE = 'Usage: npm run new-plugin -- NAME [--folder PATH]';

async function main() {
  const { values, positionals } = parseArgs({ options: { folder: { type: 'string' } }, allowPositionals: true });
  const [name] = positionals;
  if (name === undefined || positionals.length > 1) throw new Error(USAGE);
  const folder = resolve(process.env.INIT_CWD ?? root, values.folder ?? join(root, '..', name));
  writePlugin(name, folder);
  await prepare((text) => process.stderr.write(`${text}\n`));
  await packApi(join(folder, 'vendor'));
  process.stdout.write(
    `\nThe plugin is in ${folder}. Now, there, with Node 24 or newer:\n\n  npm install\n  npm test\n  npm run conform\n`,
  );
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
