import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { compareContracts } from './document.ts';
import type { JsonObject } from './json.ts';

const root = join(import.meta.dirname, '..', '..');
const RELEASED = 'contract/released/v1.yaml';
const PRESENT = 'contract/openapi.yaml';

const read = (path: string): JsonObject => parse(readFileSync(join(root, path), 'utf8')) as JsonObject;

const changes = compareContracts(read(RELEASED), read(PRESENT));
for (const { severity, where, what } of changes.filter((change) => change.severity !== 'compatible')) {
  process.stderr.write(`${severity}: ${where}: ${what}\n`);
}
const count = (severity: string): number => changes.filter((change) => change.severity === severity).length;
process.stdout.write(
  `compat: since the release ${count('compatible')} compatible, ${count('dangerous')} dangerous, ${count('breaking')} breaking changes\n`,
);
if (count('breaking') > 0) process.exitCode = 1;
