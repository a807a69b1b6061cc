import type { GlobSegment } from '../../text/glob.js';
import { regexNode, type RegexNode } from '../../text/regex.js';
import type { CodePointRange } from '../../text/regex-class.js';
import { type Alphabet, LAST_CODE_POINT } from './alphabet.js';
import type { AutomataLimits, Dfa, LimitReached } from './dfa.js';
import { isLimit } from './dfa.js';
import { globToDfa } from './glob-dfa.js';
import { minimise } from './minimise.js';
import { regexToDfa } from './regex-dfa.js';

/** A regular language over code points, as a policy or a string format describes it. */
export type Language =
  | { readonly kind: 'glob'; readonly segments: readonly GlobSegment[] }
  | { readonly kind: 'regex'; readonly node: RegexNode };

export const ANY_CHAR: RegexNode = { kind: 'chars', ranges: [[0, LAST_CODE_POINT]] };
export const ANY_TEXT: RegexNode = { kind: 'repeat', node: ANY_CHAR, min: 0, max: null };

/** Every set of characters the language tells apart: what an alphabet for it must refine. */
export function characterSets(language: Language): readonly (readonly CodePointRange[])[] {
  if (language.kind === 'regex') return regexSets(language.node);
  return language.segments.flatMap((segment) => (segment.kind === 'star' ? [] : literalSets(segment.text)));
}

function literalSets(text: string): (readonly CodePointRange[])[] {
  return Array.from(text, (char) => single(char));
}

/** The set of one character. */
export function single(char: string): readonly CodePointRange[] {
  const code = char.codePointAt(0) ?? 0;
  return [[code, code]];
}

function regexSets(node: RegexNode): (readonly CodePointRange[])[] {
  switch (node.kind) {
    case 'empty':
      return [];
    case 'chars':
      return [node.ranges];
    case 'concat':
      return node.parts.flatMap(regexSets);
    case 'alt':
      return node.options.flatMap(regexSets);
    case 'repeat':
      return regexSets(node.node);
  }
}

/** The smallest automaton of the language, or which limit stood in the way. */
export function compileLanguage(language: Language, alphabet: Alphabet, limits: AutomataLimits): Dfa | LimitReached {
  if (language.kind === 'glob') return minimise(globToDfa(language.segments, alphabet));
  const dfa = regexToDfa(language.node, alphabet, limits);
  return isLimit(dfa) ? dfa : minimise(dfa);
}

/** A text spelled out. */
export function literalNode(text: string): RegexNode {
  const parts = Array.from(text, (char): RegexNode => ({ kind: 'chars', ranges: single(char) }));
  const [only] = parts;
  if (!only) return { kind: 'empty' };
  return parts.length === 1 ? only : { kind: 'concat', parts };
}

/** The same language as an expression, so that it can be put inside another one. */
export function toNode(language: Language): RegexNode {
  if (language.kind === 'regex') return language.node;
  return sequence(
    ...language.segments.map((segment) => (segment.kind === 'star' ? ANY_TEXT : literalNode(segment.text))),
  );
}

/** One after the other. */
export function sequence(...parts: readonly RegexNode[]): RegexNode {
  return { kind: 'concat', parts };
}

/** One or the other. */
export function either(...options: readonly RegexNode[]): RegexNode {
  return { kind: 'alt', options };
}

/** The characters of a class as a pattern writes it: `[a-z]`, `[^/]`. */
export function charsOf(written: string): readonly CodePointRange[] {
  const node = regexNode(written);
  if (node.kind !== 'chars') throw new TypeError(`not a class of characters: ${written}`);
  return node.ranges;
}

/** Any run, `min` long at least, of characters out of `ranges` (sorted and disjoint). */
export function run(ranges: readonly CodePointRange[], min = 0): RegexNode {
  return { kind: 'repeat', node: { kind: 'chars', ranges }, min, max: null };
}

type Ranges = readonly CodePointRange[];

/** The words of `node` whose characters `map` keeps: each character set becomes `map(set)`. */
export function mapCharacters(node: RegexNode, map: (ranges: Ranges) => Ranges): RegexNode {
  switch (node.kind) {
    case 'empty':
      return node;
    case 'chars':
      return { kind: 'chars', ranges: map(node.ranges) };
    case 'concat':
      return sequence(...node.parts.map((part) => mapCharacters(part, map)));
    case 'alt':
      return either(...node.options.map((option) => mapCharacters(option, map)));
    case 'repeat':
      return { ...node, node: mapCharacters(node.node, map) };
  }
}

/** Characters that lie in both sets; both must be sorted and disjoint. */
export function intersectRanges(left: readonly CodePointRange[], right: readonly CodePointRange[]): CodePointRange[] {
  const both: CodePointRange[] = [];
  for (const [low, high] of left) {
    for (const [from, to] of right) {
      if (from <= high && to >= low) both.push([Math.max(low, from), Math.min(high, to)]);
    }
  }
  return both.toSorted((a, b) => a[0] - b[0]);
}
