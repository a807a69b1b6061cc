import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAnyCatalogue } from '@ostiary/catalogue';
import { effectsOf } from '@ostiary/graph/model';
import { readDocument } from '@ostiary/graph/read';
import { GraphAssumes } from '@ostiary/graph/request';
import { applyAssume, verifyGraph, whatIf } from '@ostiary/graph/verify';
import { root } from '@ostiary/testkit/project';
import { expect, test } from 'vitest';

const page = readFileSync(join(root, 'docs', 'graph', 'what-if.md'), 'utf8');
const blocks = [...page.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, kind, text = '']) => ({ kind, text }));
const of = (kind: string): string[] => blocks.filter((block) => block.kind === kind).map(({ text }) => text);

test.each(of('json assume').map((assume, at) => ({ assume, said: of('text')[at]?.trimEnd() })))(
  '$said',
  ({ assume, said }) => {
    const read = readDocument(of('yaml')[0] ?? '');
    const known = readAnyCatalogue(JSON.parse(of('json')[0] ?? '') as unknown);
    if (!read.ok || !known.ok) throw new Error(JSON.stringify([read, known]));
    const effects = effectsOf(known.catalogue);
    const applied = applyAssume(read, effects, GraphAssumes.parse(JSON.parse(assume)));
    if (!applied.ok) throw new Error(JSON.stringify(applied.problems));
    const { verified } = whatIf(verifyGraph(applied.read, applied.effects), verifyGraph(read, effects));
    expect(
      verified.verdicts.map(
        ({ property, target, verdict, without_assume: without }) =>
          `${property} ${target}: ${verdict}, without: ${String(without)}`,
      ),
    ).toEqual([said]);
  },
);

test('the page has every kind', () => {
  const kinds = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, kind]) => kind);
  expect(kinds).toEqual(GraphAssumes.element.options.map(({ shape }) => shape.kind.value));
});
