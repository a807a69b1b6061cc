import type { Catalogue, StringType } from '@ostiary/catalogue';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { regexKind } from '../check/lower/path-kind.js';
import { judgeOf } from '../testing/judge.js';
import { parseRegex } from '../text/regex.js';
import { readRange, rangeTest } from '../values/formats/ip-range.js';
import { normaliseString } from '../values/strings.js';
import { beginnings } from './interpret/match.js';
import { liesInRange } from './interpret/places.js';

const list = (of: StringType): Catalogue['tools'][number]['args']['fields'][string] => ({
  type: { kind: 'list', of },
  required: false,
});
const catalogue: Catalogue = {
  name: 'c',
  tools: [
    {
      name: 't',
      classes: ['write'],
      args: {
        kind: 'record',
        fields: {
          p: { type: { kind: 'string', format: 'path' }, required: false },
          q: { type: { kind: 'string', format: 'path' }, required: false },
          b: { type: { kind: 'string', format: 'path', base: '/srv' }, required: false },
          u: { type: { kind: 'string', format: 'url' }, required: false },
          a: { type: { kind: 'string', format: 'ip' }, required: false },
          ps: list({ kind: 'string', format: 'path' }),
        },
      },
    },
  ],
};

/** True, false or undefined, by both evaluators: an allowance fires on true alone, a refusal on all but false. */
function truth(test: string, args: Readonly<Record<string, unknown>>): boolean | null {
  const ask = (text: string): string => judgeOf(`dialect 2; ${text}`, { catalogue })({ tool: 't', args })[0];
  if (ask(`allow (tool) when { ${test} };`) === 'allow') return true;
  return ask(`default allow; refuse (tool) when { ${test} };`) === 'allow' ? false : null;
}

describe('absolute and relative paths', () => {
  it.each([
    ['args.p == "/srv/a"', { p: '/srv/a' }, true],
    ['args.p == "/srv/a"', { p: '/srv/b' }, false],
    ['args.p == "/srv/a"', { p: 'a' }, null],
    ['args.p != "/srv/a"', { p: 'a' }, null],
    ['args.p == "a"', { p: '/srv/a' }, null],
    ['args.p == "a"', { p: './a' }, true],
    ['args.p == args.q', { p: 'a', q: 'b' }, false],
    ['args.p == args.q', { p: 'a', q: '/a' }, null],
    ['args.p == args.q', { p: '/a', q: '/a/' }, true],
    ['args.p == args.b', { p: '/srv/a', b: 'a' }, true],
    ['args.p == args.b', { p: 'a', b: 'a' }, null],
    ['args.p in ["/a", "/b"]', { p: '/b' }, true],
    ['args.p in ["/a", "/b"]', { p: '/c' }, false],
    ['args.p in ["/a", "/b"]', { p: 'c' }, null],
    ['args.p in ["/a", "b"]', { p: 'b' }, true],
    ['args.p in ["/a", "b"]', { p: '/a' }, true],
    ['args.p in ["/a", "b"]', { p: '/c' }, null],
    ['args.p in ["/a", "b"]', { p: 'c' }, null],
    ['args.p in ["/a", args.q]', { p: '/c', q: '/d' }, false],
    ['args.p in ["/a", args.q]', { p: '/c', q: 'd' }, null],
    ['args.p in []', { p: 'a' }, false],
    ['args.p like "/srv/*"', { p: '/srv/a' }, true],
    ['args.p like "/srv/*"', { p: '/etc' }, false],
    ['args.p like "/srv/*"', { p: 'srv/a' }, null],
    ['args.p not like "/srv/*"', { p: 'srv/a' }, null],
    ['args.p like "docs/*"', { p: 'docs/a' }, true],
    ['args.p like "docs/*"', { p: '/docs/a' }, null],
    ['args.p like "*.csv"', { p: 'a.csv' }, true],
    ['args.p like "*.csv"', { p: '/a.txt' }, false],
    ['args.p matches "/srv/.*"', { p: 'srv' }, null],
    ['args.p matches "[/]srv|/etc.*"', { p: 'srv' }, null],
    ['args.p matches "[a-z]+"', { p: '/srv' }, null],
    ['args.p matches "[a-z/]+"', { p: '/srv' }, true],
    ['args.p matches "(/srv)?"', { p: 'srv' }, false],
    ['args.p matches ".*"', { p: 'srv' }, true],
    ['args.ps.contains("/a")', { ps: ['/b', '/a', 'c'] }, true],
    ['args.ps.contains("/a")', { ps: ['/b'] }, false],
    ['args.ps.contains("/a")', { ps: ['/b', 'a'] }, null],
    ['args.ps.contains("a")', { ps: ['b', '/a'] }, null],
    ['args.ps.contains("a")', { ps: ['b'] }, false],
    ['args.ps.contains(args.p)', { ps: ['b'], p: 'c' }, false],
    ['args.ps.contains(args.p)', { ps: ['b'], p: '/c' }, null],
    ['args.ps.contains("/a")', { ps: [] }, false],
    ['args.ps.any(x, x == "/a")', { ps: ['/b', 'a'] }, null],
    ['args.b == "a"', { b: '/srv/a' }, true],
    ['args.b like "/srv/*"', { b: 'a' }, true],
    ['args.b like "/srv/*"', { b: '../etc' }, false],
    ['args.b == "/etc"', { b: '../etc' }, true],
    ['args.b == "/etc"', { b: '~/etc' }, null],
    ['args.b == "/etc"', { b: '../../etc' }, null],
    ['args.u.path == "/a"', { u: 'https://x.example/a/' }, true],
    ['args.p == "/a"', { p: '~/a' }, null],
    ['args.p == "/a"', { p: 'file:///a' }, null],
  ])('%s of %j is %s', (test, args, expected) => expect(truth(test, args)).toBe(expected));

  it('tells by its first character what an expression can match, in both evaluators', () => {
    const atom = fc.constantFrom('/', 'a', '[/a]', '[^/]', '.', '(/|a)', '(|/)', '(/a)', '[^\\x00-\\x{10ffff}]');
    const piece = fc.tuple(atom, fc.constantFrom('', '*', '?', '{0}', '{1,2}', '+')).map((pair) => pair.join(''));
    const pattern = fc
      .array(fc.array(piece, { maxLength: 3 }), { minLength: 1, maxLength: 2 })
      .map((options) => options.map((parts) => parts.join('')).join('|'));
    fc.assert(
      fc.property(pattern, (text) => {
        const parsed = parseRegex(text);
        if (!parsed.ok) throw new Error(text);
        const { withSlash, withOther, empty } = beginnings(parsed.node);
        const kind = !withSlash ? 'relative' : withOther || empty ? null : 'absolute';
        expect(regexKind(parsed.node)).toBe(kind);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('under', () => {
  it.each([
    ['under(args.p, "/srv/data")', { p: '/srv/data' }, true],
    ['under(args.p, "/srv/data")', { p: '/srv/data/a/b' }, true],
    ['under(args.p, "/srv/data")', { p: '/srv/data/../data/a' }, true],
    ['under(args.p, "/srv/data")', { p: '/srv/database' }, false],
    ['under(args.p, "/srv/data")', { p: '/srv' }, false],
    ['under(args.p, "/srv/data")', { p: '/srv/data/../../etc/passwd' }, false],
    ['under(args.p, "/srv/data")', { p: 'srv/data/a' }, null],
    ['under(args.p, "/srv/data")', { p: '/srv/data/%2e%2e/x' }, null],
    ['under(args.p, "/srv/data")', {}, null],
    ['!under(args.p, "/srv/data")', { p: 'a' }, null],
    ['under(args.p, "/")', { p: '/etc' }, true],
    ['under(args.p, "/")', { p: 'etc' }, null],
    ['under(args.p, ".")', { p: 'etc' }, true],
    ['under(args.p, ".")', { p: '/etc' }, null],
    ['under(args.p, "docs")', { p: 'docs/a' }, true],
    ['under(args.p, "docs/../docs/")', { p: 'docs' }, true],
    ['under(args.b, "data")', { b: 'data/a' }, true],
    ['under(args.b, "/srv/data")', { b: 'data/a' }, true],
    ['under(args.b, "/srv/data")', { b: '../etc' }, false],
    ['under(args.u.path, "/public")', { u: 'https://x.example/public/a?/x' }, true],
    ['under(args.u.path, "/public")', { u: 'https://x.example/publication' }, false],
    ['under(args.u.path, "/public")', { u: 'mailto:a@x.example' }, null],
    ['under(args.p.directory, "/srv")', { p: '/srv/a' }, true],
    ['args.ps.all(x, under(x, "/srv"))', { ps: ['/srv/a', 'b'] }, null],
    ['args.ps.any(x, under(x, "/srv"))', { ps: ['/srv/a', 'b'] }, true],
  ])('%s of %j is %s', (test, args, expected) => expect(truth(test, args)).toBe(expected));

  it('infers a path where no catalogue says so', () => {
    const judge = judgeOf('dialect 1; allow read_file when under(path, "/srv") and not under(path, "/srv/private");');
    const ask = (path: string): string => judge({ tool: 'read_file', args: { path } })[0];
    expect(['/srv/a', '/srv/private/../a', '/srv/private/a', '/srv/../etc', 'srv'].map(ask)).toEqual([
      'allow',
      'allow',
      'refuse',
      'refuse',
      'refuse',
    ]);
  });
});

describe('in_range', () => {
  it.each([
    ['in_range(args.a, "10.0.0.0/8")', { a: '10.255.0.1' }, true],
    ['in_range(args.a, "10.0.0.0/8")', { a: '11.0.0.1' }, false],
    ['in_range(args.a, "10.0.0.0/8")', { a: '10.0.0.01' }, null],
    ['in_range(args.a, "10.0.0.0/8")', { a: '::ffff:10.0.0.1' }, null],
    ['in_range(args.a, "10.0.0.0/8")', { a: '2001:db8::1' }, false],
    ['in_range(args.a, "10.0.0.0/8")', {}, null],
    ['in_range(args.a, "0.0.0.0/0")', { a: '255.255.255.255' }, true],
    ['in_range(args.a, "10.0.0.1/32")', { a: '10.0.0.1' }, true],
    ['in_range(args.a, "10.0.0.1/32")', { a: '10.0.0.2' }, false],
    ['in_range(args.a, "192.168.128.0/17")', { a: '192.168.127.255' }, false],
    ['in_range(args.a, "fc00::/7")', { a: 'FD00::1' }, true],
    ['in_range(args.a, "fc00::/7")', { a: 'fe00::1' }, false],
    ['in_range(args.a, "::/0")', { a: '::1' }, true],
    ['in_range(args.a, "::/0")', { a: '10.0.0.1' }, false],
    ['in_range(args.a, "FC00:0::/7")', { a: 'fd00::1' }, true],
    ['args.a == "2001:DB8:0::1"', { a: '2001:db8::1' }, true],
  ])('%s of %j is %s', (test, args, expected) => expect(truth(test, args)).toBe(expected));

  it('means the same to both evaluators', () => {
    const byte = fc.constantFrom(0, 1, 10, 127, 128, 255);
    const group = fc.constantFrom(0, 0, 1, 0xfc_00, 0x20_01, 0xff_ff);
    const ipv4 = fc.array(byte, { minLength: 4, maxLength: 4 });
    const ipv6 = fc.array(group, { minLength: 8, maxLength: 8 });
    const show = (groups: readonly number[]): string =>
      groups.length === 4 ? groups.join('.') : groups.map((each) => each.toString(16)).join(':');
    const address = fc.oneof(ipv4, ipv6);
    fc.assert(
      fc.property(address, address, fc.nat(128), (groups, network, length) => {
        const form = normaliseString('ip', show(groups));
        const width = network.length === 4 ? 32 : 128;
        const bits = Math.min(length, width);
        const size = width / network.length;
        const masked = network.map((each, at) => {
          const kept = Math.min(size, Math.max(0, bits - at * size));
          return each - (each % 2 ** (size - kept));
        });
        const text = `${show(masked)}/${bits}`;
        const range = readRange(text);
        if (form === null || range === null) return range !== null;
        const expected =
          groups.length === network.length && toBits(groups, size).startsWith(toBits(masked, size).slice(0, bits));
        expect([rangeTest(range)(form), liesInRange(form, text)]).toEqual([expected, expected]);
        return true;
      }),
      { numRuns: 2_000 },
    );
  });
});

const toBits = (groups: readonly number[], size: number): string =>
  groups.map((each) => each.toString(2).padStart(size, '0')).join('');

describe('what is refused', () => {
  it.each([
    ['in_range(args.a, "10.0.0.0")', 'range_invalid'],
    ['in_range(args.a, "10.0.0.0/33")', 'range_invalid'],
    ['in_range(args.a, "10.0.0.0/08")', 'range_invalid'],
    ['in_range(args.a, "10.0.0.1/8")', 'range_invalid'],
    ['in_range(args.a, "10/8")', 'range_invalid'],
    ['in_range(args.p, "10.0.0.0/8")', 'test_needs_format'],
    ['under(args.u, "/a")', 'test_needs_format'],
    ['under(args.p, "../a")', 'literal_invalid'],
    ['under(args.p, "~/a")', 'literal_invalid'],
    ['args.p like "/a/../b*"', 'pattern_unmatchable'],
    ['args.p like "/a/"', 'pattern_unmatchable'],
  ])('%s: %s', (test, code) => {
    expect(() => judgeOf(`dialect 2; allow (tool) when { ${test} };`, { catalogue })).toThrow(`"code":"${code}"`);
  });
});
