import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachment } from './content-disposition.js';
import { codePoint } from '../../../../../tools/testing/code-point.js';

describe('attachment', () => {
  it.each([
    ['rows.csv', 'attachment; filename=rows.csv'],
    ['relatório.csv', "attachment; filename=relat_rio.csv; filename*=UTF-8''relat%C3%B3rio.csv"],
    ['../../etc/passwd', 'attachment; filename=.._.._etc_passwd'],
    ['a"b%.txt', 'attachment; filename="a\\"b%.txt"'],
    ["it's (1)*.txt", 'attachment; filename="it\'s (1)*.txt"'],
    ['\r\nSet-Cookie: x', 'attachment; filename="__Set-Cookie: x"'],
    ['', 'attachment; filename=artefact'],
  ])('%j', (name, value) => {
    expect(attachment(name)).toBe(value);
  });

  it('is always one well-formed header value', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (name) => {
        expect(attachment(name)).toMatch(
          /^attachment; filename=(?:[\x21-\x7e]+|"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])+")(; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]+)?$/,
        );
      }),
    );
  });
});
