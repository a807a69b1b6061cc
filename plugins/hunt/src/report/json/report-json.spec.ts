import { parseJson } from '@ostiary/json';
import { describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS } from '../../../../../tools/testing/hostile-texts.js';
import { CASES, fixture } from '../testing/all.js';
import { reportJson } from './report-json.js';

interface Told {
  readonly findings: readonly Readonly<Record<string, unknown>>[];
  readonly checks: readonly object[];
}
const read = (text: string): Told => JSON.parse(text) as Told;

/** Names of members, those of calls and contexts aside: they are the caller's. */
function names(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(names);
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'action' || name === 'context' ? [name] : [name, ...names(member)],
  );
}

describe('the JSON report', () => {
  it.each(CASES)('of %s in %s has names of the interface, and texts of one language', (name, language) => {
    const input = fixture(name, language);
    const told = read(reportJson(input));
    expect(names(told).filter((each) => !/^[a-z]+(?:_[a-z]+)*$/.test(each))).toEqual([]);
    expect(told.findings.map(({ title }) => title)).toEqual(input.report.findings.map(({ title }) => title[language]));
    expect(told.checks).toHaveLength(input.report.checks.length);
  });

  it('says calls as they are sent, exactly', () => {
    const { report, ...input } = fixture('payments');
    expect(read(reportJson({ ...input, report })).findings[0]?.['witness']).toMatchObject({
      kind: 'session',
      steps: [
        {},
        {
          action: { tool: 'pay_invoice', arguments: { invoice_id: 'INV-2', amount: '9000.00 EUR' } },
          context: {
            principal: { id: 'agent-7' },
            now: '2026-03-02T09:10:00.000Z',
            session: { id: 's1', history: [{ state: 'allowed' }, { state: 'ok', arguments: { invoice_id: 'INV-1' } }] },
          },
          confirmed: false,
          answer: 'allow',
          slug: 'allowed',
          deciding: ['pay'],
          label: null,
        },
        {},
        {},
      ],
    });
  });

  it('keeps every digit of a number', () => {
    const { report, ...input } = fixture('database');
    const args = parseJson('{"n": 9007199254740993.1}') as Record<string, unknown>;
    const findings = report.findings.slice(2).map((finding) => ({
      ...finding,
      witness: finding.witness && {
        ...finding.witness,
        steps: finding.witness.steps.map((step) => ({ ...step, call: { ...step.call, args } })),
      },
    }));
    expect(reportJson({ ...input, report: { ...report, findings } })).toContain('9007199254740993.1');
  });

  it('holds hostile texts as they were', () => {
    const told = JSON.stringify(read(reportJson(fixture('hostile'))));
    for (const text of HOSTILE_TEXTS) expect(told).toContain(JSON.stringify(text));
  });
});
