import type { Type } from '@ostiary/catalogue';
import type { CoreExpr } from '../../core/ir.js';
import type { Expr, ExprOf, Span } from '../../syntax/ast.js';
import { strictReads } from '../../syntax/strict-reads.js';
import { listNamed } from '../lists.js';
import { lookUp } from '../scope.js';
import { BOOL, INT } from '../../values/types.js';
import { align } from './align.js';
import type { Lowering, Names } from './context.js';
import { dropGaps } from './gaps.js';
import { joined, negated } from './logic.js';
import { FALSE, isUndefined, never, neverOf, TRUE, type Typed, typed, unaskedIn } from './typed.js';

type OrElse = ExprOf<'or_else'>;

/** `operand or else fallback`: the fallback stands for what is absent, and for nothing else. */
export function lowerOrElse(l: Lowering, expr: OrElse, names: Names, expected: Type | undefined): Typed | null {
  const before = l.missing.length;
  const { operand } = expr;
  const lowered =
    operand.kind === 'logic' || operand.kind === 'not'
      ? distributed(l, operand, expr, names)
      : withFallback(l, expr, names, expected);
  // The fallback is there for the gap.
  dropGaps(l, before);
  return lowered;
}

/** Of tests joined by `&&`, `||` and `!` each has for a fallback the truth that makes the whole the one asked for. */
function distributed(
  l: Lowering,
  operand: ExprOf<'logic' | 'not'>,
  { fallback, span }: OrElse,
  names: Names,
): Typed | null {
  if (fallback.kind !== 'literal' || fallback.value.type !== 'bool') return refused(l, operand);
  const { value } = fallback.value;
  const test = (part: Expr, truth: boolean): Typed | null => {
    const own: Expr = { ...fallback, value: { type: 'bool', value: truth } };
    const isAsked = part.kind === 'logic' || part.kind === 'not' || strictReads(part)?.length !== 0;
    return l.lower(isAsked ? { kind: 'or_else', operand: part, fallback: own, span } : part, names, BOOL);
  };
  if (operand.kind === 'not') {
    const inner = test(operand.operand, !value);
    return inner && negated(inner, operand);
  }
  // A chain of one operator is as deep as it is long.
  const parts: Expr[] = [];
  let left: Expr = operand;
  for (; left.kind === 'logic' && left.op === operand.op; left = left.left) parts.push(left.right);
  const tests = [left, ...parts.toReversed()].map((part) => test(part, value));
  return joined(operand.op === '&&' ? 'and' : 'or', tests, operand.span);
}

function withFallback(l: Lowering, expr: OrElse, names: Names, expected: Type | undefined): Typed | null {
  const operand = l.lower(expr.operand, names, expected);
  if (!operand) {
    l.lower(expr.fallback, names, expected);
    return null;
  }
  const isPath = PATHS.has(expr.operand.kind) && mayBeAbsent(operand.expr);
  const absent = isPath ? null : absence(l, expr.operand, names);
  if (!isPath && !absent) return refused(l, expr.operand);
  const fallback = l.lower(expr.fallback, names, operand.type.kind === 'any' ? expected : operand.type);
  if (!fallback) return null;
  if (operand.untyped || (absent && isUndefined(absent))) return neverOf(operand.type, operand);
  if (!absent && isUndefined(operand) && unaskedIn(operand.expr).length === 0)
    return atType(l, fallback, operand.type, expr);
  const pair = align(l, operand, fallback, expr.span);
  if (!pair) return null;
  const [value, instead] = [pair[0].expr, pair[1].expr];
  const { type } = isUndefined(operand) ? pair[1] : pair[0];
  if (!absent) return typed({ op: 'or_else', operand: value, fallback: instead }, type);
  return typed({ op: 'if', condition: absent.expr, then: instead, else: value }, type);
}

/** Kinds of expressions that may be a path, some by what their names stand for. */
const PATHS: ReadonlySet<Expr['kind']> = new Set(['path', 'or_else', 'call']);

function refused(l: Lowering, { span }: Expr): null {
  return l.sink.reject('or_else_operand', span, {});
}

/** What stands for an attribute that the tool lacks, at the type the others declare. */
function atType(l: Lowering, value: Typed, type: Type, { span }: Expr): Typed | null {
  return type.kind === 'any' ? value : (align(l, value, { expr: value.expr, type }, span)?.[0] ?? null);
}

/**
 * Whether one of the paths an expression cannot do without is absent: undefined where one is there and not of its type.
 * Null when there is none, or the expression can do without some of what it reads.
 */
function absence(l: Lowering, expr: Expr, names: Names): Typed | null {
  const reads = strictReads(expr)?.filter(
    ({ path }) => !listNamed(l.lists, path, (name) => lookUp(names, name) !== null),
  );
  if (!reads || reads.length === 0) return null;
  const presences: { readonly there: Typed; readonly covered: boolean }[] = [];
  for (const { path, covered } of reads) {
    const read = l.lower(path, names);
    const there = read && presence(read, path.span);
    if (!there) return null;
    presences.push({ there, covered });
  }
  const isAbsent = presences.filter(({ covered }) => !covered).map(({ there }) => negated(there, expr));
  if (isAbsent.length === 0) return null;
  // True unless it is undefined.
  const known = presences.map(({ there }) => joined('or', [there, negated(there, expr)], expr.span));
  return joined('and', [joined('or', isAbsent, expr.span), ...known], expr.span);
}

/** Whether a path has a value: undefined where something is there that is not of its type. Null of what is no path. */
function presence({ expr, type, untyped }: Typed, span: Span): Typed | null {
  switch (expr.op) {
    case 'read':
      return typed({ op: 'has', slot: expr.slot }, BOOL);
    case 'field':
    case 'part': {
      // It is there where it equals itself.
      const [own, of]: [CoreExpr, Type] = type.kind === 'list' ? [{ op: 'size', operand: expr }, INT] : [expr, type];
      const equal: CoreExpr = { op: 'compare', cmp: '==', left: own, right: own, type: of, span };
      return typed({ op: 'or_else', operand: equal, fallback: FALSE.expr }, BOOL);
    }
    case 'item':
      return TRUE;
    case 'undefined':
      return untyped ? never(BOOL) : FALSE;
    case 'decimal':
      return presence({ expr: expr.operand, type }, span);
    default:
      return null;
  }
}

/** Whether an expression is something that is there or not: an attribute, a variable, steps into them, or such with fallbacks. */
function mayBeAbsent(expr: CoreExpr): boolean {
  switch (expr.op) {
    case 'read':
    case 'item':
    case 'undefined':
    case 'answer':
    case 'field':
    case 'part':
      return true;
    case 'or_else':
      return expr.fallback.op === 'const' || mayBeAbsent(expr.fallback);
    case 'decimal':
      return mayBeAbsent(expr.operand);
    case 'mul':
      // Numbers are brought to more digits so.
      return expr.right.op === 'const' && mayBeAbsent(expr.left);
    default:
      return false;
  }
}
