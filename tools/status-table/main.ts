import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { driftOf, repair, tell } from '../contract/files.ts';
import { pairsOf, statusTable } from './table.ts';
import { statusTests } from './titles.ts';

const root = join(import.meta.dirname, '..', '..');
const checkOnly = process.argv.includes('--check');
const TABLE = 'contract/statuses.csv';

const pairs = pairsOf(
  parse(readFileSync(join(root, 'contract/openapi.yaml'), 'utf8')) as Parameters<typeof pairsOf>[0],
);
const files = globSync('{core,plugins,cli}/**/*.spec.ts', {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'dist',
});
const tests = files
  .toSorted()
  .flatMap((file) => statusTests(file.replaceAll('\\', '/'), readFileSync(join(root, file), 'utf8')));
const { csv, untested, unlisted } = statusTable(pairs, tests);

const drift = driftOf(root, new Map([[TABLE, csv]]), []);
if (!checkOnly) repair(root, new Map([[TABLE, csv]]), drift);
for (const one of drift) process.stderr.write(`${tell(one)}\n`);
for (const { operation, status } of untested)
  process.stderr.write(`no test is titled \`${operation} ${status} ...\`\n`);
for (const { file, title } of unlisted) process.stderr.write(`${file}: the contract has no such answer: ${title}\n`);

process.stdout.write(
  `statuses: ${pairs.length - untested.length} of ${pairs.length} answers proved by ${tests.length} tests, ${unlisted.length} tests of answers that are not listed\n`,
);
if (untested.length + unlisted.length > 0 || (checkOnly && drift.length > 0)) process.exitCode = 1;
