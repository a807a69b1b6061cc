import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePoint } from '../../../../tools/testing/code-point.js';
import { html } from './html.js';
import { prose } from './prose.js';

/** A template that no formatter has mended. */
function template(...strings: readonly string[]): TemplateStringsArray {
  return Object.assign([...strings], { raw: strings });
}

describe('html', () => {
  it.each([
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['"><img src=x onerror=alert(1)>', '&quot;&gt;&lt;img src=x onerror=alert(1)&gt;'],
    ["' onload='x", '&#39; onload=&#39;x'],
    ['&lt;', '&amp;lt;'],
    [']]>', ']]&gt;'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
  ])('escapes %s in content and in an attribute', (text, escaped) => {
    expect(String(html`<b>${text}</b>`)).toBe(`<b>${escaped}</b>`);
    expect(String(html`<b title="${text}">x</b>`)).toBe(`<b title="${escaped}">x</b>`);
  });

  it.each([
    ['a\u202Eb', 'U+202E'],
    ['a\u2066b', 'U+2066'],
    ['a\u200bb', 'U+200B'],
    ['a\0b', 'U+0000'],
    ['a\u001bb', 'U+001B'],
    ['a\rb', 'U+000D'],
    ['a\u0085b', 'U+0085'],
    ['a\u00a0b', 'U+00A0'],
    ['a\u2028b', 'U+2028'],
    ['a\ufe0fb', 'U+FE0F'],
    ['a\u3164b', 'U+3164'],
    ['a\u{e0041}b', 'U+E0041'],
    ['a\ud800b', 'U+D800'],
    ['a\ue000b', 'U+E000'],
    ['a\uffffb', 'U+FFFF'],
  ])('shows what cannot be seen in %j', (text, name) => {
    expect(String(html`<b>${text}</b>`)).toBe(`<b>a<span class="unseen">${name}</span>b</b>`);
    expect(String(html`<b title="${text}">x</b>`)).toBe(`<b title="a[${name}]b">x</b>`);
  });

  it('shows it by text where an element holds text alone', () => {
    expect(String(html`<title>${'a\u202e'} ${'<b>'}</title>`)).toBe('<title>a[U+202E] &lt;b&gt;</title>');
    const picture = html`<b
      ><svg><text x="${1}">${'a\u202e'}</text></svg>${'\u202e'}</b
    >`;
    expect(String(picture).replaceAll(/\s*\n\s*/g, '')).toBe(
      '<b><svg><text x="1">a[U+202E]</text></svg><span class="unseen">U+202E</span></b>',
    );
    expect(() => html`<title>${html`<b>x</b>`}</title>`).toThrow(TypeError);
  });

  it('leaves letters, line feeds, tabs and spaces as they are', () => {
    expect(String(html`<b>${'maçã\n\tİ 日本 👍 שלום'}</b>`)).toBe('<b>maçã\n\tİ 日本 👍 שלום</b>');
  });

  it('makes of any text what is seen as text, and nothing else', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (text) => {
        const inner = String(html`<b>${text}</b>`).slice(3, -4);
        const read = inner
          .replaceAll(/<span class="unseen">U\+([0-9A-F]+)<\/span>/g, (_, code: string) =>
            String.fromCodePoint(Number.parseInt(code, 16)),
          )
          .replaceAll(
            /&(amp|lt|gt|quot|#39);/g,
            (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name] ?? '',
          );
        expect(read).toBe(text);
        expect(inner.replaceAll(/<span class="unseen">U\+[0-9A-F]+<\/span>/g, '')).not.toMatch(
          /[<>"']|(?![\n\t ])[\p{C}\p{Z}]/u,
        );
      }),
    );
  });

  it('joins lists, takes markup as it is, and leaves nothing out of it', () => {
    expect(String(html`<p>${['a', 'b<'].map((text) => html`<i>${text}</i>`)}${null}${7}</p>`)).toBe(
      '<p><i>a</i><i>b&lt;</i>7</p>',
    );
  });

  it('does not take for markup what only looks like it', () => {
    const forged = { toString: () => '<script>' } as unknown as string;
    expect(String(html`<b>${[forged].map(String)}</b>`)).toBe('<b>&lt;script&gt;</b>');
  });

  it.each<[string, () => unknown]>([
    ['outside quotes', () => html`<b title=${'x'}>x</b>`],
    ['in single quotes', () => html(template("<b title='", "'>x</b>"), 'x')],
    ['as a name', () => html`<b ${'x'}>x</b>`],
    ['as a tag', () => html`<${'x'}>x</b>`],
    ['in an open tag', () => html`<b title="x"`],
    [
      'in a script',
      () =>
        html`<script>
          ${'x'};
        </script>`,
    ],
    [
      'in a style',
      () =>
        html`<style>
          ${'x'}
        </style>`,
    ],
    ['in a style of an element', () => html`<b style="${'x'}">x</b>`],
    ['in a handler', () => html`<b onclick="${'x'}">x</b>`],
    ['in what is fetched', () => html`<b src="${'x'}">x</b>`],
    ['as markup in an attribute', () => html`<b title="${html`<i>x</i>`}">x</b>`],
    ['as a script in an address', () => html`<a href="${'javascript:alert(1)'}">x</a>`],
    ['as data in an address', () => html`<a href="${'data:text/html,x'}">x</a>`],
    ['as a bare path in an address', () => html`<a href="${'//evil.example'}">x</a>`],
  ])('takes no value %s', (_, make) => {
    expect(make).toThrow(TypeError);
  });

  it('takes an address of the document, and one that is fetched safely', () => {
    expect(String(html`<a href="${'#f-1'}">x</a>`)).toBe('<a href="#f-1">x</a>');
    expect(String(html`<a href="${'https://ostiary.example/?a&b'}">x</a>`)).toBe(
      '<a href="https://ostiary.example/?a&amp;b">x</a>',
    );
  });
});

describe('prose', () => {
  it('shows what stands between backticks as code', () => {
    expect(String(prose('Rule `small <b>` never `decides.'))).toBe('Rule <code>small &lt;b&gt;</code> never `decides.');
  });
});
