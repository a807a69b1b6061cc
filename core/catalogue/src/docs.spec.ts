import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { detectCatalogue, readAnyCatalogue, STRING_FORMATS, TOOL_CLASSES } from './index.js';

const page = readFileSync(new URL('../../../docs/catalogue.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(
  ([, block]) => JSON.parse(block ?? '') as unknown,
);

describe('docs/catalogue.md', () => {
  it('shows every form', () => {
    expect(new Set(examples.map(detectCatalogue))).toEqual(
      new Set(['catalogue', 'mcp', 'tools', 'openapi', 'overridden']),
    );
  });

  it.each(examples.map((example, index) => [index + 1, example]))('example %i is read', (_, example) => {
    const result = readAnyCatalogue(example);
    expect(result.ok ? [] : result.problems).toEqual([]);
  });

  it('names every class and format', () => {
    for (const name of [...TOOL_CLASSES, ...STRING_FORMATS]) expect(page).toContain(`\`${name}\``);
  });
});
