import type { StringFormat } from '@ostiary/catalogue';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STRING_PARTS } from '../check/environment.js';
import type { StringPart } from '../core/ir.js';
import { normaliseString, partOf } from './strings.js';

const table: readonly [StringFormat, string, string | null][] = [
  ['text', ' Ärger\n', ' Ärger\n'],
  ['keyword', 'DROP', 'drop'],
  ['keyword', '  Drop \t table\n', 'drop table'],
  ['keyword', 'ｄｒｏｐ', 'drop'],
  ['keyword', 'dr\u200bop', 'drop'],
  ['keyword', 'Straße', 'strasse'],
  ['keyword', 'ΟΔΟΣ', 'οδοσ'],
  ['keyword', 'dro\u0440', 'dro\u0440'],
  ['keyword', 'ıtem', 'ıtem'],
  ['keyword', '', ''],
  ['email', 'Ann.Lee+x@Corp.Example', 'ann.lee+x@corp.example'],
  ['email', 'a@münchen.example', 'a@xn--mnchen-3ya.example'],
  ['email', 'a@corp.example.', 'a@corp.example'],
  ['email', 'evil@x.example,a@corp.example', null],
  ['email', 'Ann <ann@corp.example>', null],
  ['email', '"a b"@corp.example', null],
  ['email', 'ann(comment)@corp.example', null],
  ['email', 'a@corp.example\nBcc: b@x.example', null],
  ['email', 'a@b@corp.example', null],
  ['email', 'a\uff20b@corp.example', null],
  ['email', 'a@corp.example\u200b', 'a@corp.example'],
  ['email', '.a@corp.example', null],
  ['email', `${'a'.repeat(65)}@corp.example`, null],
  ['email', '@corp.example', null],
  ['email', 'corp.example', null],
  ['email', 'ann\u0085@corp.example', null],
  ['email', '\u00a8ann@corp.example', null],
  ['email', 'ann@corp.example..', null],
  ['email', 'ANN@XN--MNCHEN-3YA.example', 'ann@xn--mnchen-3ya.example'],
  ['email', 'ann@m\u00fcnchen\u3002example', 'ann@xn--mnchen-3ya.example'],
  ['email', '"ann"@corp.example', null],
  ['email', 'ann@[127.0.0.1]', null],
  ['domain', 'EXAMPLE.com.', 'example.com'],
  ['domain', 'faß.de', 'xn--fa-hia.de'],
  ['domain', 'ex%61mple.com', null],
  ['domain', 'a..b', null],
  ['domain', 'a.b:80', null],
  ['domain', '', null],
  ['domain', '127.1', '127.0.0.1'],
  ['domain', '0x7f.0.0.1', '127.0.0.1'],
  ['domain', '[0:0::1]', '[::1]'],
  ['domain', `${'a'.repeat(64)}.com`, null],
  ['url', 'HTTPS://Example.com:443/a/../b/./c', 'https://example.com/b/c'],
  ['url', 'https://example.com./%61dmin#x', 'https://example.com/admin'],
  ['url', 'https://example.com/a%2fb?q=%7e%3d', 'https://example.com/a%2Fb?q=~%3D'],
  ['url', 'https://example.com/a/%252e%252e/b', 'https://example.com/a/%252e%252e/b'],
  ['url', 'https://example.com/?', 'https://example.com/'],
  ['url', 'https://user@example.com/', null],
  ['url', 'https://example.com\\@evil.example/', null],
  ['url', ' https://example.com/', null],
  ['url', 'https:example.com/', null],
  ['url', 'https:/example.com/', null],
  ['url', 'https:///example.com/', null],
  ['url', 'https://@example.com/', null],
  ['url', 'https://example.com:443@evil.example/', null],
  ['url', 'https://ex%61mple.com/', null],
  ['url', 'https://example.com%2eevil.example/', null],
  ['url', 'https://example.com/a@b?c@d', 'https://example.com/a@b?c@d'],
  ['url', 'https://example.com/%2e%2e/a', 'https://example.com/a'],
  ['url', 'file:etc/passwd', null],
  ['url', 'file:///etc/../passwd', 'file:///passwd'],
  ['url', 'mailto:ann@corp.example', 'mailto:ann@corp.example'],
  ['url', 'https://example.com:99999/', null],
  ['url', 'https://exa\tmple.com/', null],
  ['url', '/relative', null],
  ['url', 'http://0x7f.1/', 'http://127.0.0.1/'],
  ['path', '/a//b/./c/', '/a/b/c'],
  ['path', '/a/../../etc', null],
  ['path', '/a/%2e%2e/b', '/a/%2e%2e/b'],
  ['path', '/a/b/../../etc/passwd', '/etc/passwd'],
  ['path', 'a\\b', null],
  ['path', 'a\0b', null],
  ['path', '', null],
  ['path', './', '.'],
  ['path', 'a/..', '.'],
  ['path', '../a', null],
  ['path', '/', '/'],
  ['iban', 'de89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
  ['iban', 'DE89370400440532013001', null],
  ['iban', 'GB29NWBK60161331926819', 'GB29NWBK60161331926819'],
  ['iban', 'DE89', null],
  ['iban', '\u017fE4550000000058398257466', null],
  ['iban', 'DE89\u00a0370400440532013000', null],
];

describe('normaliseString', () => {
  it.each(table)('%s %j', (format, text, form) => expect(normaliseString(format, text)).toBe(form));

  it.each(['keyword', 'email', 'domain', 'url', 'path', 'iban'] as const)('%s: a normal form is its own', (format) => {
    const words = 'a B . / @ .. %2e % 25 é e\u0301 İ ß ﬁ \u0345 \u1f70 한 http:// x.example ? # : 80 \u200d'.split(' ');
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.constantFrom(' ', ...words)).map((parts) => parts.join('')),
    );
    const idempotent = fc.property(text, (raw) => {
      const form = normaliseString(format, raw);
      return form === null || normaliseString(format, form) === form;
    });
    expect(fc.check(idempotent, { numRuns: 1_000 })).toMatchObject({ failed: false });
  });

  it('keyword: idempotent on every assigned code point after a letter, but for the many alike of Han and Hangul', () => {
    const bad: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      const char = String.fromCodePoint(code);
      if (/[\p{Cn}\p{Co}\p{Cs}\p{Script=Han}\p{Script=Hangul}]/u.test(char)) continue;
      const form = normaliseString('keyword', `a${char}`) ?? '';
      if (normaliseString('keyword', form) !== form) bad.push(code.toString(16));
    }
    expect(bad).toEqual([]);
  });
});

const parts: readonly [StringFormat, string, StringPart, string | number | null][] = [
  ['email', 'ann@corp.example', 'local', 'ann'],
  ['email', 'ann@corp.example', 'domain', 'corp.example'],
  ['url', 'https://example.com/a/b?q=1', 'scheme', 'https'],
  ['url', 'https://example.com/a/b?q=1', 'host', 'example.com'],
  ['url', 'https://example.com/a/b?q=1', 'port', 443],
  ['url', 'https://example.com:8443/', 'port', 8443],
  ['url', 'https://example.com/a//b/?q=1', 'path', '/a/b'],
  ['url', 'https://example.com/a/b?q=1', 'query', 'q=1'],
  ['url', 'mailto:ann@corp.example', 'host', null],
  ['url', 'mailto:ann@corp.example', 'port', null],
  ['iban', 'DE89370400440532013000', 'country', 'de'],
  ['path', '/etc/passwd', 'directory', '/etc'],
  ['path', '/etc', 'directory', '/'],
  ['path', 'a', 'directory', '.'],
  ['path', '/a/Report.PDF', 'name', 'Report.PDF'],
  ['path', '/a/Report.PDF', 'extension', 'pdf'],
  ['path', '/a/.profile', 'extension', ''],
  ['path', '/', 'name', ''],
  ['keyword', 'drop', 'name', null],
];

describe('partOf', () => {
  it.each(parts)('%s %j %s', (format, value, part, expected) => expect(partOf(format, value, part)).toBe(expected));

  it('gives parts in the normal form of their own type', () => {
    const changed = parts.filter(([format, , part, expected]) => {
      const type = STRING_PARTS[format][part];
      if (type?.kind !== 'string' || typeof expected !== 'string') return false;
      return (normaliseString(type.format, expected) ?? expected) !== expected;
    });
    expect(changed).toEqual([]);
  });
});
