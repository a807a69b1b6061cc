import { endOfString } from './scan.js';

/** Escapes, and what may not stand in a string. */
const ESCAPES = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|[\\\u0000-\u001f]/g;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const BLANK = /[ \t\n\r]*/y;

/**
 * Offset of the first character that cannot be part of JSON, in text that the parser refused (the parser itself does
 * not always tell). Recursive: only for text whose nesting was checked before.
 */
export function jsonErrorOffset(text: string): number {
  const end = skip(text, value(text, skip(text, 0)));
  return end < 0 ? -end - 1 : end;
}

/** INVARIANT: these answer the offset after what they read, or -1 minus the offset where it went wrong. */
function value(text: string, at: number): number {
  switch (text[at]) {
    case '{':
      return list(text, at, '}', member);
    case '[':
      return list(text, at, ']', value);
    case '"':
      return string(text, at);
    case 't':
    case 'f':
    case 'n':
      return match(WORD, text, at);
    default:
      return match(NUMBER, text, at);
  }
}

function list(text: string, open: number, close: string, item: (text: string, at: number) => number): number {
  let at = skip(text, open + 1);
  if (text[at] === close) return at + 1;
  for (;;) {
    at = skip(text, item(text, at));
    if (at < 0) return at;
    if (text[at] === close) return at + 1;
    if (text[at] !== ',') return wrong(at);
    at = skip(text, at + 1);
  }
}

function member(text: string, at: number): number {
  const colon = skip(text, string(text, at));
  if (colon < 0) return colon;
  return text[colon] === ':' ? value(text, skip(text, colon + 1)) : wrong(colon);
}

/** Not by one regular expression: over some ten million characters its engine runs out of stack. */
function string(text: string, at: number): number {
  const end = endOfString(text, at + 1);
  if (text[at] !== '"' || end === text.length) return wrong(at);
  const inner = text.slice(at + 1, end);
  for (const [escape] of inner.matchAll(ESCAPES)) if (escape.length === 1) return wrong(at);
  return end + 1;
}

function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : wrong(at);
}

function skip(text: string, at: number): number {
  return at < 0 ? at : match(BLANK, text, at);
}

function wrong(at: number): number {
  return -at - 1;
}
