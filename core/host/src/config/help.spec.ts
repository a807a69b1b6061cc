import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ENVIRONMENT } from './environment.js';
import { helpText } from './help.js';

const page = readFileSync(new URL('../../../../docs/operate/README.md', import.meta.url), 'utf8');

describe('the settings', () => {
  it('are all in --help, with default and meaning', () => {
    const help = helpText();
    for (const [name, { description, fallback }] of Object.entries(ENVIRONMENT)) {
      expect(help).toMatch(new RegExp(`^ +${name} +`, 'm'));
      expect(help).toContain(`${description} [${fallback}]`);
    }
  });

  it("are the operator's page's, row for row", () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| `OSTIARY_'));
    expect(rows).toEqual(
      Object.entries(ENVIRONMENT).map(
        ([name, { description, fallback }]) => `| \`${name}\` | ${fallback} | ${description} |`,
      ),
    );
  });
});
