import { parseDuration } from '../text/duration.js';
import { unescape, unescapeGlob, unescapeJson, unescapeRegex, type Unescaped } from '../text/escapes.js';
import type { Literal, LiteralValue, Name } from './ast.js';
import type { Cursor } from './cursor.js';
import type { Token } from './tokens.js';

const READERS = { text: unescape, glob: unescapeGlob, regex: unescapeRegex, json: unescapeJson } as const;

/** Reads a string token; what its escapes mean depends on what the string is. */
export function string(c: Cursor, as: keyof typeof READERS = 'text'): string {
  const token = c.expectKind('string', '#token.string');
  const read: (raw: string) => Unescaped = READERS[as];
  const { value, faults } = read(token.text);
  for (const { offset, escape } of faults) {
    const start = token.start + 1 + offset;
    c.sink.report('string_escape', { start, end: start + escape.length }, { escape });
  }
  return value;
}

/** Reads a string token as a name. */
export function quotedName(c: Cursor): Name {
  const span = c.here;
  return { text: string(c), span };
}

/** Whether a token can begin a constant without a sign. */
export const startsLiteral = ({ kind, text }: Token): boolean =>
  kind === 'string' ||
  kind === 'int' ||
  kind === 'decimal' ||
  kind === 'duration' ||
  kind === 'scientific' ||
  (kind === 'word' && (text === 'true' || text === 'false'));

/** A constant, with its minus sign if it has one. */
export function literal(c: Cursor): Literal {
  const { start } = c.token;
  const sign = c.is('-') && (c.ahead(1).kind === 'int' || c.ahead(1).kind === 'decimal') ? c.next().text : '';
  if (!startsLiteral(c.token)) return c.fail('#token.constant');
  const value = literalValue(c, sign);
  c.height = 1;
  return { kind: 'literal', value, span: c.spanFrom(start) };
}

function literalValue(c: Cursor, sign: string): LiteralValue {
  const { token } = c;
  const { kind, text } = token;
  switch (kind) {
    case 'string':
      return { type: 'string', value: string(c) };
    case 'scientific':
      c.sink.report('number_malformed', c.next(), { text });
      return { type: 'decimal', digits: '0.0' };
    case 'duration':
      return durationValue(c);
    case 'int':
    case 'decimal': {
      c.next();
      if (Number(text.replace('.', '')) > Number.MAX_SAFE_INTEGER) {
        c.sink.report('number_too_large', token, { text: c.textOf(token) });
      }
      const currency = currencyCode(c);
      if (currency !== null) return { type: 'money', digits: sign + text, currency };
      return { type: kind, digits: sign + text };
    }
    default:
      c.next();
      return { type: 'bool', value: text === 'true' };
  }
}

/** `EUR` after a number; any word of three capitals is taken for a currency and checked later. */
function currencyCode(c: Cursor): string | null {
  return c.token.kind === 'word' && /^[A-Z]{3}$/.test(c.token.text) ? c.next().text : null;
}

/** A duration such as `30d`, in milliseconds; 0, and reported, when it is malformed. */
export function durationValue(c: Cursor): { readonly type: 'duration'; readonly ms: number; readonly text: string } {
  const token = c.expectKind('duration', '#token.duration');
  const { text } = token;
  const ms = parseDuration(text);
  if (ms === null) c.sink.report('number_malformed', token, { text });
  else if (!Number.isSafeInteger(ms)) c.sink.report('number_too_large', token, { text });
  return { type: 'duration', ms: ms ?? 0, text };
}
