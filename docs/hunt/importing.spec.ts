import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { preparePolicy } from '@ostiary/guard';
import { FOREIGN_FORMATS, type ForeignFormat, importPolicy } from '@ostiary/hunt/import';
import { root } from '@ostiary/testkit/project';
import { describe, expect, it } from 'vitest';

const page = readFileSync(join(root, 'docs', 'hunt', 'importing.md'), 'utf8');

/** Each text of another language with the translation that follows it. */
const examples = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```\n+```ostiary\n([\s\S]*?)^```$/gm)].map(
  ([, format = '', text = '', translation = '']) => ({ format: format as ForeignFormat, text, translation }),
);

describe('the examples of importing.md', () => {
  it('are there for languages that are read', () => {
    expect(examples.length).toBeGreaterThan(0);
    expect(examples.every(({ format }) => FOREIGN_FORMATS.includes(format))).toBe(true);
  });

  it.each(examples)('translate as the page says: $format', async ({ format, text, translation }) => {
    const result = await importPolicy(format, { text, declares: true });
    expect(result.ok && result.imported.text).toBe(translation);
    expect(preparePolicy({ text: translation }).ok).toBe(true);
  });
});
