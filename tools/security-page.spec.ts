import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@ostiary/testkit/project';
import { describe, expect, it } from 'vitest';

const page = readFileSync(join(root, 'docs', 'operate', 'security.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split(' | ').at(-1) ?? '')
  .filter((cell) => cell.includes('.spec.ts'));

describe('the page about security', () => {
  it('names tests that are there, by file and title', () => {
    const missing = rows.flatMap((row) =>
      [...row.matchAll(/`([^`]+\.spec\.ts)`((?: "[^"]+",?)+)/g)].flatMap(([, file = '', titles = '']) => {
        if (!existsSync(join(root, file))) return [`there is no ${file}`];
        const text = readFileSync(join(root, file), 'utf8').replaceAll("\\'", "'");
        return [...titles.matchAll(/"([^"]+)"/g)]
          .filter(([, title = '']) => !text.includes(title))
          .map(([, title]) => `${file} has no "${title}"`);
      }),
    );
    expect(missing).toEqual([]);
  });

  it('has a test in every row', () => {
    const table = page.slice(page.indexOf('| risk |'), page.indexOf('\n\nRaces'));
    const without = table
      .split('\n')
      .slice(2)
      .filter((line) => !/`[^`]+\.spec\.ts` "/.test(line));
    expect(without).toEqual([]);
    expect(rows.length).toBeGreaterThan(15);
  });
});
