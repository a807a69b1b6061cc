import type { StringFormat } from '@ostiary/catalogue';
import type { Expr, ExprOf, Span } from '../../syntax/ast.js';
import { parseGlob } from '../../text/glob.js';
import { parseRegex } from '../../text/regex.js';
import { formatTerm, typeTerm } from '../../values/types.js';
import type { Lowering, Names } from './context.js';
import { negated } from './logic.js';
import { globCanMatch, regexCanMatch } from './matchable.js';
import { globKind, type PathKind, regexKind, whereKind } from './path-kind.js';
import { isUndefined, strict, type Typed } from './typed.js';

/** What is asked of a pattern before it is held against a string. */
interface Pattern {
  /** Whether some normal form of a format may fit it. */
  readonly canMatch: (format: StringFormat) => boolean;
  /** Of the paths it can match. */
  readonly kind: PathKind | null;
}

/** `x like "a*"` and `x matches "a+"`; null when the pattern cannot be read or can fit nothing, which is reported. */
export function lowerPattern(l: Lowering, expr: ExprOf<'like' | 'matches'>, names: Names): Typed | null {
  const { kind: op, pattern, span } = expr;
  const operand = stringOperand(l, expr.operand, op, names);
  const read = op === 'like' ? globPattern(l, pattern, span) : regexPattern(l, pattern, span);
  if (!operand || !read) return null;
  // A pattern that is not in the normal form of what it is held against never matches, and would be silent for ever.
  if (operand.type.kind === 'string' && !read.canMatch(operand.type.format)) {
    const format = formatTerm(operand.type.format);
    return l.sink.reject('pattern_unmatchable', span, { format, pattern: JSON.stringify(pattern) });
  }
  const match = strict([operand], () => ({ op, operand: operand.expr, pattern, span }));
  const test = whereKind(operand, read.kind, match, span);
  return expr.negated ? negated(test, expr) : test;
}

function globPattern(l: Lowering, pattern: string, span: Span): Pattern | null {
  const glob = parseGlob(pattern);
  if (glob.ok) return { canMatch: (format) => globCanMatch(glob.segments, format), kind: globKind(glob.segments) };
  return l.sink.reject('pattern_invalid', span, { reason: `#reason.${glob.reason}` });
}

function regexPattern(l: Lowering, pattern: string, span: Span): Pattern | null {
  const regex = parseRegex(pattern);
  if (regex.ok) return { canMatch: (format) => regexCanMatch(regex.node, format), kind: regexKind(regex.node) };
  return l.sink.reject('regex_invalid', span, { reason: `#reason.${regex.reason}` });
}

function stringOperand(l: Lowering, expr: Expr, op: string, names: Names): Typed | null {
  const operand = l.lower(expr, names);
  if (!operand || isUndefined(operand) || operand.type.kind === 'string') return operand;
  return l.sink.reject('not_string', expr.span, { op, type: typeTerm(operand.type) });
}
