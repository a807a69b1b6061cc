import type { Expr, Name, PathExpr } from './ast.js';
import type { Cursor } from './cursor.js';
import { itemName } from './items.js';
import { literal, quotedName, string } from './literals.js';
import { readablePath } from './paths.js';

/** How an expression inside another is read. */
export type ReadExpression = (c: Cursor) => Expr;

/** `if c then a else b`; the last part reaches as far as it can. */
export function ifExpression(c: Cursor, read: ReadExpression): Expr {
  const { start } = c.expect('if');
  c.need('if', c.spanFrom(start));
  const condition = read(c);
  let height = c.height;
  c.expect('then');
  const then = read(c);
  height = Math.max(height, c.height);
  c.expect('else');
  const otherwise = read(c);
  const span = c.spanFrom(start);
  c.raise(Math.max(height, c.height), span);
  return { kind: 'if', condition, then, else: otherwise, span };
}

/** `under(args.file, "/srv")`, `in_range(args.addr, "10.0.0.0/8")`, `label(args.body, "untrusted")`, `confirmed(this)`, or the use of a definition with parameters. */
export function specialCall(c: Cursor, read: ReadExpression): Expr {
  const { start } = c.token;
  const name = c.word();
  c.height = 1;
  if (name.text === 'label') {
    c.need('label', name.span);
    c.expect('(');
    const target = readablePath(c);
    c.expect(',');
    const label = string(c);
    c.expect(')');
    return { kind: 'label', target, label, span: c.spanFrom(start) };
  }
  if (name.text === 'confirmed') {
    c.need('confirmed', name.span);
    c.expect('(');
    c.expect('this');
    c.expect(')');
    return { kind: 'confirmed', span: c.spanFrom(start) };
  }
  if (name.text === 'under' || name.text === 'in_range') {
    c.expect('(');
    const operand = read(c);
    c.expect(',');
    const constant = quotedName(c);
    c.expect(')');
    const whole = c.spanFrom(start);
    c.raise(c.height, whole);
    return name.text === 'under'
      ? { kind: 'under', operand, directory: constant, span: whole }
      : { kind: 'in_range', operand, range: constant, span: whole };
  }
  c.need('call', name.span);
  const args = c.list('(', ')', () => read(c));
  const span = c.spanFrom(start);
  c.raise(c.height, span);
  return { kind: 'call', name, args, span };
}

/** `.any(x, e)`, `.all(x, e)`, `.sum(x, e)`, `.contains(e)`, `.size()`, `session.label("x")` after an operand. */
export function method(c: Cursor, operand: Expr, read: ReadExpression): Expr {
  c.expect('.');
  const name = c.word();
  const span = () => c.spanFrom(operand.span.start);
  if (!c.is('(')) return c.fail('`(`');
  switch (name.text) {
    case 'any':
    case 'all':
      c.need('quantifier', name.span);
      return { kind: 'quantifier', quantifier: name.text, ...overItems(c, name, operand, read), span: span() };
    case 'sum':
      c.need('quantifier', name.span);
      return { kind: 'total', ...overItems(c, name, operand, read), span: span() };
    case 'contains': {
      if (!c.rules.containsMethod) {
        c.sink.report('operator_foreign', name.span, { found: '.contains(...)', use: 'contains' });
      }
      c.next();
      const item = read(c);
      c.expect(')');
      return { kind: 'contains', negated: false, list: operand, item, span: span() };
    }
    case 'containsAll':
    case 'containsAny':
    case 'containsOnly': {
      c.need('quantifier', name.span);
      c.next();
      const { start } = c.token;
      const other: Expr = c.is('[')
        ? { kind: 'items', items: c.list('[', ']', () => literal(c)), span: c.spanFrom(start) }
        : read(c);
      c.expect(')');
      return { kind: 'set', test: name.text, list: operand, other, span: span() };
    }
    case 'size':
      c.need('size', name.span);
      c.next();
      c.expect(')');
      return { kind: 'size', operand, span: span() };
    case 'label': {
      if (!isSession(operand)) break;
      c.need('label', name.span);
      c.next();
      const label = string(c);
      c.expect(')');
      return { kind: 'label', target: null, label, span: span() };
    }
  }
  c.sink.report('method_unknown', name.span, { name: name.text });
  return operandAfterUnknown(c, operand, read);
}

/** `(x, e)`: a name for the item of a list, and an expression over it. */
function overItems(
  c: Cursor,
  name: Name,
  list: Expr,
  read: ReadExpression,
): { readonly list: Expr; readonly variable: Name; readonly body: Expr } {
  const variable = itemName(c, name, list);
  const body = read(c);
  c.expect(')');
  return { list, variable, body };
}

const isSession = (operand: Expr): operand is PathExpr =>
  operand.kind === 'path' && operand.root === 'session' && operand.segments.length === 0;

/** Reads over the arguments of a method there is none of, so that what follows is still checked. */
function operandAfterUnknown(c: Cursor, operand: Expr, read: ReadExpression): Expr {
  c.list('(', ')', () => read(c));
  return operand;
}
