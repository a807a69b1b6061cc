import { describe, expect, it } from 'vitest';
import { sarifErrors } from '../../../../../tools/testing/published-schemas.js';
import { CASES, fixture } from '../testing/all.js';
import { TRACES } from '../testing/traces.js';
import { reportSarif } from './report-sarif.js';

interface Location {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string };
    readonly region: { readonly startLine: number };
  };
  readonly logicalLocations?: readonly { readonly fullyQualifiedName: string }[];
  readonly message?: { readonly text: string };
}
interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly kind: string;
  readonly level: string;
  readonly rank?: number;
  readonly message: { readonly text: string };
  readonly locations: readonly [Location];
  readonly codeFlows?: readonly [
    {
      readonly threadFlows: readonly {
        readonly id?: string;
        readonly locations: readonly { readonly location: Location; readonly executionOrder: number }[];
      }[];
    },
  ];
  readonly partialFingerprints: Readonly<Record<string, string>>;
}
interface Run {
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
  readonly results: readonly Result[];
  readonly invocations: readonly [{ readonly toolExecutionNotifications: readonly object[] }];
}
const runOf = (text: string): Run => (JSON.parse(text) as { runs: [Run] }).runs[0];

describe('the SARIF report of a graph', () => {
  it('has a result for what hygiene found, and none for what it did not settle', () => {
    const { results, tool } = runOf(reportSarif(fixture('untidy')));
    const own = results.filter(({ ruleId }) => ruleId.startsWith('P6-'));
    expect(own.map(({ ruleId }) => ruleId)).toEqual([
      'P6-unreachable_tool',
      'P6-unreachable_node',
      'P6-check_never_passes',
      'P6-fail_open',
      'P6-vacuous_rule',
      'P6-unclassified_tool',
      'P6-dangling_reference',
    ]);
    expect(own[0]?.locations[0].logicalLocations).toMatchObject([{ fullyQualifiedName: 'refund' }]);
    expect(own[3]).toMatchObject({ baselineState: 'new', level: 'warning' });
    expect(own.every(({ ruleIndex, ruleId }) => tool.driver.rules[ruleIndex]?.id === ruleId)).toBe(true);
  });

  it.each(CASES)(
    'of %s in %s is valid against the schema of OASIS, and names rules that are there',
    (name, language) => {
      const report = fixture(name, language);
      const text = reportSarif(report);
      expect(sarifErrors(JSON.parse(text))).toEqual([]);
      const { tool, results } = runOf(text);
      for (const { ruleId, ruleIndex, locations } of results) {
        expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
        expect(decodeURIComponent(locations[0].physicalLocation.artifactLocation.uri)).toBe(report.path.toWellFormed());
      }
      const fixed = new Set(report.comparison?.fixed);
      const verdicts = report.verdicts.filter(
        ({ verdict, fingerprint }) => verdict !== 'proved' || fixed.has(fingerprint),
      );
      const found = (report.hygiene ?? []).filter(({ verdict }) => verdict === 'broken');
      const told = [...verdicts, ...found];
      expect(results).toHaveLength(told.length);
      expect(new Set(results.flatMap(({ partialFingerprints }) => Object.values(partialFingerprints)))).toEqual(
        new Set(told.map(({ fingerprint }) => fingerprint)),
      );
    },
  );

  it('says a path as a code flow through the places of its nodes', () => {
    const { results } = runOf(reportSarif(fixture('refunds')));
    expect(results.map(({ ruleId, kind, level, rank }) => [ruleId, kind, level, rank])).toEqual([
      ['P1', 'fail', 'error', 95],
      ['P2', 'fail', 'error', 80],
      ['P3-response', 'open', 'none', undefined],
      ['P3-precedence', 'review', 'none', undefined],
    ]);
    const [flow] = results[0]?.codeFlows?.[0].threadFlows ?? [];
    expect(
      flow?.locations.map(({ location }) => [
        location.logicalLocations?.[0]?.fullyQualifiedName,
        location.physicalLocation.region.startLine,
      ]),
    ).toEqual([
      ['start', 2],
      ['find_order', 3],
      ['plan', 5],
      ['size', 6],
      ['refund', 8],
    ]);
    expect(flow?.locations[1]?.location.message?.text).toBe(
      "'find_order': 'find_order' is called and fails; continues along 'Find the order' → 'Plan the refund' ('on error', 'timeout')",
    );
    expect(results[0]?.message.text).toContain(
      "What to do: Put the check 'verify_order' on this edge: 'Find the order' → 'Plan the refund'",
    );
  });

  it('gives each lane a thread, in the order of the run', () => {
    const [result] = runOf(reportSarif(fixture('orders'))).results;
    const flows = result?.codeFlows?.[0].threadFlows ?? [];
    expect(flows.map(({ id, locations }) => [id, locations.map(({ executionOrder }) => executionOrder)])).toEqual([
      ['lane 1', [1, 2, 4, 5, 7, 8, 9, 10]],
      ['lane 2', [3, 6]],
    ]);
  });

  it('tells what recorded runs show: a warning for what the graph has not, a note for what was never seen', () => {
    const text = reportSarif({ ...fixture('refunds'), traces: TRACES });
    expect(sarifErrors(JSON.parse(text))).toEqual([]);
    const { results, tool } = runOf(text);
    expect(
      results
        .slice(-2)
        .map(({ ruleId, ruleIndex, kind, level, message }) => [
          ruleId === tool.driver.rules[ruleIndex]?.id && ruleId,
          kind,
          level,
          message.text,
        ]),
    ).toEqual([
      [
        'traces-lacking',
        'fail',
        'warning',
        "'plan' was followed by 'refund', but no edge leads there: add one with 'bindings.edges'.",
      ],
      ['traces-never-seen', 'informational', 'none', "Never seen: 'known', 'mail'"],
    ]);
  });

  it('lets no text of others be a link, a placeholder or a control', () => {
    const log = reportSarif(fixture('hostile'));
    const texts = [...log.matchAll(/"text": "((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text).join('\n');
    expect(texts).not.toContain('](');
    expect(texts.replaceAll(/\{\{|\}\}/g, '')).not.toMatch(/\{\d/);
    expect(texts).toContain('[click] (https');
    const places = [...log.matchAll(/"fullyQualifiedName": .*/g)].join('\n');
    expect(`${texts}${places}`).not.toMatch(/[\u202e\u2066\u200b]|\\u0000/);
  });
});
