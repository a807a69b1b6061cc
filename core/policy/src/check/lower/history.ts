import type { Type } from '@ostiary/catalogue';
import type { CoreExpr } from '../../core/ir.js';
import type { CompareOp, HistoryExpr, HistoryOf, Span, Window } from '../../syntax/ast.js';
import { literalText } from '../../syntax/print/expressions.js';
import { literalAt, possibleCurrencies } from '../literals.js';
import { baseOf, BOOL, typeTerm } from '../../values/types.js';
import { ANY_SCALE, coerce, scaleOf } from './align.js';
import type { Lowering, Names } from './context.js';
import { argumentTypes, lowerEvent, lowerKey } from './events.js';
import { lowerList, overItem } from './items.js';
import { joined, negated } from './logic.js';
import { isUndefined, neverOf, type Typed, typed } from './typed.js';

/** Lowers a test over history for one group of tools; null when an error in it was reported. */
export function lowerHistory(l: Lowering, expr: HistoryExpr, names: Names): Typed | null {
  switch (expr.kind) {
    case 'h_logic': {
      const left = lowerHistory(l, expr.left, names);
      return joined(expr.op === '&&' ? 'and' : 'or', [left, lowerHistory(l, expr.right, names)], expr.span);
    }
    case 'h_not': {
      const operand = lowerHistory(l, expr.operand, names);
      return operand && negated(operand, expr);
    }
    case 'h_quantifier':
      return lowerQuantifier(l, expr, names);
    case 'formerly':
    case 'previous': {
      const event = lowerEvent(l, expr.event, names);
      const key = event && lowerKey(l, expr.key, event);
      return event && key && typed({ op: expr.kind, windowMs: windowOf(l, expr), key, event, span: expr.span }, BOOL);
    }
    case 'since': {
      const holds = lowerHistory(l, expr.holds, names);
      const event = lowerEvent(l, expr.event, names);
      const key = event && lowerKey(l, expr.key, event);
      if (!holds || !event || !key) return null;
      return typed({ op: 'since', holds: holds.expr, windowMs: windowOf(l, expr), key, event, span: expr.span }, BOOL);
    }
    case 'count':
      return lowerCount(l, expr, names);
    case 'sum':
      return lowerSum(l, expr, names);
  }
}

function lowerQuantifier(l: Lowering, expr: HistoryOf<'h_quantifier'>, names: Names): Typed | null {
  const list = lowerList(l, expr.list, expr.quantifier, names);
  if (!list) return null;
  if (isUndefined(list) || list.type.kind !== 'list') return neverOf(BOOL, list);
  const body = overItem(l, list.type.of, expr.variable, names, (inner) => lowerHistory(l, expr.body, inner));
  return body && typed({ op: expr.quantifier, list: list.expr, body: body.expr, span: expr.span }, BOOL);
}

function windowOf(l: Lowering, { window, span }: { readonly window: Window; readonly span: Span }): number | null {
  if (window.kind === 'session') return null;
  if (window.ms === 0) l.sink.report('window_empty', span, {});
  return window.ms;
}

function lowerCount(l: Lowering, expr: HistoryOf<'count'>, names: Names): Typed | null {
  const event = lowerEvent(l, expr.event, names);
  const key = event && lowerKey(l, expr.key, event);
  const { value, span } = expr.bound;
  if (value.type !== 'int') return l.sink.reject('count_bound', span, { literal: literalText(value) });
  const bound = Number(value.digits);
  const constantly = neverNegative(expr.op, bound);
  if (constantly !== null) l.sink.report('count_constant', expr.span, { result: `#result.${String(constantly)}` });
  if (!event || !key) return null;
  return typed({ op: 'count', event, windowMs: windowOf(l, expr), key, cmp: expr.op, bound, span: expr.span }, BOOL);
}

/** What a comparison of something at least 0 with `bound` always is, or null when it depends. */
function neverNegative(op: CompareOp, bound: number): boolean | null {
  switch (op) {
    case '<':
      return bound <= 0 ? false : null;
    case '>=':
      return bound <= 0 ? true : null;
    case '<=':
    case '==':
      return bound < 0 ? false : null;
    case '>':
    case '!=':
      return bound < 0 ? true : null;
  }
}

function lowerSum(l: Lowering, expr: HistoryOf<'sum'>, names: Names): Typed | null {
  const event = lowerEvent(l, expr.event, names);
  const key = event && lowerKey(l, expr.key, event);
  const field = event && argumentTypes(l, event.tools, [expr.field.text], expr.field);
  if (!event || !field || !key) return null;
  const { type } = field;
  if (!['int', 'decimal', 'money', 'duration'].includes(type.kind))
    return l.sink.reject('sum_field_type', expr.field.span, { field: expr.field.text, type: typeTerm(type) });
  const bound = literalAt(expr.bound, type, expr.field.text, l.sink);
  if (bound === null || !sameCurrency(l, expr, type)) return null;
  const own = expr.includingThis ? ownAmount(l, expr, type) : null;
  if (expr.includingThis && !own) return null;
  const core: CoreExpr = {
    op: 'sum',
    event,
    field: [expr.field.text],
    fieldType: type,
    fieldTypes: field.types,
    windowMs: windowOf(l, expr),
    key,
    own: own && own.expr,
    cmp: expr.op,
    bound,
    span: expr.span,
  };
  return typed(core, BOOL);
}

/** The currency named in the sum, if any, is the bound's, and one the field can have. */
function sameCurrency(l: Lowering, expr: HistoryOf<'sum'>, type: Type): boolean {
  const { currency, bound } = expr;
  if (!currency) return true;
  const other = bound.value.type === 'money' ? bound.value.currency : null;
  if (type.kind === 'money' && other === currency.text) return true;
  const possible = type.kind === 'money' ? possibleCurrencies(type) : null;
  l.sink.report('sum_currency', currency.span, {
    field: currency.text,
    bound: other ?? possible?.join(' | ') ?? literalText(bound.value),
  });
  return false;
}

/** `including this` adds the present call's argument of the same name, which must be there and of the same kind. */
function ownAmount(l: Lowering, expr: HistoryOf<'sum'>, type: Type): Typed | null {
  const { field, span } = expr;
  const found = l.environment.typeOf(l.tool, 'args', [field.text]);
  if (!found) return l.sink.reject('sum_including_this', span, { field: field.text, tools: `\`${l.tool}\`` });
  if (scaleOf(found.type) === ANY_SCALE && scaleOf(type) >= 0 && scaleOf(type) !== ANY_SCALE) {
    // Read as the others are, so that it counts the same units.
    const slot = l.slots.slotFor('args', [field.text], baseOf(type), found.required);
    return typed({ op: 'read', slot }, type);
  }
  const own = l.lower({ kind: 'path', root: 'args', segments: [field], bare: false, span }, null);
  return own && coerce(l, own, type, span);
}
