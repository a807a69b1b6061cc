import { describe, expect, it } from 'vitest';
import { sarifErrors } from '../../../../../tools/testing/published-schemas.js';
import type { ReportInput } from '../input.js';
import { CASES, fixture } from '../testing/all.js';
import { reportSarif } from './report-sarif.js';

interface Region {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}
interface Location {
  readonly physicalLocation: { readonly artifactLocation: { readonly uri: string }; readonly region: Region };
  readonly message?: { readonly text: string };
}
interface Replacement {
  readonly deletedRegion: Region;
  readonly insertedContent?: { readonly text: string };
}
interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly kind: string;
  readonly level: string;
  readonly rank?: number;
  readonly message: { readonly text: string };
  readonly locations: readonly [Location];
  readonly codeFlows?: readonly {
    readonly threadFlows: readonly [{ readonly locations: readonly { readonly location: Location }[] }];
  }[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly fixes?: readonly [
    { readonly artifactChanges: readonly [{ readonly replacements: readonly Replacement[] }] },
  ];
}
interface Rule {
  readonly id: string;
  readonly help: { readonly text: string };
  readonly properties: { readonly tags: readonly string[]; readonly 'security-severity'?: string };
}
interface Run {
  readonly tool: { readonly driver: { readonly rules: readonly Rule[] } };
  readonly results: readonly Result[];
  readonly invocations: readonly [
    { readonly toolExecutionNotifications: readonly { readonly message: { readonly text: string } }[] },
  ];
}

const runOf = (input: ReportInput): Run => (JSON.parse(reportSarif(input)) as { runs: [Run] }).runs[0];

/** A text with whole lines replaced, from the last to the first. */
function replaced(text: string, replacements: readonly Replacement[]): string {
  const lines = text.split(/(?<=\n)/);
  for (const { deletedRegion: region, insertedContent } of replacements.toReversed()) {
    expect([region.startColumn, region.endColumn]).toEqual([1, 1]);
    lines.splice(region.startLine - 1, region.endLine - region.startLine, insertedContent?.text ?? '');
  }
  return lines.join('');
}

describe('the SARIF report', () => {
  it.each(CASES)('of %s in %s is valid against the schema of OASIS', (name, language) => {
    const log: unknown = JSON.parse(reportSarif(fixture(name, language)));
    expect(sarifErrors(log)).toEqual([]);
    expect(sarifErrors({ ...(log as object), runs: [{}] })).not.toEqual([]);
  });

  it.each(CASES)('of %s in %s names rules, files and places that are there', (name, language) => {
    const input = fixture(name, language);
    const { tool, results } = runOf(input);
    const lines = input.policy.text.split('\n');
    for (const { ruleId, ruleIndex, locations } of results) {
      expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
      const { region, artifactLocation } = locations[0].physicalLocation;
      expect(decodeURIComponent(artifactLocation.uri)).toBe(input.policy.path);
      expect(new URL(artifactLocation.uri, 'file:///').pathname).toBe(`/${artifactLocation.uri}`);
      expect((lines[region.endLine - 1] ?? '').slice(0, region.endColumn - 1)).toMatch(/;$/);
    }
  });

  it('says a session as a path through its rules', () => {
    const { results } = runOf(fixture('payments'));
    const flow = results[0]?.codeFlows?.[0]?.threadFlows[0].locations ?? [];
    expect(flow).toHaveLength(4);
    expect(flow[3]?.location.message?.text).toBe(
      "pay_invoice invoice_id INV-4, amount 9000.00 EUR, iban DE89370400440532013000 -> Allow. Allowed by 'pay'.",
    );
    expect(flow[3]?.location.physicalLocation.region.startLine).toBe(12);
    expect(runOf(fixture('database')).results.every(({ codeFlows }) => codeFlows === undefined)).toBe(true);
  });

  it('tells gravity by level, rank and the figure of the rule, and leaves open what was not decided', () => {
    const { results, tool } = runOf(fixture('payments'));
    expect(results.map(({ ruleId, kind, level, rank }) => [ruleId, kind, level, rank])).toEqual([
      ['H01', 'fail', 'error', 95],
      ['H02', 'fail', 'error', 80],
      ['X01', 'open', 'none', undefined],
    ]);
    const figures = Object.fromEntries(
      tool.driver.rules.map(({ id, properties }) => [id, properties['security-severity']]),
    );
    expect([figures['H01'], figures['H02'], figures['G01']]).toEqual(['9.5', '8.0', undefined]);
    expect(runOf(fixture('refunds')).tool.driver.rules.find(({ id }) => id === 'S01')?.properties).toMatchObject({
      tags: ['security', 'ostiary/rule-set'],
      'security-severity': '5.5',
    });
  });

  it('has one fingerprint for a bug, whatever its lines', () => {
    const input = fixture('refunds');
    const [finding] = input.report.findings;
    const prints = runOf(input).results[0]?.partialFingerprints;
    expect(prints).toEqual({
      'ostiaryFinding/v1': finding?.fingerprint,
      primaryLocationLineHash: finding?.fingerprint,
    });
  });

  it.each(['refunds', 'payments', 'database'] as const)('of %s says repairs that give the repaired text', (name) => {
    const input = fixture(name);
    const { results } = runOf(input);
    const repaired = results.map(({ fixes }) =>
      fixes === undefined ? null : replaced(input.policy.text, fixes[0].artifactChanges[0].replacements),
    );
    expect(repaired).toEqual(input.report.findings.map(({ repair }) => repair && repair.text));
  });

  it('says no repair where lines end otherwise', () => {
    const input = fixture('refunds');
    const { text } = input.policy;
    for (const other of [text.replaceAll('\n', '\r\n'), text.trimEnd()]) {
      const { results } = runOf({ ...input, policy: { ...input.policy, text: other } });
      expect(results.every(({ fixes }) => fixes === undefined)).toBe(true);
    }
  });

  it('has at most 5,000 results, and says how many were left out', () => {
    const input = fixture('many');
    const findings = Array.from({ length: 26 }, () => input.report.findings).flat();
    const run = runOf({ ...input, report: { ...input.report, findings } });
    expect(run.results).toHaveLength(5000);
    expect(run.invocations[0].toolExecutionNotifications.map(({ message }) => message.text)).toEqual([
      '200 more findings are not shown here. The JSON report has all of them.',
    ]);
    expect(runOf(input).invocations[0].toolExecutionNotifications).toEqual([]);
  });

  it('says that questions were given up', () => {
    expect(runOf(fixture('undecided', 'pt')).invocations[0].toolExecutionNotifications[0]?.message.text).toBe(
      'Perguntas de que a procura desistiu: 1. Pode haver um erro.',
    );
  });

  it('lets no text of others be a link, a placeholder or a control', () => {
    const texts = JSON.stringify(
      runOf(fixture('hostile')).results.map(({ message, codeFlows }) => [message, codeFlows]),
    );
    expect(texts).not.toContain('](');
    expect(texts.replaceAll(/\{\{|\}\}/g, '')).not.toMatch(/\{\d/);
    expect(texts).not.toMatch(/[\u202e\u2066\u200b]|\\u0000|\\ud800/);
    expect(texts).toContain('[U+202E]');
  });
});
