/** `npm run check`: everything that is checked without running the product. Prints one line a check and the output of those that fail. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/node.mjs';
import { prepare } from './lib/prepare.mjs';
import { run } from './lib/run.mjs';

const bin = (name) => join(root, 'node_modules', '.bin', name);

const node = await prepare(() => {});

/** The source folders of all packages; their `dist` is not ours to judge. */
const sources = [
  ...['core', 'plugins'].flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}/src`)),
  'cli/src',
];

/** What is checked, in the order of how soon a person wants to know. */
const checks = [
  ['types of tests', node, [join(root, 'node_modules', 'typescript7', 'bin', 'tsc'), '-p', 'tsconfig.spec.json']],
  ['format', bin('oxfmt'), ['--check', '.']],
  ['lint', bin('oxlint'), ['--type-aware', '--deny-warnings']],
  ['import rules', bin('depcruise'), ['--config', '.dependency-cruiser.mjs', ...sources]],
  ['dead weight', bin('knip'), []],
  ['compiled search', node, ['tools/assembly.mjs', '--check']],
  ['contract', node, ['tools/contract.mjs', '--check']],
  ['contract lint', bin('redocly'), ['lint', 'contract/openapi.yaml', 'contract/openapi.pt.yaml']],
];

let failed = 0;
for (const [name, command, args] of checks) {
  const code = await run(command, args, { quiet: true });
  if (code !== 0) failed += 1;
  process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}\n`);
}
process.stdout.write(`${checks.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
