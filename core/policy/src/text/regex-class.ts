import { RegexError } from './regex-error.js';

/** Inclusive range of Unicode code points. */
export type CodePointRange = readonly [number, number];

const LAST = 0x10ffff;
const DIGIT: readonly CodePointRange[] = [[48, 57]];
const WORD: readonly CodePointRange[] = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
/** RE2's `\s`: tab, newline, form feed, carriage return, space. */
const SPACE: readonly CodePointRange[] = [
  [9, 10],
  [12, 13],
  [32, 32],
];

const SETS: Readonly<Record<string, readonly CodePointRange[]>> = {
  d: DIGIT,
  D: complement(DIGIT),
  w: WORD,
  W: complement(WORD),
  s: SPACE,
  S: complement(SPACE),
};
const CONTROLS: Readonly<Record<string, number>> = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 };

/** Sorts, merges and returns disjoint ranges. */
export function normaliseRanges(ranges: readonly CodePointRange[]): CodePointRange[] {
  const sorted = ranges.toSorted((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const [low, high] of sorted) {
    const last = merged.at(-1);
    if (last && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else merged.push([low, high]);
  }
  return merged;
}

/** Every code point outside `ranges`, which must be sorted and disjoint. */
export function complement(ranges: readonly CodePointRange[]): CodePointRange[] {
  const outside: CodePointRange[] = [];
  let next = 0;
  for (const [low, high] of ranges) {
    if (low > next) outside.push([next, low - 1]);
    next = high + 1;
  }
  if (next <= LAST) outside.push([next, LAST]);
  return outside;
}

interface Parsed {
  readonly ranges: readonly CodePointRange[];
  /** Offset after what was read. */
  readonly next: number;
}

/** Reads an escape at `at` (a backslash): one character, or a set such as `\d`. */
export function parseClassEscape(text: string, at: number): Parsed {
  const char = text.charAt(at + 1);
  if (Object.hasOwn(SETS, char)) return { ranges: SETS[char] ?? [], next: at + 2 };
  const control = Object.hasOwn(CONTROLS, char) ? CONTROLS[char] : undefined;
  if (control !== undefined) return { ranges: [[control, control]], next: at + 2 };
  if (char === 'x') return hexEscape(text, at);
  if (/[1-9]/.test(char)) throw new RegexError(at, 'backreference');
  if (/[bBAzZQEpPCkG]/.test(char)) throw new RegexError(at, 'unsupported');
  if (char === '' || /[A-Za-z0-9]/.test(char) || char.charCodeAt(0) > 126) throw new RegexError(at, 'bad_escape');
  const code = char.charCodeAt(0);
  return { ranges: [[code, code]], next: at + 2 };
}

function hexEscape(text: string, at: number): Parsed {
  const match = /^\\x(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]{1,6})\})/.exec(text.slice(at, at + 12));
  const code = match ? Number.parseInt(match[1] ?? match[2] ?? '', 16) : Number.NaN;
  if (!match || code > LAST) throw new RegexError(at, 'bad_escape');
  return { ranges: [[code, code]], next: at + match[0].length };
}

/** Reads a bracket class that begins at `at` (the bracket). */
export function parseClass(text: string, at: number): Parsed {
  const start = at++;
  const negated = text[at] === '^';
  if (negated) at++;
  const ranges: CodePointRange[] = [];
  // As in RE2, a bracket right after the opening is an ordinary character.
  for (let first = true; first || text[at] !== ']'; first = false) {
    if (at >= text.length) throw new RegexError(start, 'bad_class');
    if (text.startsWith('[:', at)) throw new RegexError(at, 'unsupported');
    const low = classAtom(text, at);
    at = low.next;
    if (text[at] === '-' && at + 1 < text.length && text[at + 1] !== ']') {
      const high = classAtom(text, at + 1);
      const from = single(low.ranges);
      const to = single(high.ranges);
      if (from === null || to === null || from > to) throw new RegexError(at, 'bad_class');
      ranges.push([from, to]);
      at = high.next;
    } else {
      ranges.push(...low.ranges);
    }
  }
  const set = normaliseRanges(ranges);
  return { ranges: negated ? complement(set) : set, next: at + 1 };
}

function classAtom(text: string, at: number): Parsed {
  if (text[at] === '\\') return parseClassEscape(text, at);
  const code = text.codePointAt(at);
  if (code === undefined) throw new RegexError(at, 'bad_class');
  return { ranges: [[code, code]], next: at + (code > 0xffff ? 2 : 1) };
}

function single(ranges: readonly CodePointRange[]): number | null {
  const [only] = ranges;
  return ranges.length === 1 && only && only[0] === only[1] ? only[0] : null;
}
