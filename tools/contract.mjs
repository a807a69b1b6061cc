/**
 * `npm run contract`: writes the contract from the code: contract/fragments, contract/openapi.yaml, its Portuguese twin,
 * docs/errors.md, contract/statuses.csv and the types of the command's client. With `-- --check` nothing is written: the run
 * fails when a file would change. Both then look for what breaks the last released contract.
 */
import { join } from 'node:path';
import { root } from './lib/node.mjs';
import { prepare } from './lib/prepare.mjs';
import { run } from './lib/run.mjs';

const STEPS = [
  'tools/contract/main.ts',
  'tools/client-types/main.ts',
  'tools/status-table/main.ts',
  'tools/compat/main.ts',
];

try {
  const node = await prepare((text) => process.stderr.write(`${text}\n`));
  for (const step of STEPS) {
    const code = await run(node, [join(root, step), ...process.argv.slice(2)]);
    if (code !== 0) process.exitCode = code;
  }
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
