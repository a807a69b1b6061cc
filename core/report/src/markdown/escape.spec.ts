import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePoint } from '../../../../tools/testing/code-point.js';
import { block, code, sentence, table, text } from './escape.js';

describe('Markdown', () => {
  it.each([
    ['*a* _b_ [c](d) <b> # e', '\\*a\\* \\_b\\_ \\[c\\](d) \\<b\\> \\# e'],
    ['a\n# b\r\n- c', 'a \\# b - c'],
    ['- a', '\\- a'],
    ['12. a', '12\\. a'],
    ['at 12.50 EUR: pay_invoice!', 'at 12.50 EUR: pay_invoice!'],
    ['__proto__', '\\_\\_proto\\_\\_'],
    ['https://evil.example www.evil.example', 'https\\://evil.example www\\.evil.example'],
    ['@everyone #1 :bomb:', '@<!-- -->everyone \\#<!-- -->1 \\:bomb:'],
    ['&lt; & $x$', '\\&lt; & \\$x\\$'],
    ['\u202e', '\\[U+202E\\]'],
  ])('has no sign of %j', (raw, written) => {
    expect(text(raw)).toBe(written);
  });

  it.each([
    ['a', '`a`'],
    ['`a`', '`` `a` ``'],
    ['a``b`', '```` a``b` ````'.replaceAll('````', '```')],
    ['', '` `'],
    ['a\nb', '`a b`'],
    ['a\u200b', '`a[U+200B]`'],
  ])('holds %j as code', (raw, written) => {
    expect(code(raw)).toBe(written);
  });

  it('ends no cell of a table', () => {
    expect(table(['x'], [[code('a|b', true)], [sentence('c | `d|e`', true)]])).toBe(
      '| x |\n| --- |\n| `a\\|b` |\n| c \\| `d\\|e` |',
    );
  });

  it('ends no block of code', () => {
    expect(block(['```', '# a'], 'diff')).toBe('````diff\n```\n# a\n````');
  });

  it('leaves no sign of any text unescaped', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (raw) => {
        const bare = text(raw)
          .replaceAll('<!-- -->', '')
          .replaceAll(/\\[!-/:-@[-`{-~]/g, '');
        expect(bare).not.toMatch(/[\\`*[\]<>#|~]|\n|https?:|www\./i);
      }),
    );
  });
});
