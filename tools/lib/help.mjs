import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './node.mjs';

const SETTING = /^\| `(OSTIARY_\w+)` \| (.*?) \| (.*) \|$/;

/**
 * The text of `npm start -- --help`, read from docs/operate: nothing has to be installed for it. The service prints the same from its own
 * table, and a test compares the two.
 * @returns {string}
 */
export function startHelp() {
  const page = readFileSync(join(root, 'docs', 'operate', 'README.md'), 'utf8');
  const settings = page.slice(page.indexOf('\n## Settings\n'));
  const [, usage = ''] = /```text\n([^]*?)```/.exec(settings) ?? [];
  const groups = settings
    .split(/^### /m)
    .slice(1)
    .map((section) => ({
      name: section.split('\n', 1)[0],
      rows: section
        .split('\n')
        .map((line) => SETTING.exec(line))
        .filter((match) => match !== null),
    }));
  const width = Math.max(...groups.flatMap(({ rows }) => rows.map(([, name]) => name.length)));
  const sections = groups.map(({ name, rows }) => {
    const lines = rows.map(
      ([, variable, fallback, meaning]) => `  ${variable.padEnd(width)}  ${meaning} [${fallback}]`,
    );
    return `\n${name}\n${lines.join('\n')}\n`;
  });
  return usage + sections.join('');
}
