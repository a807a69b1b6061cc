import type { CompareOp, Expr, Span } from './ast.js';
import { readEntity } from './cedar.js';
import type { Cursor } from './cursor.js';
import { pathText } from './print/expressions.js';

/** `not` where the dialect has `!`, or the other way round. */
export function reportNot(c: Cursor, at: Span, operand: Expr): void {
  const { not } = c.rules;
  const found = not === '!' ? 'not' : '!';
  const single = operand.kind === 'path' || operand.kind === 'has' || operand.kind === 'call' || operand.kind === 'not';
  const tight = single || operand.span.end < c.lastEnd; // ends in a parenthesis that is not its own
  const inner = c.source.slice(at.end, c.lastEnd).trim();
  const span = c.spanFrom(at.start);
  const fix =
    not === 'not'
      ? { span: { start: at.start, end: operand.span.start }, text: 'not ' }
      : { span, text: tight ? `!${inner}` : `!(${inner})` };
  c.sink.report('operator_foreign', at, { found, use: not }, fix);
}

const FOREIGN_CONSTANTS: Readonly<Record<string, boolean>> = { True: true, TRUE: true, False: false, FALSE: false };
const NULLS: ReadonlySet<string> = new Set(['null', 'NULL', 'None', 'nil', 'undefined']);

/** `True`, `None` and the like, as a constant; null when none stands here. */
export function foreignConstant(c: Cursor): Expr | null {
  const { text, kind } = c.token;
  if (kind !== 'word' || ['.', '[', '('].some((sign) => c.isAt(1, sign))) return null;
  const span = c.here;
  const value = Object.hasOwn(FOREIGN_CONSTANTS, text) ? FOREIGN_CONSTANTS[text] : undefined;
  if (value !== undefined)
    c.sink.report('constant_foreign', span, { found: text, use: String(value) }, { span, text: String(value) });
  else if (NULLS.has(text)) c.sink.report('null_foreign', span, { found: text });
  else return null;
  c.next();
  c.height = 1;
  return { kind: 'literal', value: { type: 'bool', value: value ?? false }, span };
}

/** `amount == null` as the question whether it is there; null when nothing of the kind stands here. */
export function absence(c: Cursor, left: Expr, op: CompareOp): Expr | null {
  if (left.kind !== 'path' || left.segments.length === 0 || (op !== '==' && op !== '!=')) return null;
  if (c.token.kind !== 'word' || !NULLS.has(c.token.text)) return null;
  const word = c.next();
  const span = c.spanFrom(left.span.start);
  const has: Expr = { kind: 'has', target: left, form: 'prefix', span };
  const there = `has ${pathText(left)}`;
  const text = op === '!=' ? there : c.rules.flat ? `not ${there}` : `!(${there})`;
  c.sink.report('null_foreign', word, { found: word.text }, { span, text });
  return op === '!=' ? has : { kind: 'not', operand: has, span };
}

/** `User::"alice"`, Cedar's name of an entity, as the string in it. */
export function cedarEntity(c: Cursor, left: Expr | null, op: CompareOp | null): Expr {
  const { id, span } = readEntity(c);
  const quoted = `"${id}"`;
  const whole = left?.kind === 'path' && left.segments.length === 0 && left.root === 'principal' && op !== null;
  const fix = whole
    ? { span: c.spanFrom(left.span.start), text: `principal.id ${op} ${quoted}` }
    : { span, text: quoted };
  c.sink.report('cedar_entity', span, { text: c.source.slice(span.start, span.end) }, fix);
  return { kind: 'literal', value: { type: 'string', value: id }, span };
}
