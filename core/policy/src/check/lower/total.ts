import type { Type } from '@ostiary/catalogue';
import type { ExprOf } from '../../syntax/ast.js';
import type { Value } from '../../values/value.js';
import { possibleCurrencies } from '../literals.js';
import { baseOf, typeTerm } from '../../values/types.js';
import { adds } from './arithmetic.js';
import type { Lowering, Names } from './context.js';
import { lowerList, overItem } from './items.js';
import { isUndefined, neverOf, type Typed, typed } from './typed.js';
import { unitOf } from './units.js';

/** `list.sum(x, e)`: what adds up, over all items. */
export function lowerTotal(l: Lowering, expr: ExprOf<'total'>, names: Names): Typed | null {
  const list = lowerList(l, expr.list, 'sum', names);
  if (!list) return null;
  if (list.type.kind !== 'list') return neverOf({ kind: 'any' }, list);
  const [body, unit] = overItem(l, list.type.of, expr.variable, names, (inner) => [
    l.lower(expr.body, inner),
    unitOf(l, expr.body, inner),
  ]);
  if (!body) return null;
  if (!isUndefined(body) && !adds(body.type))
    return l.sink.reject('sum_type', expr.body.span, { type: typeTerm(body.type) });
  const type = typeOf(body, unit);
  if (isUndefined(list) || type.kind === 'any') return neverOf(type, list, body);
  return typed({ op: 'total', list: list.expr, body: body.expr, type, empty: unit && nothing(unit) }, type);
}

function typeOf(body: Typed, unit: Type | null): Type {
  if (isUndefined(body)) return unit ?? { kind: 'any' };
  return body.type.kind === 'money' && unit?.kind === 'money' ? unit : baseOf(body.type);
}

/** 0 of a unit; null of money in no known currency. */
function nothing(unit: Type): Value | null {
  if (unit.kind !== 'money') return 0;
  const [currency] = possibleCurrencies(unit) ?? [];
  return currency === undefined ? null : { minor: 0, currency };
}
