/** `npm run bench [name ...]`: runs the benches one after another and prints their tables. Figures that were seen go into RESULTS.md by hand. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/lib/node.mjs';
import { prepare } from '../tools/lib/prepare.mjs';
import { run } from '../tools/lib/run.mjs';

const node = await prepare((text) => process.stderr.write(`${text}\n`));
const wanted = process.argv.slice(2);
const files = readdirSync(join(root, 'bench'))
  .filter((name) => /\.(mjs|ts)$/.test(name) && !name.endsWith('.spec.ts') && name !== 'run.mjs')
  .filter((name) => wanted.length === 0 || wanted.some((part) => name.startsWith(part)))
  .toSorted();

for (const file of files) {
  process.stdout.write(`\n== ${file}\n`);
  const code = await run(node, ['--expose-gc', join(root, 'bench', file)]);
  if (code !== 0) process.exitCode = 1;
}
