import type { JsonTree, Name } from './ast.js';
import type { Cursor } from './cursor.js';
import { string } from './literals.js';

/** A JSON value, whose objects may have bare names and a comma after the last member. */
export function json(c: Cursor): JsonTree {
  const { start, kind, text } = c.token;
  if (c.is('{')) return jsonObject(c);
  if (c.is('[')) return jsonArray(c);
  if (kind === 'string') return { kind: 'string', value: string(c, 'json'), span: c.spanFrom(start) };
  if (c.is('-') || kind === 'int' || kind === 'decimal' || kind === 'scientific') return jsonNumber(c);
  const constant = kind === 'word' && Object.hasOwn(CONSTANTS, text) ? CONSTANTS[text] : undefined;
  if (constant === undefined) return c.fail('#token.json');
  c.next();
  return { kind: 'constant', value: constant, span: c.spanFrom(start) };
}

const CONSTANTS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

/** `{ name: value, ... }`: names without quotes too, and a comma after the last. */
export function jsonObject(c: Cursor): JsonTree {
  const { start } = c.token;
  const seen = new Set<string>();
  const members = c.nested(() => c.list('{', '}', () => member(c, seen)));
  return { kind: 'object', members, span: c.spanFrom(start) };
}

/** `[value, ...]`, with a comma after the last or none. */
export function jsonArray(c: Cursor): JsonTree {
  const { start } = c.token;
  const items = c.nested(() => c.list('[', ']', () => json(c)));
  return { kind: 'array', items, span: c.spanFrom(start) };
}

function member(c: Cursor, seen: Set<string>): { readonly name: Name; readonly value: JsonTree } {
  const span = c.here;
  const name = c.token.kind === 'string' ? { text: string(c, 'json'), span } : c.word();
  if (seen.has(name.text)) c.sink.report('test_member_repeated', name.span, { name: name.text });
  seen.add(name.text);
  c.expect(':');
  return { name, value: json(c) };
}

/** Leading zeros are the only thing a number of the language may have and one of JSON may not. */
function jsonNumber(c: Cursor): JsonTree {
  const { start } = c.token;
  const sign = c.take('-') ? '-' : '';
  const number = c.token;
  const { kind, text } = number;
  if (kind !== 'int' && kind !== 'decimal' && kind !== 'scientific') return c.fail('#token.json');
  c.next();
  const digits = text.replaceAll('_', '');
  if (/^0\d/.test(digits)) c.sink.report('number_malformed', number, { text });
  return { kind: 'number', text: sign + digits, span: c.spanFrom(start) };
}
