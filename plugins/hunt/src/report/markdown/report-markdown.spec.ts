import { describe, expect, it } from 'vitest';
import { CASES, fixture, ofSeveralTools } from '../testing/all.js';
import { reportMarkdown } from './report-markdown.js';

/** Lines outside of blocks of code. */
function outside(markdown: string): string[] {
  let fence: string | null = null;
  return markdown.split('\n').filter((line) => {
    const mark = /^(`{3,})/.exec(line)?.[1];
    if (fence === null && mark !== undefined) {
      fence = mark;
      return false;
    }
    if (fence !== null && line === fence) fence = null;
    else if (fence === null) return true;
    return false;
  });
}

describe('the Markdown report', () => {
  it.each(CASES)('of %s in %s has the headings of its findings and no markup of others', (name, language) => {
    const input = fixture(name, language);
    const lines = outside(reportMarkdown(input));
    const { findings } = input.report;
    const full = findings.length > 50 ? 50 : findings.length;
    expect(lines.filter((line) => line.startsWith('### '))).toHaveLength(full);
    const bare = lines.map((line) =>
      line
        .replaceAll('<!-- -->', '')
        .replaceAll(/(`+)(?!`).*?(?<!`)\1(?!`)/g, '')
        .replaceAll(/\\./g, ''),
    );
    expect(bare.filter((line) => /[<[\]]|https?:/.test(line))).toEqual([]);
    expect(reportMarkdown(input)).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u);
  });

  it('tells a erro as one would', () => {
    const text = reportMarkdown(fixture('refunds'));
    for (const part of [
      '# Bug hunt of refunds',
      '**3 bugs found** · High 1 · Medium 1 · Low 1',
      '### Rule `small` never decides: `medium` is stricter on all of it',
      '**Medium** · `S01` A rule that never decides · `refund_order`',
      '|  | This call | Nearest call with a different result |',
      '| **arguments: amount** | `"49.90 EUR"` | `"249.00 EUR"` |',
      '```\n 6  @id("small") allow refund_order\n',
      '```diff\n',
      '+  unless amount <= 100.00 EUR and reason in ["damaged", "late"];',
    ])
      expect(text).toContain(part);
  });

  it('tells a session step by step', () => {
    expect(reportMarkdown(fixture('payments'))).toContain(
      '4. `pay_invoice` succeeded · 1 hour, 30 minutes later: `pay_invoice` `invoice_id INV-4`, `amount 9000.00 EUR`, `iban DE89370400440532013000` → **Allow** Allowed by `pay`.',
    );
    expect(reportMarkdown(fixture('payments'))).toContain(
      '**Nearest call with a different result**\n\n1. by `agent-7`: `pay_invoice`',
    );
  });

  it('tells fifty in full, some hundreds in a line, and counts the rest', () => {
    const input = fixture('many');
    const findings = [1, 2, 3].flatMap(() => input.report.findings);
    const text = reportMarkdown({ ...input, report: { ...input.report, findings } });
    expect(text).toContain('450 more findings in short:');
    expect(text.match(/^\* /gm)).toHaveLength(450);
    expect(text).toContain('100 more findings are not shown here.');
  });

  it('tells one mistake of a rule about several tools once, with a line of each other tool', () => {
    const input = ofSeveralTools(5);
    const text = reportMarkdown(input);
    expect(text.match(/^### /gm)).toHaveLength(1);
    expect(text).toContain('**5 bugs found**');
    expect(text).toContain('**The same for 4 more tools**');
    for (const { tool, fingerprint } of input.report.findings.slice(1))
      expect(text).toMatch(new RegExp(`^\\* \`${tool ?? ''}\`: .* → \\*\\*.*${fingerprint.slice(3)}`, 'm'));
  });

  it('shows the first dozen of many rules', () => {
    const { report, ...input } = fixture('many');
    const rules = report.findings.slice(0, 15).flatMap(({ evidence }) => evidence.rules);
    const findings = report.findings
      .slice(0, 1)
      .map((finding) => ({ ...finding, evidence: { ...finding.evidence, rules } }));
    const text = reportMarkdown({ ...input, report: { ...report, findings } });
    expect(text).toContain('@id("r11")');
    expect(text).not.toContain('@id("r12")');
    expect(text).toContain('3 more rules');
  });

  it('does not call clean what was not decided', () => {
    expect(reportMarkdown(fixture('undecided', 'pt'))).toContain(
      '**Nenhum erro encontrado, mas nem todas as perguntas foram decididas**',
    );
  });
});
