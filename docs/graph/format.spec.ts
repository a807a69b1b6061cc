import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '@ostiary/graph/gate';
import { ASSUMPTIONS, GRAPH_FORMATS, readGraph, readNative } from '@ostiary/graph/read';
import { root } from '@ostiary/testkit/project';
import { expect, it } from 'vitest';

const page = (file: string): string => readFileSync(join(root, 'docs/graph', file), 'utf8');

it('the example of the format is read, without an assumption', () => {
  const [, example = ''] = /^```json\n([\s\S]*?)^```$/m.exec(page('format.md')) ?? [];
  const tree = JSON.parse(example) as unknown;
  expect(readNative(tree)).toMatchObject({ ok: true, graph: tree, assumptions: [] });
});

it('every assumption of the readers has its section, which says whether it caps', () => {
  const sections = [...page('assumptions.md').matchAll(/^### (\w+)\n(.*)$/gm)];
  const told = sections.map(([, code, text]) => [code, text?.startsWith('Caps. ') === true]);
  expect(told).toEqual(Object.entries(ASSUMPTIONS).map(([code, kind]) => [code, 'caps' in kind]));
});

it('the index of the formats has every name, each with a page', () => {
  const rows = [...page('formats/README.md').matchAll(/^\| \[[^\]]+\]\(([^)]+)\).*\| `([^`]+)` \|$/gm)];
  expect(rows.map(([, , name]) => name)).toEqual(GRAPH_FORMATS);
  for (const [, file = ''] of rows) expect(page(join('formats', file))).toMatch(/^# /);
});

it('the examples of the formats are recognised and read', () => {
  const examples = GRAPH_FORMATS.flatMap((name) => {
    const [, file] = new RegExp(`\\]\\(([^)]+)\\).*\\| \`${name}\` \\|$`, 'm').exec(page('formats/README.md')) ?? [];
    const blocks = [...page(join('formats', file ?? '')).matchAll(/^```(?:json|yaml|xml)\n([\s\S]*?)^```$/gm)];
    return blocks.map(([, block = '']) => ({ name, block }));
  });
  const read = examples.map(({ name, block }) => {
    const text = readText(block);
    return [name, text.ok && readGraph(text.tree, text.form, { placeOf: text.placeOf }).ok];
  });
  expect(read).toEqual(examples.map(({ name }) => [name, true]));
});
