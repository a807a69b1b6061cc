import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { askCases, casesOf, engine, lowerModels, openTexts, readForest, RowTally } from '@ostiary/forest/audit';
import { outcomeLines, VERDICT_NAMES } from '@ostiary/forest/report';
import { COLUMNS, KINDS, sheetOfText } from '@ostiary/forest/table';
import { root } from '@ostiary/testkit/project';
import { describe, expect, test } from 'vitest';

const folder = join(root, 'examples', 'forests', 'loans');
const file = (name: string): Buffer => readFileSync(join(folder, name));
const page = (name: string): string => readFileSync(join(root, 'docs', 'forest', name), 'utf8');

async function told(table: string): Promise<string[]> {
  const [model, newer] = ['model.onnx', 'newer.onnx'].map((name) => readForest(file(name)));
  if (model?.ok !== true || newer?.ok !== true) throw new Error('the examples are read');
  const sheet = (name: string) => sheetOfText(file(name).toString(), '');
  const sheets = { schema: sheet('schema.csv'), records: sheet('records.csv'), properties: sheetOfText(table, '') };
  const opened = openTexts(model.model.forest, sheets);
  if (!opened.ok) throw new Error(JSON.stringify(opened.refusals));
  const lowered = lowerModels(model.model, newer.model, opened.texts.vocabulary);
  if (!lowered.ok) throw new Error(lowered.words.en);
  const audit = { ...opened.texts, model: lowered.model, compare: lowered.compare };
  const tally = new RowTally(audit);
  const nothing = new Map<string, never>();
  const budget = {
    nodes: 200_000,
    slice: 200_000,
    over: () => false,
    resume: nothing,
    decided: nothing,
    begun: new Set<string>(),
  };
  await askCases(audit, casesOf(audit), engine, budget, {
    bounds: () => Promise.resolve(),
    case: (_at, result) => {
      tally.add(result);
      return Promise.resolve();
    },
  });
  return tally.results().map((row) => {
    const lines = outcomeLines(row, 'en').slice(0, 4).join('; ');
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
