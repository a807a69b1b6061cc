import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { positions, parseRegex, type RegexNode } from './regex.js';
import { complement, normaliseRanges } from './regex-class.js';

/** A backtracking reference matcher, short enough to be read: the set of end offsets reachable from each start. */
function ends(node: RegexNode, text: readonly number[], from: ReadonlySet<number>): Set<number> {
  switch (node.kind) {
    case 'empty':
      return new Set(from);
    case 'chars':
      return new Set(
        [...from]
          .filter((at) => node.ranges.some(([low, high]) => (text[at] ?? -1) >= low && (text[at] ?? -1) <= high))
          .map((at) => at + 1),
      );
    case 'concat':
      return node.parts.reduce<Set<number>>((set, part) => ends(part, text, set), new Set(from));
    case 'alt':
      return new Set(node.options.flatMap((option) => [...ends(option, text, from)]));
    case 'repeat': {
      const reached = new Set<number>();
      let current = new Set(from);
      for (let i = 0; i <= (node.max ?? node.min + text.length); i++) {
        if (i >= node.min) for (const at of current) reached.add(at);
        current = ends(node.node, text, current);
      }
      return reached;
    }
  }
}

function matches(pattern: string, text: string): boolean {
  const parsed = parseRegex(pattern);
  if (!parsed.ok) throw new Error(`${pattern}: ${parsed.reason} at ${String(parsed.offset)}`);
  const points = Array.from(text, (char) => char.codePointAt(0) ?? 0);
  return ends(parsed.node, points, new Set([0])).has(points.length);
}

const atom = fc.constantFrom(
  'a',
  'b',
  '.',
  '[ab]',
  '[^a]',
  '[a-c]',
  '\\d',
  '\\W',
  '\\.',
  '\\x41',
  '[\\]x-]',
  '(?:a|bc)',
  '(b)',
  '\\s',
);
const piece = fc
  .tuple(atom, fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,2}', '{0,}', '*?'))
  .map((p) => p.join(''));
const branch = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));
const regex = fc.array(branch, { minLength: 1, maxLength: 3 }).map((branches) => branches.join('|'));

describe('parseRegex', () => {
  it('means what the same pattern means to JavaScript, anchored at both ends', () => {
    fc.assert(
      fc.property(
        regex,
        fc.array(fc.constantFrom('a', 'b', 'c', '1', '.', 'A', ']', ' ', '\n', '\u{1f600}'), { maxLength: 6 }),
        (pattern, chars) => {
          const text = chars.join('');
          const reference = new RegExp(`^(?:${pattern.replaceAll('\\x41', 'A')})$`, 'su');
          expect(matches(pattern, text)).toBe(reference.test(text));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['^ab$', 'ab', true],
    ['^a|b$', 'b', true],
    ['a\\{2\\}', 'a{2}', true],
    ['\\x{1F600}', '\u{1f600}', true],
    ['(?P<year>\\d{4})', '2026', true],
    ['[]a]', ']', true],
    ['[^]]', ']', false],
    ['.', '\n', true],
    ['(?s).', '\n', true],
    ['(?s)', '', true],
    ['', '', true],
  ])('%s on %j is %s', (pattern, text, expected) => expect(matches(pattern, text)).toBe(expected));

  it.each([
    ['(a', 0, 'unbalanced'],
    ['a)', 1, 'unbalanced'],
    ['[a', 0, 'bad_class'],
    ['[b-a]', 2, 'bad_class'],
    ['*', 0, 'bad_repeat'],
    ['a**', 2, 'bad_repeat'],
    ['a{2,1}', 1, 'bad_repeat'],
    ['a{1001}', 1, 'bad_repeat'],
    ['a{x}', 1, 'bad_repeat'],
    ['(a)\\1', 3, 'backreference'],
    ['(?=a)', 0, 'lookaround'],
    ['(?<!a)b', 0, 'lookaround'],
    ['(?i)a', 0, 'flags'],
    ['(?si)a', 0, 'flags'],
    ['(?s:a)', 0, 'flags'],
    ['a(?s)', 1, 'flags'],
    ['\\q', 0, 'bad_escape'],
    ['\\', 0, 'bad_escape'],
    ['\\bword', 0, 'unsupported'],
    ['\\p{L}', 0, 'unsupported'],
    ['[[:alpha:]]', 1, 'unsupported'],
    ['a^b', 1, 'anchor_inside'],
    ['(a$)', 2, 'anchor_inside'],
    ['((a{100}){100}){100}', 0, 'too_large'],
    ['a'.repeat(1_025), 1_024, 'too_long'],
    ['('.repeat(200), 32, 'too_deep'],
    ['\\x{110000}', 0, 'bad_escape'],
  ])('refuses %s at %i: %s', (pattern, offset, reason) => {
    expect(parseRegex(pattern)).toEqual({ ok: false, offset, reason });
  });

  it('counts characters with repeats written out', () => {
    const parsed = parseRegex('(ab){3}c*|d{2,}');
    expect(parsed.ok && positions(parsed.node)).toBe(3 * 2 + 1 + 3);
  });
});

describe('ranges', () => {
  it('complement twice is the normal form', () => {
    const range = fc
      .tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 40 }))
      .map(([low, width]) => [low, low + width] as const);
    fc.assert(
      fc.property(fc.array(range), (ranges) => {
        const normal = normaliseRanges(ranges);
        expect(complement(complement(normal))).toEqual(normal);
      }),
    );
  });
});
