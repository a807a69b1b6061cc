import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS } from '../../../../../tools/testing/hostile-texts.js';
import { CASES, fixture } from '../testing/all.js';
import { reportHtml } from './page.js';

/** A tag as the report writes it: known names, known attributes, double quotes. */
const TAG =
  /<(?:!doctype html|\/?(?:html|head|meta|title|style|body|a|header|main|nav|section|article|div|span|p|h[1-4]|strong|small|code|pre|mark|ins|del|dl|dt|dd|ol|ul|li|table|caption|thead|tbody|tr|th|td|figure|details|summary|svg|path|circle|rect|text)(?:\s+(?:lang|charset|http-equiv|content|name|class|href|id|role|tabindex|scope|colspan|data-line|aria-label|aria-labelledby|aria-hidden|viewBox|width|height|d|cx|cy|r|rx|x|y|text-anchor)="[^"<>]*"|\s+open)*\s*\/?)>/g;

const body = (text: string): string => text.slice(text.indexOf('</style>'));

/** What a person reads, spaces as one. */
function read(text: string): string {
  return body(text)
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(
      /&(amp|lt|gt|quot|#39);/g,
      (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
    )
    .replaceAll(/\s+/g, ' ');
}

describe('the HTML report', () => {
  it.each(CASES)('of %s in %s is markup of ours and nothing else', (name, language) => {
    const text = reportHtml(fixture(name, language));
    expect(text.replace(/<style>[^<]*<\/style>/, '').replaceAll(TAG, '')).not.toMatch(/[<>]/);
    expect(body(text)).not.toMatch(/(?![\n\t ])[\p{C}\p{Z}]/u);
    expect(text).toContain(`<html lang="${language}">`);
    // An element of another kind would end a picture, and be shown as text in a title.
    for (const [, inner = ''] of text.matchAll(/<(?:svg|title)\b(.*?)<\/(?:svg|title)\s*>/gs))
      expect(inner.replaceAll(/<\/?(?:path|circle|rect|text)\b/g, '')).not.toContain('<');
  });

  it.each(CASES)('of %s in %s allows its own style and nothing else, and leads nowhere outside', (name, language) => {
    const text = reportHtml(fixture(name, language));
    const style = /<style>([^<]*)<\/style>/.exec(text)?.[1] ?? '';
    const digest = createHash('sha256').update(style).digest('base64');
    expect(text).toContain(
      `content="default-src &#39;none&#39;; style-src &#39;sha256-${digest}&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;"`,
    );
    const ids = [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, href = ''] of text.matchAll(/href="([^"]*)"/g)) expect(ids).toContain(href.slice(1));
  });

  it('is the same bytes each time', () => {
    expect(reportHtml(fixture('payments'))).toBe(reportHtml(fixture('payments')));
  });

  it('tells a bug as one would: what is wrong, the call, what was expected, the rules, what to do', () => {
    const text = read(reportHtml(fixture('refunds')));
    const order = [
      'Rule small never decides: medium is stricter on all of it',
      'The call that shows it',
      '"49.90 EUR"',
      'A person must confirm: medium.',
      'Allow: small was written for refunds up to 100.00 EUR.',
      'up to 500.00',
      '@id("small") allow refund_order',
      'over all possible calls',
      'Let medium leave out what small allows.',
      'unless amount <= 100.00 EUR',
      'Proved: it removes this finding',
    ];
    let at = text.indexOf('Rule small never decides', text.indexOf('What G01 means'));
    for (const words of order) {
      const next = text.indexOf(words, at);
      expect([words, next >= at]).toEqual([words, true]);
      at = next;
    }
  });

  it('says that no call can show a rule that never applies, and how that is known', () => {
    expect(read(reportHtml(fixture('refunds')))).toContain(
      'The bug is that no such call exists. This was decided over all possible calls.',
    );
  });

  it('tells a session step by step, with what happened between', () => {
    const text = read(reportHtml(fixture('payments', 'pt')));
    expect(text).toContain('por agent-7 · na sessão s1');
    expect(text).toContain('pay_invoice teve êxito · 1 hora, 30 minutos depois');
    expect(text).toContain('invoice_id INV-4');
    expect(text).toContain('sobre sessões de até 6 chamadas');
  });

  it('has the calls as they are sent, unless they carry a confirmation', () => {
    const { report, ...input } = fixture('payments');
    const text = read(reportHtml({ ...input, report }));
    expect(text).toContain(
      'Requests for mode guardrail { "action": { "tool": "pay_invoice", "arguments": { "invoice_id": "INV-4"',
    );
    expect(text).not.toContain(
      '"invoice_id": "INV-3", "amount": "9000.00 EUR", "iban": "DE89370400440532013000" } }, "context"',
    );
    const findings = report.findings.map((finding) => ({
      ...finding,
      witness: finding.witness && {
        ...finding.witness,
        steps: finding.witness.steps.map((step) => ({ ...step, context: { ...step.context, confirmed: true } })),
      },
    }));
    expect(read(reportHtml({ ...input, report: { ...report, findings } }))).not.toContain(
      'Requests for mode guardrail',
    );
  });

  it('shows the first dozen of many rules', () => {
    const { report, ...input } = fixture('many');
    const rules = report.findings.slice(0, 15).flatMap(({ evidence }) => evidence.rules);
    const findings = report.findings
      .slice(0, 1)
      .map((finding) => ({ ...finding, evidence: { ...finding.evidence, rules } }));
    const text = read(reportHtml({ ...input, report: { ...report, findings } }));
    expect(text).toContain('policies/many.ost · line 4 @id("r0")');
    expect(text.slice(0, text.indexOf('Everything that was checked'))).not.toContain('"r12"');
    expect(text).toContain('3 more rules');
  });

  it('marks what calls differ in, and letters that pass for others', () => {
    const text = body(reportHtml(fixture('database')));
    const rows = [...text.matchAll(/<tr class="differs">\s*<th scope="row">(\w+)</g)].map(([, name]) => name);
    expect(new Set(rows)).toEqual(new Set(['verb', 'to']));
    expect(text).toContain('dr<span class="odd">\u043e</span><span class="unseen">U+043E</span>p');
    expect(text).toContain('drop<span class="unseen">U+200B</span>');
  });

  it('does not call clean what was not decided', () => {
    expect(read(reportHtml(fixture('clean')))).toContain('No bugs found, and every question was decided');
    const open = read(reportHtml(fixture('undecided')));
    expect(open).toContain('No bugs found, but not every question was decided');
    expect(open).toContain('99.6 % decided');
    expect(open).toContain('X01 Not decided: H15 Changing what a rule trusts');
    expect(open).not.toContain('Decided');
  });

  it('shows the first hundreds in full and counts the rest', () => {
    const input = fixture('many');
    const { findings } = input.report;
    const text = reportHtml({ ...input, report: { ...input.report, findings: [...findings, ...findings] } });
    expect(text.match(/<article/g)).toHaveLength(300);
    expect(read(text)).toContain('100 more findings are not shown here.');
    expect(text).toContain('href="#s-high"');
    const grave = [...findings.slice(0, 40), ...findings.slice(0, 40)].flatMap((each) => [each, each, each, each]);
    const beyond = reportHtml({ ...input, report: { ...input.report, findings: [...grave, ...findings.slice(40)] } });
    expect(beyond).toContain('href="#s-critical"');
    expect(beyond).not.toContain('href="#s-high"');
    expect(read(beyond)).toContain('High 40');
  });

  it('shows hostile texts as they are', () => {
    const text = read(reportHtml(fixture('hostile')));
    for (const hostile of HOSTILE_TEXTS.filter((each) => /^[ -~]+$/.test(each) && each.length < 600))
      expect(text).toContain(JSON.stringify(hostile).slice(1, -1));
  });
});
