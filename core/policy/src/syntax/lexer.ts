import type { DiagnosticSink } from '../diagnostics/sink.js';
import { type Limits, utf8Length } from '../text/limits.js';
import type { Comment } from './ast.js';
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
  const tokens: Token[] = [];
  const comments: Comment[] = [];
  if (text.length > limits.maxBytes || utf8Length(text) > limits.maxBytes) {
    sink.report('too_many_bytes', { start: 0, end: text.length }, { limit: String(limits.maxBytes) });
    return null;
  }
  reportInvisible(text, sink);

  let at = 0;
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0] ?? null;
  };
  const push = (kind: TokenKind, value: string, end: number): void => {
    tokens.push({ kind, text: value, start: at, end });
    at = end;
  };
  const comment = (body: string, opening: number): void => {
    const end = at + opening + body.length;
    const last = tokens.at(-1);
    const trailing = last !== undefined && !/[\n\r]/.test(text.slice(last.end, at));
    comments.push({ text: body.trimEnd(), trailing, span: { start: at, end } });
    at = end;
  };

  while (at < text.length) {
    if (tokens.length >= limits.maxTokens) {
      sink.report('too_many_tokens', { start: at, end: text.length }, { limit: String(limits.maxTokens) });
      return null;
    }
    const code = text.charCodeAt(at);
    const space = match(SPACE);
    if (space !== null) {
      at += space.length;
    } else if (isDigit(code)) {
      at = number(text, at, tokens, sink);
    } else if (code === 0x22) {
      const string = match(STRING);
      if (string !== null) {
        push('string', string.slice(1, -1), at + string.length);
      } else {
        // What closes a statement is left to close it, so that one slip gives one report.
        const rest = withoutClosing(match(LINE_REST) ?? '');
        sink.report('string_unterminated', { start: at, end: at + rest.length }, {});
        push('string', rest.slice(1), at + rest.length);
      }
    } else if (code === 0x2f && text.charCodeAt(at + 1) === 0x2f) {
      at += 2;
      const body = match(LINE_REST) ?? '';
      at -= 2;
      comment(body, 2);
    } else {
      const word = match(WORD);
      if (word !== null && !isForeign(text.charCodeAt(at + word.length))) {
        push('word', word, at + word.length);
        continue;
      }
      const sign = (SIGNS_BY_FIRST.get(code) ?? []).find((candidate) => text.startsWith(candidate, at));
      if (sign !== undefined) {
        push('sign', sign, at + sign.length);
      } else {
        at = unreadable(text, at, match, push, sink);
      }
    }
  }
  tokens.push({ kind: 'end', text: '', start: text.length, end: text.length });
  return { tokens, comments };
}

function reportInvisible(text: string, sink: DiagnosticSink): void {
  for (const found of text.matchAll(INVISIBLE)) {
    const start = found.index;
    const code = `U+${found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
    sink.report(
      'character_control',
      { start, end: start + 1 },
      { code },
      { span: { start, end: start + 1 }, text: '' },
    );
  }
}

/** Reads a number, with the units of a duration if letters follow at once. Returns the offset after it. */
function number(text: string, at: number, tokens: Token[], sink: DiagnosticSink): number {
  const first = sticky(NUMBER, text, at);
  let end = at + first.length;
  const exponent = sticky(EXPONENT, text, end);
  if (exponent !== '') {
    end += exponent.length;
    tokens.push({ kind: 'scientific', text: text.slice(at, end), start: at, end });
    return end;
  }
  const units = sticky(UNITS, text, end);
  if (units !== '') {
    end += units.length;
    tokens.push({ kind: 'duration', text: text.slice(at, end), start: at, end });
    return end;
  }
  // `1_000` groups digits; a separator at an end or doubled groups nothing.
  if (/__|_(?:\.|$)|\._/.test(first)) sink.report('number_malformed', { start: at, end }, { text: first });
  const digits = first.replaceAll('_', '');
  tokens.push({ kind: digits.includes('.') ? 'decimal' : 'int', text: digits, start: at, end });
  return end;
}

/** Steps over what is no token, with a report. Returns the offset after it. */
function unreadable(
  text: string,
  at: number,
  match: (pattern: RegExp) => string | null,
  push: (kind: TokenKind, value: string, end: number) => void,
  sink: DiagnosticSink,
): number {
  const foreign = match(FOREIGN_WORD);
  if (foreign !== null) {
    sink.report('identifier_not_ascii', { start: at, end: at + foreign.length }, { text: foreign });
    push('word', foreign, at + foreign.length);
    return at + foreign.length;
  }
  const string = match(FOREIGN_STRING);
  if (string !== null) {
    const inner = string
      .slice(1, -1)
      .replaceAll(/(\\.)|"/g, (whole, escape: string | undefined) => escape ?? `\\${whole}`);
    const span = { start: at, end: at + string.length };
    sink.report('quotes_foreign', span, { found: string.charAt(0) }, { span, text: `"${inner}"` });
    push('string', inner, span.end);
    return span.end;
  }
  const comment = match(FOREIGN_COMMENT);
  if (comment !== null) {
    const end = comment === '#' ? at + (match(LINE_REST) ?? '').length : endOfBlock(text, at);
    sink.report('comment_style', { start: at, end }, { found: comment });
    return end;
  }
  const char = String.fromCodePoint(text.codePointAt(at) ?? 0xfffd);
  const end = at + char.length;
  const advice = /\p{Sc}/u.test(char) ? '#advice.amount' : '';
  if (char.search(INVISIBLE) < 0) sink.report('character_unexpected', { start: at, end }, { char, advice });
  return end;
}

/** What closes a statement at the end of a line is cut off; from the end, since a pattern would try at every space. */
function withoutClosing(rest: string): string {
  let end = rest.length;
  while (end > 0 && CLOSING.test(rest[end - 1] ?? '')) end--;
  return rest.slice(0, end);
}

function endOfBlock(text: string, at: number): number {
  const end = text.indexOf('*/', at + 2);
  return end < 0 ? text.length : end + 2;
}

function sticky(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
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
