/**
 * `npm run pack:api`: packs @ostiary/plugin-api and @ostiary/testkit as tarballs into release/, for those who write plugins outside the
 * checkout. Another folder: `npm run pack:api -- <folder>`.
 */
import { join, resolve } from 'node:path';
import { packApi } from './api/pack.mjs';
import { root } from './lib/node.mjs';
import { prepare } from './lib/prepare.mjs';

try {
  await prepare((text) => process.stderr.write(`${text}\n`));
  await packApi(resolve(process.env.INIT_CWD ?? root, process.argv[2] ?? join(root, 'release')));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
