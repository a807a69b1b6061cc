import { describe, expect, it } from 'vitest';
import { junitErrors } from '../../../../../tools/testing/published-schemas.js';
import { CASES, fixture } from '../testing/all.js';
import { TRACES } from '../testing/traces.js';
import { reportJunit } from './report-junit.js';

const head = (xml: string): string => /<testsuite [^>]*>/.exec(xml)?.[0] ?? '';

describe('the JUnit report of a graph', () => {
  it.each(CASES)(
    'of %s in %s is valid against the schema of Jenkins, with a case for each verdict',
    async (name, language) => {
      const report = fixture(name, language);
      const xml = reportJunit(report);
      expect(await junitErrors(xml)).toEqual([]);
      expect(xml.match(/<testcase /g)).toHaveLength(report.verdicts.length + (report.hygiene ?? []).length);
    },
  );

  it('fails what is broken, errs on what is open, skips what says nothing, passes what is proved', () => {
    const xml = reportJunit(fixture('refunds'));
    expect(head(xml)).toContain('tests="5" failures="2" errors="1" skipped="1" file="graphs/refunds.json"');
    expect(xml).toContain('<failure type="critical" message="\'refund\' can run without \'verify_order\'">');
    expect(xml).toContain("2. 'find_order': 'find_order' is called and fails");
    expect(xml).toContain('graphs/refunds.json:8:5');
    expect(xml).toMatch(/<testcase classname="graph.P3" name="P3 precedence looked-up: verify_order"\/>/);
  });

  it('passes what hygiene found, with a note', () => {
    const xml = reportJunit(fixture('untidy'));
    expect(head(xml)).toContain('tests="13" failures="2" errors="1" skipped="2"');
    expect(xml).toContain('classname="graph.P6" name="P6 fail_open: refund"');
    expect(xml).toContain("A run goes on without 'refund', as if it had passed");
  });

  it('does not fail a note, and does not pass what was never asked', () => {
    const report = fixture('refunds');
    const verdicts = report.verdicts.slice(0, 2).map((verdict) => ({ ...verdict, severity: 'info' as const }));
    expect(head(reportJunit({ ...report, verdicts }))).toContain('failures="0" errors="0"');
    expect(head(reportJunit({ ...report, verdicts: [] }))).toContain('tests="1" failures="0" errors="1"');
  });

  it('tells recorded runs as a case of its own, which fails where they do more than the graph', () => {
    const text = reportJunit({ ...fixture('refunds'), traces: TRACES });
    const told = text.slice(text.indexOf('graph.traces'));
    expect(told).toMatch(/<error[^>]* type="no_edge"/);
    expect(told).toContain('Never seen: ');
    expect(reportJunit({ ...fixture('refunds'), traces: { ...TRACES, lacking: [] } })).not.toContain('type="no_edge"');
  });
});
