import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, 'policies');
const command = join(import.meta.dirname, '../node_modules/.bin/ostiary');

function ostiary(cwd: string, args: readonly string[]): { readonly code: number | null; readonly out: string } {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, LANG: 'C' },
  });
  return { code: status, out: stdout + stderr };
}

describe('examples/policies', () => {
  it.each(readdirSync(folder))('%s: is in order, laid out, and passes tests that make every rule fire', (name) => {
    const cwd = join(folder, name);
    const catalogue = existsSync(join(cwd, 'catalogue.json')) ? ['--catalogue', 'catalogue.json'] : [];
    expect(ostiary(cwd, ['check', '--deny-warnings', ...catalogue, '.'])).toMatchObject({ code: 0 });
    expect(ostiary(cwd, ['fmt', '--check', '.'])).toEqual({ code: 0, out: '' });
    const tested = ostiary(cwd, ['test', '--min-coverage', '100', ...catalogue, '.']);
    expect(tested.out).toMatch(/policy\.ost: [1-9]\d* passed, 0 failed/);
    expect(tested.code).toBe(0);
  });
});
