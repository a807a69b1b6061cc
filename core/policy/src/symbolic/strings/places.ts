import { regexNode, type RegexNode } from '../../text/regex.js';
import { directoryTest } from '../../values/formats/path.js';
import { groupMask, type IpRange, rangeTest, readRange } from '../../values/formats/ip-range.js';
import { ANY_TEXT, either, literalNode, sequence } from '../automata/language.js';
import { likePredicate, matchesPredicate, type StringPredicate } from './variable.js';
import type { CoreOf } from '../../core/ir.js';

/** What a test of a pattern or a place asks of its operand. */
export function predicateOf(test: CoreOf<'like' | 'matches' | 'under' | 'in_range'>): StringPredicate {
  switch (test.op) {
    case 'like':
      return likePredicate(test.pattern);
    case 'matches':
      return matchesPredicate(test.pattern);
    case 'under':
      return underPredicate(test.directory);
    case 'in_range':
      return rangePredicate(test.range);
  }
}

/** The predicate of being a directory or below it, over paths of its kind. */
export function underPredicate(directory: string): StringPredicate {
  const node: RegexNode =
    directory === '/' || directory === '.'
      ? ANY_TEXT
      : either(literalNode(directory), sequence(literalNode(`${directory}/`), ANY_TEXT));
  return { key: `under ${directory}`, language: { kind: 'regex', node }, test: directoryTest(directory) };
}

/** The predicate of lying in a network, over addresses in normal form. */
export function rangePredicate(text: string): StringPredicate {
  const range = readRange(text);
  if (!range) throw new RangeError(`not a range: ${text}`);
  const node = range.width === 8 ? ipv4Language(range) : ipv6Language(range);
  return { key: `in_range ${text}`, language: { kind: 'regex', node }, test: rangeTest(range) };
}

function ipv4Language(range: IpRange): RegexNode {
  return sequence(...range.groups.flatMap((_, at) => [...(at > 0 ? [literalNode('.')] : []), group(range, at, 10)]));
}

/**
 * Every spelling that leaves out one run of groups, or none, of addresses in the network. More spellings than normal
 * forms: the format says which of them is one.
 */
function ipv6Language(range: IpRange): RegexNode {
  const groups = (from: number, to: number): RegexNode[] =>
    Array.from({ length: to - from }, (_, at) => [
      ...(at > 0 ? [literalNode(':')] : []),
      group(range, from + at, 16),
    ]).flat();
  const options: RegexNode[] = [sequence(...groups(0, 8))];
  for (let from = 0; from < 8; from++) {
    for (let to = from + 2; to <= 8; to++) {
      // The prefix must let every group be zero that is left out.
      if (!range.groups.slice(from, to).every((value) => value === 0)) break;
      options.push(sequence(...groups(0, from), literalNode('::'), ...groups(to, 8)));
    }
  }
  return either(...options);
}

/** The values that a group can have in the network. */
function group({ width, groups, bits }: IpRange, at: number, radix: 10 | 16): RegexNode {
  const mask = groupMask(width, bits - at * width);
  // Any group: more spellings than there are numbers, which the format says.
  if (mask === 0) return { kind: 'repeat', node: digit(radix), min: 1, max: radix === 10 ? 3 : 4 };
  const low = groups[at] ?? 0;
  const high = low | (~mask & ((1 << width) - 1));
  return numbers(low, high, radix);
}

/** The numbers from `low` to `high`, without leading zeros. */
function numbers(low: number, high: number, radix: 10 | 16): RegexNode {
  const options: RegexNode[] = [];
  for (let from = low; from <= high;) {
    // The longest run of numbers that share their first digits, the others being any.
    let size = 1;
    while (from >= size * radix && from % (size * radix) === 0 && from + size * radix - 1 <= high) size *= radix;
    const text = from.toString(radix);
    const free = Math.round(Math.log(size) / Math.log(radix));
    options.push(
      sequence(literalNode(text.slice(0, text.length - free)), ...Array.from({ length: free }, () => digit(radix))),
    );
    from += size;
  }
  return either(...options);
}

const digit = (radix: 10 | 16): RegexNode => regexNode(radix === 10 ? '[0-9]' : '[0-9a-f]');
