import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CASES, fixture } from '../testing/all.js';
import { HOSTILE_NAMES } from '../testing/hostile.js';
import { reportHtml } from './page.js';

/** A tag as the report writes it: known names, known attributes, double quotes. */
const TAG =
  /<(?:!doctype html|\/?(?:html|head|meta|title|desc|style|body|a|header|main|nav|article|div|span|p|h[1-4]|strong|small|wbr|code|dl|dt|dd|ol|ul|li|table|thead|tbody|tr|th|td|figure|figcaption|fieldset|legend|label|input|details|summary|svg|g|path|circle|rect|text)(?:\s+(?:lang|charset|http-equiv|content|name|type|class|href|id|role|tabindex|scope|aria-label|aria-labelledby|aria-hidden|viewBox|width|height|transform|d|cx|cy|r|rx|x|y)="[^"<>]*"|\s+(?:open|checked))*\s*\/?)>/g;

const body = (text: string): string => text.slice(text.indexOf('</style>'));

/** What a person reads, spaces as one. */
function read(text: string): string {
  return body(text)
    .replaceAll(/<(title|desc)\b.*?<\/\1\s*>/gs, '')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(
      /&(amp|lt|gt|quot|#39);/g,
      (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
    )
    .replaceAll(/\s+/g, ' ');
}

describe('the HTML report of a graph', () => {
  it.each(CASES)('of %s in %s is markup of ours and nothing else', (name, language) => {
    const text = reportHtml(fixture(name, language));
    expect(text.replace(/<style>[^<]*<\/style>/, '').replaceAll(TAG, '')).not.toMatch(/[<>]/);
    expect(body(text)).not.toMatch(/(?![\n\t ])[\p{C}\p{Z}]/u);
    // An element of another kind would end a picture, and be shown as text in a title.
    for (const [, inner = ''] of text.matchAll(/<(?:svg|title|desc)\b(.*?)<\/(?:svg|title|desc)\s*>/gs))
      expect(inner.replaceAll(/<\/?(?:path|circle|rect|text|g|title|desc)\b/g, '')).not.toContain('<');
  });

  it.each(CASES)('of %s in %s allows its own style and nothing else, and leads nowhere outside', (name, language) => {
    const text = reportHtml(fixture(name, language));
    const style = /<style>([^<]*)<\/style>/.exec(text)?.[1] ?? '';
    expect(text).toContain(`style-src &#39;sha256-${createHash('sha256').update(style).digest('base64')}&#39;`);
    const ids = [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, href = ''] of text.matchAll(/href="([^"]*)"/g)) expect(ids).toContain(href.slice(1));
    for (const [, labels = ''] of text.matchAll(/aria-labelledby="([^"]*)"/g))
      for (const id of labels.split(' ')) expect(ids).toContain(id);
  });

  it('is the same bytes each time, other texts drawn in between', () => {
    const first = reportHtml(fixture('orders'));
    reportHtml(fixture('refunds'));
    expect(reportHtml(fixture('orders'))).toBe(first);
  });

  it('tells a broken rule as one would: what can happen, the run, values, what to do', () => {
    const text = read(reportHtml(fixture('refunds')));
    const order = [
      'A tool without its check',
      'refund can run without verify_order',
      'The whole run',
      'find_order is called and failscontinues along Find the order → Plan the refund',
      'because not (amount > 100)',
      'What this needs was never there on this path.',
      'Values for which a run takes this path',
      'Put the check verify_order on this edge:',
      'Find the order → Plan the refund',
      'Tried: with this fix the rule is proved, and no rule gets worse.',
      'graphs/refunds.json:8',
      'A call that fails goes back to the model',
      'What would decide it',
      'What the guard of Pay back → Tell the customer decides',
      'Rules that say nothing',
      'c1_7f3kq0zv5m',
      'How much? → Pay back',
      '3 of 4',
      'the server says openWorldHint: true',
    ];
    let at = text.indexOf('Critical 1');
    for (const words of order) {
      const next = text.indexOf(words, at);
      expect([words, next >= at]).toEqual([words, true]);
      at = next;
    }
  });

  it('tells lanes, loops and what no text was written for', () => {
    const text = read(reportHtml(fixture('orders')));
    expect(text).toContain('lane 2');
    expect(text).toContain('From here the run goes back to step 6, forever.');
    expect(text).toContain('some_new_code');
    expect(text).toContain('The run can loop forever');
  });

  it('draws errors, edges that may exist, lanes and the cut by more than colour', () => {
    const text = reportHtml(fixture('orders'));
    for (const part of [
      'class="g-edge error',
      'class="g-edge may',
      'class="slot"',
      'on error',
      'may exist',
      '+ insert operator',
    ])
      expect(text).toContain(part);
    expect(text).toContain('class="g-node off"');
  });

  it('draws the neighbourhood of a run in a large graph, and what its end is about', () => {
    const text = reportHtml(fixture('large'));
    expect(read(text)).toContain('Only the neighbourhood of the run is drawn: 16 of 288 nodes.');
    expect(read(text)).toContain('192act_1 is called');
  });

  it('does not call clean what was not verified', () => {
    expect(read(reportHtml(fixture('clean')))).toContain('Every rule is proved');
    expect(read(reportHtml(fixture('vacuous')))).toContain('Nothing was verified');
    expect(read(reportHtml({ ...fixture('clean'), verdicts: [] }))).toContain('Nothing was verified');
  });

  it('shows a hundred in full and counts the rest', () => {
    const report = fixture('refunds');
    const verdicts = Array.from({ length: 60 }, () => report.verdicts.slice(0, 2)).flat();
    const text = reportHtml({ ...report, verdicts });
    expect(text.match(/<article/g)).toHaveLength(100);
    expect(read(text)).toContain('20 more are not shown here.');
  });

  it('shows hostile names as they are', () => {
    const text = read(reportHtml(fixture('hostile')));
    for (const hostile of HOSTILE_NAMES.filter((each) => /^[ -~]+$/.test(each) && each.length < 80))
      expect(text).toContain(hostile);
  });
});
