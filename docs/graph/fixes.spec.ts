import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAnyCatalogue } from '@ostiary/catalogue';
import { effectsOf, type Rule, type Verdict } from '@ostiary/graph/model';
import { readDocument } from '@ostiary/graph/read';
import { verifyGraph } from '@ostiary/graph/verify';
import { root } from '@ostiary/testkit/project';
import { expect, test } from 'vitest';

const page = readFileSync(join(root, 'docs', 'graph', 'fixes.md'), 'utf8');

function told({ property, target, verdict, fix, no_fix: why }: Verdict): string {
  if (!fix)
    return `${property} ${target}: ${verdict}${why === undefined || property !== 'P4' ? '' : `; no fix: ${why}`}`;
  const on = [...fix.insert_on, ...fix.insert_before].join(', ');
  const before = fix.before_tool.join(', ');
  const also = before === '' ? '' : `; right before ${before} as well`;
  const where = fix.cut_size === 0 ? ` right before ${before}` : ` on ${on}${also}`;
  const what = `${fix.kind} ${fix.name ?? 'by a person'}${fix.cleans.length === 0 ? '' : ` for ${fix.cleans.join(', ')}`}`;
  return `${property} ${target}: ${verdict}; fix: ${what}${where}`;
}

const examples: { graph: string; catalogue: string; rules: string | undefined; told: string }[] = [];
let [graph, catalogue, rules]: [string, string, string | undefined] = ['', '', undefined];
for (const [, kind = '', text = ''] of page.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm))
  if (kind === 'yaml') graph = text;
  else if (kind === 'json') catalogue = text;
  else if (kind === 'json rules') rules = text;
  else examples.push({ graph, catalogue, rules, told: text.trimEnd() });

test.each(examples)('$told', ({ graph: text, catalogue: tools, rules: asked, told: said }) => {
  const read = readDocument(text);
  const known = readAnyCatalogue(JSON.parse(tools) as unknown);
  if (!read.ok || !known.ok) throw new Error(JSON.stringify([read, known]));
  const options = asked === undefined ? {} : { rules: JSON.parse(asked) as Rule[] };
  expect(verifyGraph(read, effectsOf(known.catalogue), options).verdicts.map(told)).toEqual(said.split('\n'));
});
