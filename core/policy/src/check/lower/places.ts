import type { StringFormat } from '@ostiary/catalogue';
import type { ExprOf } from '../../syntax/ast.js';
import { networkOf, readRange, showRange } from '../../values/formats/ip-range.js';
import { normaliseAs } from '../../values/strings.js';
import { BOOL, formatTerm, typeTerm } from '../../values/types.js';
import type { Lowering, Names } from './context.js';
import { whereKind } from './path-kind.js';
import { isUndefined, neverOf, type Typed, typed } from './typed.js';

/** Whether a path lies under a directory. */
export function lowerUnder(l: Lowering, expr: ExprOf<'under'>, names: Names): Typed | null {
  const operand = operandOf(l, expr, 'path', names);
  if (!operand || isUndefined(operand)) return operand && neverOf(BOOL, operand);
  const { span, directory: written } = expr;
  const directory = operand.type.kind === 'string' ? normaliseAs(operand.type, written.text) : null;
  if (directory === null) {
    const params = { literal: JSON.stringify(written.text), type: formatTerm('path') };
    return l.sink.reject('literal_invalid', written.span, params);
  }
  const test = typed({ op: 'under', operand: operand.expr, directory, span }, BOOL);
  return whereKind(operand, directory.startsWith('/') ? 'absolute' : 'relative', test, span);
}

/** Whether an IP address lies in a network. */
export function lowerInRange(l: Lowering, expr: ExprOf<'in_range'>, names: Names): Typed | null {
  const operand = operandOf(l, expr, 'ip', names);
  const range = readRange(expr.range.text);
  const network = range && showRange(networkOf(range));
  if (range === null || network === null || showRange(range) !== network) {
    const fix = network === null ? undefined : { span: expr.range.span, text: JSON.stringify(network) };
    return l.sink.reject('range_invalid', expr.range.span, { text: JSON.stringify(expr.range.text) }, fix);
  }
  if (!operand || isUndefined(operand)) return operand && neverOf(BOOL, operand);
  return typed({ op: 'in_range', operand: operand.expr, range: network, span: expr.span }, BOOL);
}

function operandOf(
  l: Lowering,
  { kind, operand: expr }: ExprOf<'under' | 'in_range'>,
  format: StringFormat,
  names: Names,
): Typed | null {
  const operand = l.lower(expr, names, { kind: 'string', format });
  if (!operand || isUndefined(operand)) return operand;
  if (operand.type.kind === 'string' && operand.type.format === format) return operand;
  return l.sink.reject('test_needs_format', expr.span, {
    op: kind,
    wanted: formatTerm(format),
    type: typeTerm(operand.type),
  });
}
