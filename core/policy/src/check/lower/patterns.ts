import type { StringFormat } from '@ostiary/catalogue';
import type { Expr, ExprOf } from '../../syntax/ast.js';
import { parseGlob } from '../../text/glob.js';
import { parseRegex } from '../../text/regex.js';
import { formatTerm, typeTerm } from '../types.js';
import type { Lowering, Names } from './context.js';
import { negated } from './logic.js';
import { globCanMatch, regexCanMatch } from './matchable.js';
import { globKind, regexKind, whereKind } from './path-kind.js';
import { isUndefined, strict, type Typed } from './typed.js';

/** `x like "a*"`; null when the glob cannot be read or can fit nothing, which is reported. */
export function lowerLike(l: Lowering, expr: ExprOf<'like'>, names: Names): Typed | null {
  const operand = stringOperand(l, expr.operand, 'like', names);
  const glob = parseGlob(expr.pattern);
  if (!glob.ok) l.sink.report('pattern_invalid', expr.span, { reason: `#reason.${glob.reason}` });
  if (!operand || !glob.ok) return null;
  if (!checkMatch(l, expr, operand, (format) => globCanMatch(glob.segments, format))) return null;
  const like = strict([operand], () => ({ op: 'like', operand: operand.expr, pattern: expr.pattern, span: expr.span }));
  const test = whereKind(operand, globKind(glob.segments), like, expr.span);
  return expr.negated ? negated(test, expr) : test;
}

/** A pattern that is not in the normal form of what it is held against never matches, and would be silent for ever. */
function checkMatch(
  l: Lowering,
  { pattern, span }: ExprOf<'like' | 'matches'>,
  { type }: Typed,
  canMatch: (format: StringFormat) => boolean,
): boolean {
  if (type.kind !== 'string' || canMatch(type.format)) return true;
  l.sink.report('pattern_unmatchable', span, { format: formatTerm(type.format), pattern: JSON.stringify(pattern) });
  return false;
}

/** `x matches "a+"`; null when the expression cannot be read or can fit nothing, which is reported. */
export function lowerMatches(l: Lowering, expr: ExprOf<'matches'>, names: Names): Typed | null {
  const operand = stringOperand(l, expr.operand, 'matches', names);
  const regex = parseRegex(expr.pattern);
  if (!regex.ok) l.sink.report('regex_invalid', expr.span, { reason: `#reason.${regex.reason}` });
  if (!operand || !regex.ok) return null;
  if (!checkMatch(l, expr, operand, (format) => regexCanMatch(regex.node, format))) return null;
  const matches = strict([operand], () => ({
    op: 'matches',
    operand: operand.expr,
    pattern: expr.pattern,
    span: expr.span,
  }));
  const test = whereKind(operand, regexKind(regex.node), matches, expr.span);
  return expr.negated ? negated(test, expr) : test;
}

function stringOperand(l: Lowering, expr: Expr, op: string, names: Names): Typed | null {
  const operand = l.lower(expr, names);
  if (!operand || isUndefined(operand) || operand.type.kind === 'string') return operand;
  l.sink.report('not_string', expr.span, { op, type: typeTerm(operand.type) });
  return null;
}
