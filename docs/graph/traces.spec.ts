import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAnyCatalogue } from '@ostiary/catalogue';
import { effectsOf } from '@ostiary/graph/model';
import { readDocument } from '@ostiary/graph/read';
import { reportOf, verificationJson } from '@ostiary/graph/report';
import { coverTraces, lackingAssumption, readTraces, verifyGraph } from '@ostiary/graph/verify';
import { root } from '@ostiary/testkit/project';
import { expect, test } from 'vitest';

const page = readFileSync(join(root, 'docs', 'graph', 'traces.md'), 'utf8');
const block = (kind: string): string => new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page)?.[1] ?? '';

test('the example of the page says what it says', () => {
  const read = readDocument(block('yaml'));
  const known = readAnyCatalogue(JSON.parse(block('json')) as unknown);
  const recorded = readTraces(block('jsonl'));
  if (!read.ok || !known.ok || !recorded.ok) throw new Error(JSON.stringify([read, known, recorded]));
  const traces = coverTraces(read.graph, recorded.traces);
  const more = lackingAssumption(traces);
  const own = { ...read, assumptions: [...read.assumptions, ...(more ? [more] : [])] };
  const verified = verifyGraph(own, effectsOf(known.catalogue));
  const report = reportOf(own, verified, { path: 'graph.json', digest: '', language: 'en', version: '', traces });
  const told = verificationJson(report);
  const lines = [
    ...told.verdicts.map(
      ({ property, target, verdict, deciders }) =>
        `${property} ${target}: ${verdict} (${(deciders ?? []).map(({ code }) => code).join(', ')})`,
    ),
    ...(told.traces?.lacking ?? []).map(({ code, text }) => `${code}: ${text}`),
    `never seen: ${[...traces.edges_never_seen, ...traces.nodes_never_seen].join(', ')}`,
  ];
  expect(lines).toEqual(block('text').trimEnd().split('\n'));
});
