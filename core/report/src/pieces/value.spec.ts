import { describe, expect, it } from 'vitest';
import { SHOWN, value } from './value.js';

const shown = (text: string, options = {}): string =>
  String(value(text, options)).replace(/^<code class="value">(.*)<\/code>$/s, '$1');
const odd = (char: string, name: string): string =>
  `<span class="odd">${char}</span><span class="unseen">${name}</span>`;

describe('a value', () => {
  it.each([
    ['pay', 'pay'],
    ['p\u0430y', `p${odd('\u0430', 'U+0430')}y`],
    ['\u0440\u0443\u0431\u043b\u044c', '\u0440\u0443\u0431\u043b\u044c'],
    ['S\u00e3o Paulo', 'S\u00e3o Paulo'],
    ['\u65e5\u672c abc', '\u65e5\u672c abc'],
    ['\uff50ay', `${odd('\uff50', 'U+FF50')}ay`],
    ['\u{1d429}', odd('\u{1d429}', 'U+1D429')],
    ['\u03b1bc.\u03b1', `${odd('\u03b1', 'U+03B1')}bc.\u03b1`],
    ['a\u200b', 'a<span class="unseen">U+200B</span>'],
  ])('%j marks the letters that pass for others', (text, markup) => {
    expect(shown(text)).toBe(markup);
  });

  it('spells every letter beyond ASCII where it is asked to', () => {
    expect(shown('S\u00e3o', { spell: true })).toBe(`S${odd('\u00e3', 'U+00E3')}o`);
  });

  it('is cut where it is long, never within a pair, and says by how much', () => {
    expect(shown('x'.repeat(SHOWN))).toBe('x'.repeat(SHOWN));
    expect(shown('x'.repeat(SHOWN + 5))).toBe(`${'x'.repeat(SHOWN)}<span class="muted">… +5</span>`);
    expect(shown(`${'x'.repeat(SHOWN - 1)}\u{1f44d}`)).toBe(`${'x'.repeat(SHOWN - 1)}<span class="muted">… +2</span>`);
  });
});
