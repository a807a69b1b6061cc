import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAnyCatalogue } from '@ostiary/catalogue';
import { effectsOf, HYGIENE_CODES, ORDER_PATTERNS, type Rule, SAGA_RULES, TAINT_FORMS } from '@ostiary/graph/model';
import { readDocument } from '@ostiary/graph/read';
import { reportOf, verificationJson } from '@ostiary/graph/report';
import { verifyGraph } from '@ostiary/graph/verify';
import { root } from '@ostiary/testkit/project';
import { describe, expect, it, test } from 'vitest';

const folder = join(root, 'docs', 'graph', 'findings');
const pages = readdirSync(folder)
  .filter((file) => file.endsWith('.md') && file !== 'README.md')
  .map((file) => ({ id: file.replace(/\.md$/, ''), page: readFileSync(join(folder, file), 'utf8') }));

const block = (part: string, kind: string): string | undefined =>
  new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(part)?.[1];

function partOf(page: string, heading: string): string {
  return page.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
}

/** Verdicts as a page says them; a path that ends by an edge ends at the node it leads to. */
function verdictsOf(graph: string, catalogue: string, rules: string | undefined): readonly string[] {
  const read = readDocument(graph);
  const tools = readAnyCatalogue(JSON.parse(catalogue) as unknown);
  if (!read.ok || !tools.ok) throw new Error(JSON.stringify([read, tools]));
  const asked = rules === undefined ? {} : { rules: JSON.parse(rules) as Rule[] };
  const verified = verifyGraph(read, effectsOf(tools.catalogue), asked);
  const named = { path: 'graph.yaml', digest: '', language: 'en', version: '0.1.0' } as const;
  const { verdicts, hygiene } = verificationJson(reportOf(read, verified, named));
  const found = (hygiene ?? []).map(({ code, target, verdict, places }) => {
    const at = places.length === 0 ? '' : `, at ${places.map(({ node }) => node).join(' ')}`;
    return `${code} ${target ?? 'graph'}: ${verdict}${at}`;
  });
  const told = verdicts.map(({ subject, target, verdict, path }) => {
    const last = read.graph.edges.find(({ id }) => id === path?.at(-1)?.edge);
    const steps = path?.map(({ node, edge }) => (edge === null ? node : `${node} -${edge}->`)) ?? [];
    const way = [...steps, ...(last ? [last.target] : [])].join(' ');
    return `${subject} ${target}: ${verdict}${path === null ? '' : `, by ${way}`}`;
  });
  return [...told, ...found];
}

test('the index has every page, by its title', () => {
  const index = readFileSync(join(folder, 'README.md'), 'utf8').split('\n');
  const lines = pages.map(({ id, page }) => `| [${id}](${id}.md) | ${/^# \w+: (.*)$/m.exec(page)?.[1]} |`);
  expect(lines.filter((line) => !index.includes(line))).toEqual([]);
});

test('each kind of rule on checks, confirmations, orders, taint and sagas has a page, and each code of hygiene', () => {
  const ids = pages.map(({ id }) => id);
  expect(
    ['check_before', 'confirm_before', ...ORDER_PATTERNS, ...TAINT_FORMS, ...SAGA_RULES, ...HYGIENE_CODES].filter(
      (id) => !ids.includes(id),
    ),
  ).toEqual([]);
});

describe.each(pages)('the page of $id', ({ id, page }) => {
  const [example, mended] = [partOf(page, 'Example'), partOf(page, 'Mended')];
  const [catalogue, rules] = [block(example, 'json') ?? '', block(example, 'json rules')];
  const told = (part: string): readonly string[] => block(part, 'text')?.trimEnd().split('\n') ?? [];
  const isOwn = (line: string): boolean => line.startsWith(`${id} `);
  const isBad = (line: string): boolean => /: (?:broken|possible)\b/.test(line);

  it('has the finding in its example', () => {
    const verdicts = verdictsOf(block(example, 'yaml') ?? '', catalogue, rules);
    expect(verdicts.filter(isOwn).toSorted()).toEqual(told(example));
    expect(told(example).some(isBad)).toBe(true);
  });

  it('has it no more in the one that is mended', () => {
    const verdicts = verdictsOf(
      block(mended, 'yaml') ?? '',
      block(mended, 'json') ?? catalogue,
      block(mended, 'json rules') ?? rules,
    );
    expect(verdicts.filter(isOwn).toSorted()).toEqual(told(mended));
    expect(told(mended).some(isBad)).toBe(false);
  });
});
