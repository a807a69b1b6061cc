import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { environment } from './testing/run.js';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/cli.md'), 'utf8');

interface Example {
  readonly title: string;
  /** What is typed, and what is then seen: one after the other, in one shell. */
  readonly steps: readonly { readonly typed: string; readonly seen: string }[];
}

/** Blocks of a console: a line that begins with `$ ` is typed, the others are seen. */
function examples(): Example[] {
  return [...page.matchAll(/^```console\n([\s\S]*?)^```$/gm)].map(([, block = ''], index) => ({
    title: `${index + 1}: ${block.slice(2, 60).split('\n')[0] ?? ''}`,
    steps: block
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const end = part.indexOf('\n');
        return { typed: part.slice(0, end), seen: part.slice(end + 1) };
      }),
  }));
}

describe('docs/cli.md', () => {
  it('has examples', () => {
    expect(examples().length).toBeGreaterThanOrEqual(7);
  });

  it.each(examples().map((example) => [example.title, example] as const))('example %s', (_, { steps }) => {
    const mark = '\u0001';
    const script = steps.map(({ typed }) => `${typed}\ncode=$?; printf '${mark}'; (exit $code)`).join('\n');
    const given = environment();
    const { stdout } = spawnSync('bash', ['-c', script], {
      cwd: join(root, 'examples/policies/refunds'),
      encoding: 'utf8',
      env: { ...given, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${given['PATH'] ?? ''}` },
    });
    expect(stdout.split(mark).slice(0, -1)).toEqual(steps.map(({ seen }) => seen));
  });

  it('names every exit code and command', () => {
    for (const name of ['check', 'fmt', 'decide', 'test', 'hunt', 'admin', 'plugins'])
      expect(page).toContain(`\`ostiary ${name}`);
  });
});
