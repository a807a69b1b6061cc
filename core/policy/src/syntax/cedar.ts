import type { Span, Target } from './ast.js';
import type { Cursor } from './cursor.js';
import type { Token } from './tokens.js';

/** Whether the parenthesis here is the scope of a Cedar policy: it names an action or a resource, or compares the principal. */
export function isCedarScope(c: Cursor): boolean {
  if (c.isAt(1, 'principal') && (c.isAt(2, '==') || c.isAt(2, '!='))) return true;
  for (let i = 1; ; i++) {
    const { kind, text } = c.ahead(i);
    if (kind === 'end' || text === ')' || text === '{' || text === ';') return false;
    const begins = c.isAt(i - 1, '(') || c.isAt(i - 1, ',');
    if (kind === 'word' && begins && (text === 'action' || text === 'resource')) return true;
  }
}

/** Reads over a Cedar scope and reports it, with the same in our words when it says no more than ours can. */
export function cedarScope(c: Cursor): Target {
  const { start } = c.token;
  const parts: Token[][] = [[]];
  let depth = 0;
  for (;;) {
    const token = c.next();
    if (token.kind === 'end' || token.text === ';') return c.fail('`)`');
    if (token.text === '(' || token.text === '[') depth++;
    if (token.text === ')' || token.text === ']') depth--;
    if (depth === 0) break;
    if (token.text === ',' && depth === 1) parts.push([]);
    else if (depth > 1 || token.text !== '(') parts.at(-1)?.push(token);
  }
  const span = c.spanFrom(start);
  const translated = parts.filter((part) => part.length > 0).map(translate);
  const fix = translated.includes(null)
    ? undefined
    : { span, text: scopeText(translated.filter((part) => part !== null)) };
  c.sink.report('cedar_scope', span, {}, fix);
  return { kind: 'any', span };
}

function scopeText(parts: readonly string[]): string {
  const tool = parts.find((part) => part.startsWith('tool')) ?? 'tool';
  const principal = parts.find((part) => part.startsWith('principal '));
  return `(${principal === undefined ? '' : `${principal}, `}${tool})`;
}

/** One part of the scope in our words; null when it says something that belongs into a `when`. */
function translate(part: readonly Token[]): string | null {
  const [subject, op] = part;
  const rest = part.slice(2);
  switch (subject?.text) {
    case 'principal':
      if (!op) return 'principal';
      if (op.text === 'is' && rest.length === 1) return `principal is ${rest[0]?.text ?? ''}`;
      return op.text === 'in' ? quotedAfter('principal in ', entity(rest)) : null;
    case 'action': {
      if (!op) return 'tool';
      if (op.text === '==') return quotedAfter('tool == ', entity(rest));
      const names = op.text === 'in' && rest[0]?.text === '[' ? entities(rest.slice(1, -1)) : null;
      return names && `tool in [${names.map(quoted).join(', ')}]`;
    }
    case 'resource':
      return op ? null : 'resource';
    default:
      return null;
  }
}

const quotedAfter = (head: string, name: string | null): string | null => (name === null ? null : head + quoted(name));

/** A string again: its text is what stood between the quotes, escapes and all. */
const quoted = (raw: string): string => `"${raw}"`;

/** `x` of `Action::"x"`. */
function entity(tokens: readonly Token[]): string | null {
  const last = tokens.at(-1);
  return last?.kind === 'string' && tokens.at(-2)?.text === '::' ? last.text : null;
}

function entities(tokens: readonly Token[]): readonly string[] | null {
  const lists: Token[][] = [[]];
  for (const token of tokens) {
    if (token.text === ',') lists.push([]);
    else lists.at(-1)?.push(token);
  }
  const names = lists.filter((list) => list.length > 0).map(entity);
  return names.includes(null) ? null : names.filter((name) => name !== null);
}

/** Whether `User::"alice"` begins here. */
export const isEntity = (c: Cursor): boolean => c.token.kind === 'word' && c.isAt(1, '::');

/** Reads over `User::"alice"`; the text of its string, and where it stands. */
export function readEntity(c: Cursor): { readonly id: string; readonly span: Span } {
  const { start } = c.next();
  let id = '';
  while (c.take('::')) {
    const { kind, text } = c.token;
    if (kind !== 'word' && kind !== 'string') return c.fail('#token.name');
    id = text;
    c.next();
  }
  return { id, span: c.spanFrom(start) };
}
