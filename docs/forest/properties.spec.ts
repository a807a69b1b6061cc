import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outcomeText, VERDICT_NAMES } from '@ostiary/forest/report';
import { COLUMNS, KINDS } from '@ostiary/forest/table';
import { root } from '@ostiary/testkit/project';
import { describe, expect, test } from 'vitest';
import { askForestTable } from '../../tools/testing/forest-table.js';

const folder = join(root, 'examples', 'forests', 'loans');
const file = (name: string): Buffer => readFileSync(join(folder, name));
const page = (name: string): string => readFileSync(join(root, 'docs', 'forest', name), 'utf8');

async function told(properties: string): Promise<string[]> {
  const rows = await askForestTable({
    model: file('model.onnx'),
    compare: file('newer.onnx'),
    schema: file('schema.csv').toString(),
    records: file('records.csv').toString(),
    properties,
  });
  return rows.map((row) => {
    const lines = outcomeText(row, 'en', 4);
    return `${row.id} ${VERDICT_NAMES[row.verdict].en}${lines === '' ? '' : `: ${lines}`}`;
  });
}

const sections = page('properties.md')
  .split(/^## /m)
  .slice(1)
  .map((text) => ({ title: text.split('\n', 1)[0] ?? '', text }));

describe('docs/forest/properties.md', () => {
  test.each(sections)('$title', async ({ text }) => {
    const [, table = '', outcome = ''] = /```csv\n([\s\S]*?)```\n\n```text\n([\s\S]*?)\n```/.exec(text) ?? [];
    expect(await told(table)).toEqual(outcome.split('\n'));
  });

  test('has a section for every kind', () => {
    expect(sections.flatMap(({ title }) => title.split(' and ')).toSorted()).toEqual([...KINDS].toSorted());
  });
});

describe('docs/forest/table.md', () => {
  test('names every column', () => {
    const text = page('table.md').split('## Conditions')[0] ?? '';
    expect(COLUMNS.filter((column) => !text.includes(`\`${column}\``))).toEqual([]);
  });
});
