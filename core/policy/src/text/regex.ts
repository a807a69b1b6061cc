import { type CodePointRange, parseClass, parseClassEscape } from './regex-class.js';
import { RegexError, type RegexFault } from './regex-error.js';

/**
 * The regular expressions of `matches`: the part of RE2's syntax that denotes a regular language. `.` is every
 * character, line breaks too, so the flag `s` at the start says what holds anyway; there are no other flags.
 * The whole is anchored at both ends, so laziness and capturing have no meaning and leave no trace in the tree.
 */
export type RegexNode =
  | { readonly kind: 'empty' }
  /** One code point out of sorted, disjoint, inclusive ranges; no range at all matches nothing. */
  | { readonly kind: 'chars'; readonly ranges: readonly CodePointRange[] }
  | { readonly kind: 'concat'; readonly parts: readonly RegexNode[] }
  | { readonly kind: 'alt'; readonly options: readonly RegexNode[] }
  /** `max: null` is without bound. */
  | { readonly kind: 'repeat'; readonly node: RegexNode; readonly min: number; readonly max: number | null };

export type RegexResult =
  | { readonly ok: true; readonly node: RegexNode }
  /** `offset` counts UTF-16 code units in the pattern. */
  | { readonly ok: false; readonly offset: number; readonly reason: RegexFault };

export const MAX_REGEX_LENGTH = 1_024;
const MAX_DEPTH = 32;
/** RE2's own bound on `{m,n}`. */
const MAX_REPEAT = 1_000;
/** Characters left to match after `{m,n}` is written out; bounds every automaton built from the tree. */
export const MAX_REGEX_POSITIONS = 1_000;

/**
 * The longest text, in UTF-16 code units, that `matches` judges; of a longer one it is undefined. Bounds the work that a
 * pattern and a text made to be slow can cause: text times pattern, whatever the engine.
 */
export const MAX_MATCHED_LENGTH = 65_536;

/** Reads the regular part of RE2; see docs/language. A fault has its offset in UTF-16 code units and a reason. */
export function parseRegex(pattern: string): RegexResult {
  try {
    if (pattern.length > MAX_REGEX_LENGTH) throw new RegexError(MAX_REGEX_LENGTH, 'too_long');
    const parser = new RegexParser(pattern);
    const node = parser.parse();
    if (positions(node) > MAX_REGEX_POSITIONS) throw new RegexError(0, 'too_large');
    return { ok: true, node };
  } catch (error) {
    if (error instanceof RegexError) return { ok: false, offset: error.offset, reason: error.reason };
    throw error;
  }
}

/** The tree of an expression that was checked. @throws RangeError when it is not one of ours */
export function regexNode(pattern: string): RegexNode {
  const parsed = parseRegex(pattern);
  if (!parsed.ok) throw new RangeError(`not a regular expression: ${pattern}`);
  return parsed.node;
}

/** Whether the empty text is one that it matches. */
export function nullable(node: RegexNode): boolean {
  switch (node.kind) {
    case 'empty':
      return true;
    case 'chars':
      return false;
    case 'concat':
      return node.parts.every(nullable);
    case 'alt':
      return node.options.some(nullable);
    case 'repeat':
      return node.min === 0 || nullable(node.node);
  }
}

/** How many characters the tree stands for once bounded repeats are written out. */
export function positions(node: RegexNode): number {
  switch (node.kind) {
    case 'empty':
      return 0;
    case 'chars':
      return 1;
    case 'concat':
      return node.parts.reduce((sum, part) => sum + positions(part), 0);
    case 'alt':
      return node.options.reduce((sum, option) => sum + positions(option), 0);
    case 'repeat':
      return positions(node.node) * Math.max(1, node.max ?? node.min + 1);
  }
}

class RegexParser {
  private at = 0;
  private depth = 0;

  constructor(private readonly text: string) {}

  parse(): RegexNode {
    if (this.text.startsWith('(?s)')) this.at = '(?s)'.length;
    const node = this.alternation();
    if (this.at < this.text.length) throw new RegexError(this.at, 'unbalanced');
    return node;
  }

  private alternation(): RegexNode {
    if (++this.depth > MAX_DEPTH) throw new RegexError(this.at, 'too_deep');
    const options = [this.concatenation()];
    while (this.text[this.at] === '|') {
      this.at++;
      options.push(this.concatenation());
    }
    this.depth--;
    return options.length === 1 && options[0] ? options[0] : { kind: 'alt', options };
  }

  private concatenation(): RegexNode {
    const parts: RegexNode[] = [];
    // Anchors add nothing to a whole that is anchored anyway; elsewhere they would match nothing, so refuse them there.
    const outer = this.depth === 1;
    if (outer && this.text[this.at] === '^') this.at++;
    while (this.at < this.text.length && this.text[this.at] !== '|' && this.text[this.at] !== ')') {
      if (outer && this.text[this.at] === '$' && (this.at + 1 === this.text.length || this.text[this.at + 1] === '|')) {
        this.at++;
        break;
      }
      parts.push(this.repeated(this.atom()));
    }
    if (parts.length === 0) return { kind: 'empty' };
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'concat', parts };
  }

  private atom(): RegexNode {
    const start = this.at;
    const char = this.text.charAt(this.at);
    switch (char) {
      case '(':
        return this.group();
      case '[': {
        const { ranges, next } = parseClass(this.text, this.at);
        this.at = next;
        return { kind: 'chars', ranges };
      }
      case '.':
        this.at++;
        return { kind: 'chars', ranges: [[0, 0x10ffff]] };
      case '\\': {
        const { ranges, next } = parseClassEscape(this.text, this.at);
        this.at = next;
        return { kind: 'chars', ranges };
      }
      case '^':
      case '$':
        throw new RegexError(start, 'anchor_inside');
      case '*':
      case '+':
      case '?':
      case '{':
        throw new RegexError(start, 'bad_repeat');
      default: {
        const code = this.text.codePointAt(this.at) ?? 0;
        this.at += code > 0xffff ? 2 : 1;
        return { kind: 'chars', ranges: [[code, code]] };
      }
    }
  }

  private group(): RegexNode {
    const start = this.at++;
    if (this.text[this.at] === '?') this.groupHead(start);
    const node = this.alternation();
    if (this.text[this.at] !== ')') throw new RegexError(start, 'unbalanced');
    this.at++;
    return node;
  }

  private groupHead(start: number): void {
    const head = this.text.slice(this.at);
    if (/^\?<?[=!]/.test(head)) throw new RegexError(start, 'lookaround');
    const named = /^\?(?::|P?<[A-Za-z_]\w*>)/.exec(head);
    if (!named) throw new RegexError(start, /^\?[a-zA-Z-]/.test(head) ? 'flags' : 'unsupported');
    this.at += named[0].length;
  }

  private repeated(node: RegexNode): RegexNode {
    const start = this.at;
    const bounds = this.bounds();
    if (!bounds) return node;
    if (this.text[this.at] === '?') this.at++;
    if (this.at < this.text.length && '*+?{'.includes(this.text.charAt(this.at))) {
      throw new RegexError(this.at, 'bad_repeat');
    }
    const [min, max] = bounds;
    if (min > MAX_REPEAT || (max ?? 0) > MAX_REPEAT || (max !== null && max < min)) {
      throw new RegexError(start, 'bad_repeat');
    }
    return { kind: 'repeat', node, min, max };
  }

  private bounds(): readonly [number, number | null] | null {
    switch (this.text[this.at]) {
      case '*':
        this.at++;
        return [0, null];
      case '+':
        this.at++;
        return [1, null];
      case '?':
        this.at++;
        return [0, 1];
      case '{': {
        const match = /^\{(\d{1,5})(?:(,)(\d{1,5})?)?\}/.exec(this.text.slice(this.at));
        if (!match) throw new RegexError(this.at, 'bad_repeat');
        this.at += match[0].length;
        const min = Number(match[1]);
        return [min, match[2] === undefined ? min : match[3] === undefined ? null : Number(match[3])];
      }
      default:
        return null;
    }
  }
}
