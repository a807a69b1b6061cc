import type { DiagnosticSink } from '../diagnostics/sink.js';
import { type Limits, utf8Length } from '../text/limits.js';
import type { Comment, Span } from './ast.js';
import { SIGNS, type Token, type TokenKind } from './tokens.js';
import { addTo } from '../maps.js';

export interface Lexed {
  /** Always ends in one `end` token. */
  readonly tokens: readonly Token[];
  readonly comments: readonly Comment[];
}

const SPACE = /[ \t\r\n]+/y;
const WORD = /[A-Za-z_][A-Za-z0-9_]*/y;
/** A run of letters, marks and digits that is not plain ASCII. */
const FOREIGN_WORD = /[\p{L}\p{M}\p{N}_]+/uy;
const NUMBER = /\d[\d_]*(?:\.\d[\d_]*)?/y;
const UNITS = /[a-z][a-z0-9_]*/y;
const EXPONENT = /[eE][+-]?\d+(?![A-Za-z0-9_])/y;
const STRING = /"(?:[^"\\\n\r]|\\[^\n\r])*"/y;
const LINE_REST = /[^\n\r]*/y;
const CLOSING = /[\s)\]};\\]/;
/** Strings in the quotes of other languages and of word processors. Each begins and ends on one line. */
const FOREIGN_STRING = /'[^'\n\r]*'|`[^`\n\r]*`|[“”„][^“”„"\n\r]*[“”"]|‘[^‘’'\n\r]*[’']|’[^‘’\n\r]*’|«[^«»\n\r]*»/y;
const FOREIGN_COMMENT = /#|\/\*/y;
/** C0 and C1 controls, zero-width and bidirectional format characters, separators, byte order mark. */
const INVISIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;
const SIGNS_BY_FIRST = groupByFirst(SIGNS);

/**
 * Cuts a text into tokens and comments; what it cannot read it reports and steps over.
 * Null when the text is too long to be read.
 */
export function lex(text: string, limits: Limits, sink: DiagnosticSink): Lexed | null {
  if (text.length > limits.maxBytes || utf8Length(text) > limits.maxBytes)
    return sink.reject('too_many_bytes', { start: 0, end: text.length }, { limit: String(limits.maxBytes) });
  reportInvisible(text, sink);
  const lexer = new Lexer(text, sink);
  while (lexer.at < text.length) {
    if (lexer.tokens.length >= limits.maxTokens)
      return sink.reject('too_many_tokens', { start: lexer.at, end: text.length }, { limit: String(limits.maxTokens) });
    lexer.step();
  }
  lexer.push('end', 0);
  return lexer;
}

class Lexer implements Lexed {
  readonly tokens: Token[] = [];
  readonly comments: Comment[] = [];
  at = 0;

  constructor(
    private readonly text: string,
    private readonly sink: DiagnosticSink,
  ) {}

  /** Reads or steps over what stands here. */
  step(): void {
    const space = this.match(SPACE);
    const code = this.text.charCodeAt(this.at);
    if (space !== '') this.at += space.length;
    else if (isDigit(code)) this.number();
    else if (code === 0x22) this.string();
    else if (this.text.startsWith('//', this.at)) this.comment();
    else if (!this.word() && !this.sign(code)) this.unreadable();
  }

  /** Adds a token of so many characters, and goes behind it. */
  push(kind: TokenKind, length: number, text = this.text.slice(this.at, this.at + length)): void {
    const { start, end } = this.span(length);
    this.tokens.push({ kind, text, start, end });
    this.at = end;
  }

  /** What a pattern finds at a place; empty where it finds nothing. */
  private match(pattern: RegExp, at = this.at): string {
    pattern.lastIndex = at;
    return pattern.exec(this.text)?.[0] ?? '';
  }

  private span(length: number): Span {
    return { start: this.at, end: this.at + length };
  }

  /** A number, with the units of a duration if letters follow at once. */
  private number(): void {
    const first = this.match(NUMBER);
    const exponent = this.match(EXPONENT, this.at + first.length);
    const units = this.match(UNITS, this.at + first.length);
    if (exponent !== '') {
      this.push('scientific', first.length + exponent.length);
    } else if (units !== '') {
      this.push('duration', first.length + units.length);
    } else {
      // `1_000` groups digits; a separator at an end or doubled groups nothing.
      if (/__|_(?:\.|$)|\._/.test(first))
        this.sink.report('number_malformed', this.span(first.length), { text: first });
      const digits = first.replaceAll('_', '');
      this.push(digits.includes('.') ? 'decimal' : 'int', first.length, digits);
    }
  }

  private string(): void {
    const string = this.match(STRING);
    if (string !== '') {
      this.push('string', string.length, string.slice(1, -1));
    } else {
      // What closes a statement is left to close it, so that one slip gives one report.
      const rest = withoutClosing(this.match(LINE_REST));
      this.sink.report('string_unterminated', this.span(rest.length), {});
      this.push('string', rest.length, rest.slice(1));
    }
  }

  private comment(): void {
    const body = this.match(LINE_REST, this.at + 2);
    const span = this.span(2 + body.length);
    const last = this.tokens.at(-1);
    const trailing = last !== undefined && !/[\n\r]/.test(this.text.slice(last.end, this.at));
    this.comments.push({ text: body.trimEnd(), trailing, span });
    this.at = span.end;
  }

  private word(): boolean {
    const word = this.match(WORD);
    if (word === '' || isForeign(this.text.charCodeAt(this.at + word.length))) return false;
    this.push('word', word.length);
    return true;
  }

  private sign(first: number): boolean {
    const sign = SIGNS_BY_FIRST.get(first)?.find((candidate) => this.text.startsWith(candidate, this.at));
    if (sign === undefined) return false;
    this.push('sign', sign.length);
    return true;
  }

  /** Steps over what is no token of this language, with a report. */
  private unreadable(): void {
    const [word, string, comment] = [FOREIGN_WORD, FOREIGN_STRING, FOREIGN_COMMENT].map((each) => this.match(each));
    if (word) {
      this.sink.report('identifier_not_ascii', this.span(word.length), { text: word });
      this.push('word', word.length);
    } else if (string) {
      const inner = string
        .slice(1, -1)
        .replaceAll(/(\\.)|"/g, (whole, escape: string | undefined) => escape ?? `\\${whole}`);
      const span = this.span(string.length);
      this.sink.report('quotes_foreign', span, { found: string.charAt(0) }, { span, text: `"${inner}"` });
      this.push('string', string.length, inner);
    } else if (comment) {
      const span = this.span(comment === '#' ? this.match(LINE_REST).length : blockLength(this.text, this.at));
      this.sink.report('comment_style', span, { found: comment });
      this.at = span.end;
    } else {
      const char = String.fromCodePoint(this.text.codePointAt(this.at) ?? 0xfffd);
      const advice = /\p{Sc}/u.test(char) ? '#advice.amount' : '';
      const span = this.span(char.length);
      if (char.search(INVISIBLE) < 0) this.sink.report('character_unexpected', span, { char, advice });
      this.at = span.end;
    }
  }
}

function reportInvisible(text: string, sink: DiagnosticSink): void {
  for (const { index: start, 0: char } of text.matchAll(INVISIBLE)) {
    const code = `U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
    const span = { start, end: start + 1 };
    sink.report('character_control', span, { code }, { span, text: '' });
  }
}

/** What closes a statement at the end of a line is cut off; from the end, since a pattern would try at every space. */
function withoutClosing(rest: string): string {
  let end = rest.length;
  while (end > 0 && CLOSING.test(rest[end - 1] ?? '')) end--;
  return rest.slice(0, end);
}

function blockLength(text: string, at: number): number {
  const end = text.indexOf('*/', at + 2);
  return (end < 0 ? text.length : end + 2) - at;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isForeign(code: number): boolean {
  return code > 0x7f && /[\p{L}\p{M}\p{N}]/u.test(String.fromCharCode(code));
}

function groupByFirst(signs: readonly string[]): ReadonlyMap<number, readonly string[]> {
  const groups = new Map<number, string[]>();
  for (const sign of signs) addTo(groups, sign.charCodeAt(0), sign);
  return groups;
}
