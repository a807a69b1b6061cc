import { describe, expect, it } from 'vitest';
import type { Html } from '../html/html.js';
import { type Answer, answerBadge } from './answer.js';
import { type CallColumn, callTable } from './call.js';
import { callout } from './callout.js';
import { diff } from './diff.js';
import { folded } from './folded.js';
import { severityBadge, type SeverityName } from './severity.js';
import { source } from './source.js';
import { steps } from './steps.js';
import { table } from './table.js';

/** What is read, spaces as one. */
const read = (piece: Html): string =>
  String(piece)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ')
    .trim();

describe('badges', () => {
  it.each<[Answer, string, string]>([
    ['allow', 'Allow', 'Permitir'],
    ['confirm', 'Confirm', 'Confirmar'],
    ['refuse', 'Refuse', 'Recusar'],
  ])('say %s by word, and by an icon that is not read', (answer, en, pt) => {
    expect([read(answerBadge(answer, 'en')), read(answerBadge(answer, 'pt'))]).toEqual([en, pt]);
    expect(String(answerBadge(answer, 'en'))).toMatch(/<svg class="icon"[^>]* aria-hidden="true"/);
  });

  it.each<[SeverityName, string, number]>([
    ['critical', 'Crítica', 4],
    ['high', 'Alta', 3],
    ['medium', 'Média', 2],
    ['low', 'Baixa', 1],
    ['info', 'Nota', 0],
  ])('say the severity %s by word and bars', (severity, pt, bars) => {
    const badge = severityBadge(severity, 'pt');
    expect(read(badge)).toBe(pt);
    expect(String(badge).match(/class="on"/g) ?? []).toHaveLength(bars);
  });
});

describe('a table of calls', () => {
  const call = (over: Partial<CallColumn>): CallColumn => ({
    title: 'one',
    tool: 'pay',
    fields: [
      { group: 'arguments', name: 'amount', text: '5' },
      { group: 'principal', name: 'id', text: '"ann"' },
    ],
    answer: 'allow',
    reason: 'by pay',
    ...over,
  });
  const marked = (piece: Html): string[] =>
    [...String(piece).matchAll(/<tr class="(?:verdict )?differs">\s*<th scope="row">([^<]*)</g)].map(
      ([, name = '']) => name,
    );

  it('has no head for one call, and nothing marked', () => {
    const piece = callTable([call({})], 'label', 'en');
    expect(read(piece)).toBe('tool pay arguments amount 5 principal id "ann" answer Allow by pay');
    expect(String(piece)).not.toContain('<thead>');
    expect(marked(piece)).toEqual([]);
  });

  it('marks the rows in which calls differ, what is absent too', () => {
    const other = call({
      title: 'two',
      fields: [{ group: 'arguments', name: 'amount', text: '6' }],
      answer: 'refuse',
    });
    const piece = callTable([call({}), other], 'label', 'pt');
    expect(read(piece)).toBe(
      'one two ferramenta pay pay arguments amount 5 6 principal id "ann" não indicado resposta Permitir by pay Recusar by pay',
    );
    expect(marked(piece)).toEqual(['amount', 'id', 'resposta']);
  });

  it('keeps fields of one name in two groups apart', () => {
    const fields = ['a', 'b'].map((group) => ({ group, name: 'id', text: group }));
    expect(read(callTable([call({ fields })], 'label', 'en'))).toContain('a id a b id b');
  });
});

describe('a session', () => {
  it('is a list of its calls, with what happened before each', () => {
    const piece = steps(
      [
        { before: null, call: 'pay 1', answer: 'allow', note: 'by pay' },
        { before: 'an hour later', call: 'pay 2', answer: 'refuse', note: 'by cap' },
      ],
      'en',
    );
    expect(read(piece)).toBe('1 pay 1 Allow by pay an hour later 2 pay 2 Refuse by cap');
    expect(String(piece).match(/<li>/g)).toHaveLength(2);
  });
});

describe('source text', () => {
  const text = 'one\r\ntwo <b>\n\nfour\nfive\n';
  const view = { text, tokens: [], marked: [{ from: 2, to: 2 }], shown: null };
  const lines = (piece: Html): string[] =>
    [...String(piece).matchAll(/<(mark|span) class="line" data-line="(\d+)">(.*?)\n<\/\1>/gs)].map(
      ([, kind, line, inner]) => `${kind === 'mark' ? '>' : ''}${line} ${inner}`,
    );

  it('numbers its lines and marks some', () => {
    expect(lines(source(view, 'en'))).toEqual(['1 one', '>2 two &lt;b&gt;', '3 ', '4 four', '5 five']);
  });

  it('counts what is left out between two parts, and nothing before and behind them', () => {
    const shown = [
      { from: 2, to: 2 },
      { from: 5, to: 5 },
    ];
    const piece = source({ ...view, shown }, 'en');
    expect(lines(piece)).toEqual(['>2 two &lt;b&gt;', '5 five']);
    expect(read(piece)).toBe('two &lt;b&gt; ⋯ 2 lines five');
    expect(
      read(
        source(
          {
            ...view,
            shown: [
              { from: 2, to: 3 },
              { from: 5, to: 5 },
            ],
          },
          'pt',
        ),
      ),
    ).toContain('⋯ 1 linha');
  });

  it('colours tokens, those over two lines as well', () => {
    const [second, five] = [text.indexOf('two'), text.indexOf('five')];
    const tokens = [
      { start: 0, end: 3, class: 'keyword' as const },
      { start: second, end: five, class: 'comment' as const },
      { start: five + 1, end: five + 2, class: 'refuse' as const },
    ];
    expect(lines(source({ ...view, tokens }, 'en'))).toEqual([
      '1 <span class="t-keyword">one</span>',
      '>2 <span class="t-comment">two &lt;b&gt;</span>',
      '3 ',
      '4 <span class="t-comment">four</span>',
      '5 f<span class="t-refuse">i</span>ve',
    ]);
  });

  it('gives lines an id where it is asked to', () => {
    expect(String(source({ ...view, anchor: 'l-' }, 'en'))).toContain('<span id="l-2"></span>two');
    expect(String(source(view, 'en'))).not.toContain('id=');
  });
});

describe('a change', () => {
  it('is read by words and seen by signs', () => {
    const piece = diff(
      [
        [
          { kind: 'same', text: 'a', line: 1, tokens: [] },
          { kind: 'removed', text: 'b', line: 2, tokens: [{ start: 0, end: 1, class: 'number' }] },
          { kind: 'added', text: 'c', line: 2, tokens: [] },
        ],
        [{ kind: 'added', text: 'd', line: 9, tokens: [] }],
      ],
      'en',
    );
    expect(read(piece)).toBe('a removed: b added: c ⋯ added: d');
    expect(String(piece)).toContain('<span class="t-number">b</span>');
  });
});

describe('the other pieces', () => {
  it('have titles, and tables a name for each row', () => {
    expect(read(callout('good', 'Expected', 'refuse'))).toBe('Expected refuse');
    const rows = String(
      table({ label: 'l', columns: [{ title: 'a' }, { title: 'b', numeric: true }], rows: [['x', '1']] }),
    );
    expect(rows).toMatch(/<th scope="row" class="words">x<\/th>\s*<td class="number">1<\/td>/);
    const card = { id: 'i', title: 't', note: 'n', body: 'b' };
    expect(String(folded({ ...card, open: false }))).toMatch(/^<details class="card fold">/);
    expect(String(folded({ ...card, open: true }))).toMatch(/^<details class="card fold" open>/);
  });
});
