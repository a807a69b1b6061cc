import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = import.meta.dirname;
const api = join(folder, '..', '..', 'core', 'plugin-api', 'src');
const source = readdirSync(api)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .map((file) => readFileSync(join(api, file), 'utf8'))
  .join('\n');
const pages = readdirSync(folder)
  .filter((file) => file.endsWith('.md') && file !== 'coverage.md')
  .map((file) => readFileSync(join(folder, file), 'utf8'))
  .join('\n');

const rows = readFileSync(join(folder, 'coverage.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, operation = '', uses = '']) => ({
    operation,
    uses: [...uses.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  }));
const operations = rows.filter(({ operation }) => operation.includes(' /'));

/** The member of the api that a name of the page stands for. */
function member(name: string): RegExp {
  const [first = '', second] = name.split('.');
  if (name === 'public') return /kind: 'public'/;
  if (second !== undefined) return new RegExp(`^ {2}${second}: `, 'm');
  if (name.startsWith("content: '")) return /content\?: 'json' \| 'raw'/;
  return new RegExp(`(?:readonly |function )${first}\\b`);
}

describe('the page about what plugins will use', () => {
  it('has the 60 operations that are not the host’s, once each', () => {
    expect(new Set(operations.map(({ operation }) => operation)).size).toBe(60);
    expect(operations).toHaveLength(60);
  });

  it('names only what the plugin api has and its pages explain', () => {
    const unknown = rows.flatMap(({ operation, uses }) => [
      ...(uses.length === 0 ? [`${operation} uses nothing`] : []),
      ...uses
        .filter(
          (name) =>
            name !== undefined &&
            (!member(name).test(source) || !pages.includes(name.split(/[.:]/).at(-1)?.trim() ?? name)),
        )
        .map((name) => `${operation} uses ${name}`),
    ]);
    expect(unknown).toEqual([]);
  });
});
