import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { driftOf, repair, tell } from './files.ts';

const wanted = new Map([
  ['contract/fragments/core.yaml', 'a\nb\n'],
  ['contract/openapi.yaml', 'c\n'],
]);
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ostiary-contract-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const drift = () => driftOf(root, wanted, ['contract/fragments']);

test('missing, changed and stale files are told, with the first line that differs', () => {
  mkdirSync(join(root, 'contract/fragments'), { recursive: true });
  writeFileSync(join(root, 'contract/fragments/core.yaml'), 'a\nx\n');
  writeFileSync(join(root, 'contract/fragments/gone.yaml'), '');
  expect(drift().map(tell)).toEqual([
    'contract/fragments/core.yaml:2: changed\n  committed: x\n  generated: b',
    'contract/openapi.yaml: missing',
    'contract/fragments/gone.yaml: stale',
  ]);
});

test('repair makes every file as it should be and takes stale ones away', () => {
  mkdirSync(join(root, 'contract/fragments'), { recursive: true });
  writeFileSync(join(root, 'contract/fragments/gone.yaml'), '');
  repair(root, wanted, drift());
  expect(drift()).toEqual([]);
  expect(readFileSync(join(root, 'contract/fragments/core.yaml'), 'utf8')).toBe('a\nb\n');
});

test('a file that ends early differs at its end', () => {
  repair(root, wanted, drift());
  writeFileSync(join(root, 'contract/fragments/core.yaml'), 'a\nb');
  expect(drift().map(tell)).toEqual([
    'contract/fragments/core.yaml:3: changed\n  committed: (end of file)\n  generated: ',
  ]);
});
