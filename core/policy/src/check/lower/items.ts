import type { Type } from '@ostiary/catalogue';
import type { Expr, Name } from '../../syntax/ast.js';
import { typeTerm } from '../../values/types.js';
import type { Lowering, Names } from './context.js';
import { isUndefined, type Typed } from './typed.js';

/** A list, or what is never defined, in front of `.op(x, e)`; null when an error was reported. */
export function lowerList(l: Lowering, expr: Expr, op: string, names: Names): Typed | null {
  const list = l.lower(expr, names);
  if (!list || isUndefined(list) || list.type.kind === 'list') return list;
  return l.sink.reject('not_list', expr.span, { op, type: typeTerm(list.type) });
}

/** Names an item of the list, of type `of`, for what `make` lowers. */
export function overItem<Result>(
  l: Lowering,
  of: Type,
  variable: Name,
  names: Names,
  make: (inner: Names) => Result,
): Result {
  const inner: Names = { name: variable.text, binding: { kind: 'item', level: l.level, type: of }, outer: names };
  l.level++;
  const result = make(inner);
  l.level--;
  return result;
}
