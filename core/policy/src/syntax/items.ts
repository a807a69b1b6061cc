import type { Expr, Name } from './ast.js';
import { Abandon, type Cursor } from './cursor.js';
import { pathText } from './print/expressions.js';

/** The name for an item and the comma after it, at the start of `(x, e)` behind a `method` of a `list`. */
export function itemName(c: Cursor, method: Name, list: Expr): Name {
  c.expect('(');
  if (c.token.kind !== 'word' || !c.isAt(1, ',')) return unnamed(c, method, list);
  const variable = c.word();
  c.expect(',');
  return variable;
}

/** What other languages write between these parentheses: nothing, a field, an arrow. */
function unnamed(c: Cursor, { text: op, span: at }: Name, list: Expr): never {
  const { start, end, kind } = c.token;
  const arrow = kind === 'word' && c.isAt(1, '=>') ? c.ahead(1) : null;
  const fix = arrow
    ? { span: { start: end, end: arrow.end }, text: ',' }
    : op === 'sum' && c.is(')')
      ? { span: { start, end: start }, text: 'x, x' }
      : undefined;
  const example = `${list.kind === 'path' ? pathText(list) : 'args.list'}.${op}(x, ...)`;
  c.sink.report('item_unnamed', { start: at.start, end }, { op, example }, fix);
  throw new Abandon();
}
