import type { Expr, ExprOf, PathExpr } from './ast.js';
import { children } from './walk.js';

/** A path that a test takes its value from. */
export interface StrictRead {
  readonly path: PathExpr;
  /** Whether a fallback of its own stands for its absence. */
  readonly covered: boolean;
}

/**
 * The paths without which an expression has no value, in source order: where one of them has none, neither has the whole.
 * None when it reads nothing (or asks only whether something is there); null when some of what it reads may not matter, as
 * in `a && b`, `if` and bodies of quantifiers that read more than their item.
 */
export function strictReads(expr: Expr): readonly StrictRead[] | null {
  switch (expr.kind) {
    case 'literal':
    case 'items':
    case 'has':
    case 'label':
    case 'confirmed':
      return [];
    case 'path':
      return expr.root === 'tool' || expr.root === 'answer' || expr.root === 'executes'
        ? []
        : [{ path: expr, covered: false }];
    case 'or_else':
      return covered(expr);
    case 'in':
      return strictReads(expr.operand);
    case 'not':
    case 'negate':
    case 'like':
    case 'matches':
    case 'under':
    case 'in_range':
    case 'in_order':
    case 'size':
    case 'convert':
    case 'compare':
    case 'arithmetic':
    case 'contains':
    case 'in_list':
    case 'set':
      return ofAll(children(expr));
    case 'quantifier':
    case 'total':
      return readsOnly(expr.body, [expr.variable.text]) ? strictReads(expr.list) : null;
    default:
      return null;
  }
}

function ofAll(parts: readonly Expr[]): readonly StrictRead[] | null {
  const reads = parts.map(strictReads);
  return reads.includes(null) ? null : reads.flatMap((each) => each ?? []);
}

/** A path with constants to stand for it, one after the other. */
function covered({ operand, fallback }: ExprOf<'or_else'>): readonly StrictRead[] | null {
  if (fallback.kind !== 'literal') return null;
  if (operand.kind === 'or_else') return covered(operand);
  return operand.kind === 'path' ? [{ path: operand, covered: true }] : null;
}

/** Whether an expression reads variables of these names and nothing else. */
function readsOnly(expr: Expr, names: readonly string[]): boolean {
  switch (expr.kind) {
    case 'path':
      return isOneOf(expr, names);
    case 'has':
      return isOneOf(expr.target, names);
    case 'label':
    case 'confirmed':
    case 'call':
      return false;
    case 'quantifier':
    case 'total':
      return readsOnly(expr.list, names) && readsOnly(expr.body, [...names, expr.variable.text]);
    default:
      return children(expr).every((child) => readsOnly(child, names));
  }
}

const isOneOf = (path: PathExpr, names: readonly string[]): boolean =>
  path.root === null && names.includes(path.segments[0]?.text ?? '');
