import type { Type } from '@ostiary/catalogue';
import type { CoreEvent, CoreExpr, HistoryKey } from '../../core/ir.js';
import type { CompareOp, EventPattern, HistoryExpr, Name, PathExpr, Span, Window } from '../../syntax/ast.js';
import { literalText, pathText } from '../../syntax/print/expressions.js';
import { nearestNames } from '../../text/nearest.js';
import { literalAt, possibleCurrencies } from '../literals.js';
import { rename } from '../rename.js';
import { checkTool } from '../targets.js';
import { BOOL, typeTerm } from '../types.js';
import { coerce } from './align.js';
import type { Lowering } from './context.js';
import { joined, negated } from './logic.js';
import { type Typed, typed } from './typed.js';

/** Lowers a test over history for one group of tools; null when an error in it was reported. */
export function lowerHistory(l: Lowering, expr: HistoryExpr): Typed | null {
  switch (expr.kind) {
    case 'h_logic': {
      const left = lowerHistory(l, expr.left);
      return joined(expr.op === '&&' ? 'and' : 'or', [left, lowerHistory(l, expr.right)], expr.span);
    }
    case 'h_not': {
      const operand = lowerHistory(l, expr.operand);
      return operand && negated(operand, expr);
    }
    case 'formerly':
    case 'previous': {
      const event = lowerEvent(l, expr.event);
      return event && typed({ op: expr.kind, windowMs: windowOf(l, expr), event, span: expr.span }, BOOL);
    }
    case 'since': {
      const holds = lowerHistory(l, expr.holds);
      const event = lowerEvent(l, expr.event);
      if (!holds || !event) return null;
      return typed({ op: 'since', holds: holds.expr, windowMs: windowOf(l, expr), event, span: expr.span }, BOOL);
    }
    case 'count':
      return lowerCount(l, expr);
    case 'sum':
      return lowerSum(l, expr);
  }
}

function windowOf(l: Lowering, { window, span }: { readonly window: Window; readonly span: Span }): number | null {
  if (window.kind === 'session') return null;
  if (window.ms === 0) l.sink.report('window_empty', span, {});
  return window.ms;
}

function lowerEvent(l: Lowering, event: EventPattern): CoreEvent | null {
  if (!checkTool(event.tool, l.environment.catalogue, l.knownTools, l.sink)) return null;
  const seen = new Set<string>();
  const fields: CoreEvent['fields'][number][] = [];
  let ok = true;
  for (const { name, value } of event.fields) {
    if (seen.has(name.text)) l.sink.report('event_field_repeated', name.span, { field: name.text });
    seen.add(name.text);
    const type = fieldType(l, event.tool, name);
    const shared = value === '*' || !type ? null : l.lower(value, null, type);
    const fitted = shared && type && value !== '*' ? coerce(l, shared, type, value.span) : null;
    if (!type || (value !== '*' && !fitted)) ok = false;
    else fields.push({ path: [name.text], type, value: fitted?.expr ?? null });
  }
  return ok ? { tool: event.tool.text, state: event.state, fields } : null;
}

function fieldType(l: Lowering, tool: Name, field: Name): Type | null {
  const found = l.environment.typeOf(tool.text, 'args', [field.text]);
  if (found) return found.type;
  const names = Object.keys(l.environment.record(tool.text, 'args')?.fields ?? {});
  const nearest = nearestNames(field.text, names);
  const [best] = nearest;
  l.sink.report(
    'event_field_unknown',
    field.span,
    { tool: tool.text, field: field.text, nearest: nearest.map((each) => `\`${each}\``).join(', ') },
    rename(field, best),
  );
  return null;
}

function lowerKey(l: Lowering, key: PathExpr, event: Name): HistoryKey | null {
  const [first, ...rest] = key.segments;
  if (!first && (key.root === 'principal' || key.root === 'session')) return { by: key.root };
  if (key.root === null && first?.text === 'customer' && rest.length === 0) return { by: 'customer' };
  if (key.root !== 'args' || !first) {
    l.sink.report('history_key_unknown', key.span, { key: pathText(key) });
    return null;
  }
  const path = key.segments.map(({ text }) => text);
  const there = l.environment.typeOf(event.text, 'args', path);
  if (!there) {
    fieldType(l, event, first);
    return null;
  }
  const here = l.environment.typeOf(l.tool, 'args', path);
  if (!here) l.missing.push({ path: key, presence: false });
  return { by: 'args', path, type: there.type };
}

function lowerCount(l: Lowering, expr: Extract<HistoryExpr, { kind: 'count' }>): Typed | null {
  const event = lowerEvent(l, expr.event);
  const key = lowerKey(l, expr.key, expr.event.tool);
  const { value, span } = expr.bound;
  if (value.type !== 'int') {
    l.sink.report('count_bound', span, { literal: literalText(value) });
    return null;
  }
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

function lowerSum(l: Lowering, expr: Extract<HistoryExpr, { kind: 'sum' }>): Typed | null {
  const event = lowerEvent(l, expr.event);
  const key = lowerKey(l, expr.key, expr.event.tool);
  if (!event) return null;
  const type = fieldType(l, expr.event.tool, expr.field);
  if (!type || !key) return null;
  if (!['int', 'decimal', 'money', 'duration'].includes(type.kind)) {
    l.sink.report('sum_field_type', expr.field.span, { field: expr.field.text, type: typeTerm(type) });
    return null;
  }
  const bound = literalAt(expr.bound, type, expr.field.text, l.sink);
  if (bound === null || !sameCurrency(l, expr, type)) return null;
  if (expr.includingThis) checkThis(l, expr, type);
  const core: CoreExpr = {
    op: 'sum',
    event,
    field: [expr.field.text],
    fieldType: type,
    windowMs: windowOf(l, expr),
    key,
    includingThis: expr.includingThis,
    cmp: expr.op,
    bound,
    span: expr.span,
  };
  return typed(core, BOOL);
}

/** The currency named in the sum, if any, is the bound's, and one the field can have. */
function sameCurrency(l: Lowering, expr: Extract<HistoryExpr, { kind: 'sum' }>, type: Type): boolean {
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
function checkThis(l: Lowering, expr: Extract<HistoryExpr, { kind: 'sum' }>, type: Type): void {
  const here = l.environment.typeOf(l.tool, 'args', [expr.field.text]);
  if (!here) l.sink.report('sum_including_this', expr.span, { field: expr.field.text, tools: `\`${l.tool}\`` });
  else if (here.type.kind !== type.kind) {
    l.sink.report('type_mismatch', expr.span, { left: typeTerm(type), right: typeTerm(here.type) });
  }
}
