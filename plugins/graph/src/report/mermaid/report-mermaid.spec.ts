import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileText } from '../../../../../tools/testing/hostile.js';
import type { TraceCoverage } from '../../traces/index.js';
import { CASES, fixture } from '../testing/all.js';
import { TRACES } from '../testing/traces.js';
import { label } from './escape.js';
import { reportMermaid, verdictMermaid } from './report-mermaid.js';

/** Signs that mean nothing in a label between quotes, and character codes. */
const TEXT = String.raw`"(?:[\p{L}\p{N}\p{M} .,_()!?+*/=·…→-]|#\d+;)*"`;
const NODE = new RegExp(
  String.raw`^ +n\d+(?:\(\[${TEXT}\]\)|\(\(\(${TEXT}\)\)\)|\(${TEXT}\)|\[\[${TEXT}\]\]|\[/${TEXT}/\]|\[${TEXT}\]|\{\{${TEXT}\}\}|\{${TEXT}\})$`,
  'u',
);
const EDGE = new RegExp(String.raw`^ +n\d+ (?:-->|-\.->)(?:\|${TEXT}\|)? n\d+$`, 'u');
const BODY = new RegExp(String.raw`^ +subgraph n\d+\[${TEXT}\]$`, 'u');
const REST =
  /^(?:flowchart TD| +end| +classDef \w+ [\w:#,-]+(?: \d)?| +class n\d+(?:,n\d+)* \w+| +linkStyle \d+(?:,\d+)* [\w:#,-]+)$/;

const strange = (text: string): string[] =>
  text
    .trimEnd()
    .split('\n')
    .filter((line) => ![NODE, EDGE, BODY, REST].some((form) => form.test(line)));

describe('the Mermaid flowchart', () => {
  it.each(CASES)('of %s in %s has lines of the known forms alone', (name, language) => {
    expect(strange(reportMermaid(fixture(name, language)))).toEqual([]);
  });

  it('holds every verdict of hostile names', () => {
    const report = fixture('hostile');
    for (const verdict of report.verdicts) expect(strange(verdictMermaid(report, verdict))).toEqual([]);
  });

  it('lets no label end its quotes, whatever it holds', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(`  n0["${label(text)}"]`).toMatch(NODE);
      }),
    );
  });

  it.each([
    ['1. a', '1#46; a'],
    ['12) a', '12#41; a'],
    ['- a', '#45; a'],
    [' + a', ' #43; a'],
    ['* a', '#42; a'],
    ['a - 1. b', 'a - 1. b'],
    ['1, 3. a', '1, 3. a'],
  ])('makes no list of %s', (text, written) => expect(label(text)).toBe(written));

  it('marks the path, the cut and the way it is taken', () => {
    const text = reportMermaid(fixture('refunds'));
    for (const part of [
      '  n0(["1#46; start · start"])',
      '  n5[/"Ask a person · person"/]',
      '  n1 -.->|"on error · timeout · insert verify#95;order"| n3'.replace('#95;', '_'),
      '  class n0,n1,n3,n4 path',
      '  class n6 last',
      '  linkStyle 0,4,6 stroke:#a31128',
      '  linkStyle 2 stroke:#0a6335',
    ])
      expect(text).toContain(part);
  });

  it('says what no recorded run has seen, and draws what was recorded and the graph has not', () => {
    const report = fixture('refunds');
    const [node, other] = report.graph.nodes.slice(-2).map(({ id }) => id) as [string, string];
    const [edge] = report.graph.edges.slice(-1).map(({ id }) => id) as [string];
    const lacking = { times: 1, trace: 'a', place: { pointer: '/0' } } as const;
    const traces: TraceCoverage = {
      ...TRACES,
      edges_never_seen: [edge],
      nodes_never_seen: [node],
      lacking: [
        { code: 'no_edge', name: node, to: other, ...lacking },
        { code: 'node_unknown', name: '"]; x', to: null, ...lacking },
      ],
    };
    const text = reportMermaid({ ...report, verdicts: [], traces });
    expect(strange(text)).toEqual([]);
    expect(verdictMermaid({ ...report, traces }, null)).not.toContain('Never seen');
    const keyOf = (id: string): string => {
      const at = report.graph.nodes.findIndex((each) => each.id === id);
      return `n${String(at)}`;
    };
    const lines = text.split('\n');
    expect(lines.filter((line) => line.includes('Never seen'))).toHaveLength(2);
    expect(lines.find((line) => line.startsWith(`  ${keyOf(node)}`))).toContain('· Never seen"');
    expect(text).toContain(`  ${keyOf(node)} -.->|"Recorded, but not in the graph"| ${keyOf(other)}`);
    expect(text).toContain(`  class ${keyOf(node)} unseen`);
    expect(text).toContain(`  linkStyle ${String(report.graph.edges.length - 1)} stroke:#888888`);
    expect(text).toContain(`  class n${String(report.graph.nodes.length)} lacking`);
    expect(text).toMatch(/n\d+\["A node .* ran that the graph does not have\."\]/);
  });

  it('draws the body that the path enters, and folds the others', () => {
    const report = fixture('orders');
    const [first, second] = report.verdicts.map((verdict) => verdictMermaid(report, verdict));
    expect(first).toMatch(/subgraph n6\["9#46; Each parcel · for each item"\]\n {4}n\d+\["8#46; Pack/);
    expect(second).toContain('6#46; Pack');
    expect(verdictMermaid(report, report.verdicts[2] ?? null)).toContain(
      'Each parcel · for each item · 3 nodes inside',
    );
  });

  it('draws what is around the path of a large graph', () => {
    const report = fixture('large');
    const [first, second] = report.verdicts.map((verdict) => verdictMermaid(report, verdict).split('\n'));
    expect(first?.length).toBeLessThan(80);
    expect(second?.length).toBeLessThan(300);
    expect(second?.join('\n')).toContain('192#46; act1');
    expect(verdictMermaid(report, null)).toContain('run5 · sub-graph · 36 nodes inside');
  });
});
