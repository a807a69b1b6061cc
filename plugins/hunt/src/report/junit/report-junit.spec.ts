import { describe, expect, it } from 'vitest';
import { junitErrors } from '../../../../../tools/testing/published-schemas.js';
import { CLASS_IDS } from '../../search/index.js';
import { CASES, fixture } from '../testing/all.js';
import { reportJunit } from './report-junit.js';

/** The test case of a class. */
function caseOf(xml: string, id: string): string {
  return new RegExp(`    <testcase [^>]*name="${id} [^>]*?(?:/>|>.*?</testcase>)`, 's').exec(xml)?.[0] ?? '';
}

describe('the JUnit report', () => {
  it.each(CASES)('of %s in %s is valid against the schema of Jenkins', async (name, language) => {
    expect(await junitErrors(reportJunit(fixture(name, language)))).toEqual([]);
  });

  it('would not be valid with a sign too many', async () => {
    const xml = reportJunit(fixture('clean')).replace('<testcase ', '<testcase what="x" ');
    expect(await junitErrors(xml)).not.toEqual([]);
  });

  it('has a test case for each check, and passes those in which nothing was found', () => {
    const xml = reportJunit(fixture('clean'));
    expect(xml.match(/<testcase /g)).toHaveLength(CLASS_IDS.length - 1);
    expect(xml).toContain('failures="0" errors="0" skipped="5"');
    expect(caseOf(xml, 'G01')).toBe('    <testcase classname="hunt.G" name="G01 A condition that is never true"/>');
    expect(caseOf(xml, 'P01')).toContain('<skipped message="nothing to check"/>');
  });

  it('has a failure for each bug, with the call, the place and what to do', () => {
    const xml = reportJunit(fixture('refunds'));
    expect(xml).toContain('failures="2" errors="0"');
    expect(caseOf(xml, 'S01').match(/<failure /g)).toHaveLength(2);
    const text = caseOf(xml, 'S01');
    for (const words of [
      `type="medium" message="Rule 'small' never decides: 'medium' is stricter on all of it"`,
      "1. refund_order amount 49.90 EUR, reason damaged, days_since 12 -&gt; Confirm. A person must confirm: 'medium'.",
      "policies/refunds.ost:6:1 'small'",
      "What to do: Let 'medium' leave out what 'small' allows.",
    ])
      expect(text).toContain(words);
  });

  it('does not fail a note, and never passes what was given up', () => {
    const { report, ...input } = fixture('refunds');
    const findings = report.findings.map((finding) => ({ ...finding, severity: 'info' as const }));
    const notes = reportJunit({ ...input, report: { ...report, findings } });
    expect(notes).toContain('failures="0" errors="0"');
    expect(caseOf(notes, 'S01')).toContain("<system-out>Rule 'small' never decides");
    const open = reportJunit(fixture('undecided'));
    expect(open).toContain('failures="0" errors="2"');
    expect(caseOf(open, 'H15')).toContain('<error type="undecided"');
    expect(caseOf(open, 'X01')).toContain('<error type="medium"');
  });
});
