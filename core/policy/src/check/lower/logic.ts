import type { CoreExpr } from '../../core/ir.js';
import type { Span } from '../../syntax/ast.js';
import { BOOL } from '../../values/types.js';
import { FALSE, isConst, never, settled, TRUE, type Typed, typed, unaskedIn } from './typed.js';

/** `not`, with double negation and constants taken away. */
export function negated({ expr }: Typed, { span }: { readonly span: Span }): Typed {
  if (expr.op === 'const') return settled(expr.value !== true, unaskedIn(expr));
  if (expr.op === 'undefined') return never(BOOL, unaskedIn(expr));
  if (expr.op === 'not') return typed(expr.operand, BOOL);
  return typed({ op: 'not', operand: expr, span }, BOOL);
}

/** Conjunction or disjunction in strong Kleene logic, flat and without constants; null if any operand is. */
export function joined(op: 'and' | 'or', operands: readonly (Typed | null)[], span: Span): Typed | null {
  const deciding = op === 'or';
  const flat: CoreExpr[] = [];
  for (const operand of operands) {
    if (!operand) return null;
    if (operand.expr.op === op) for (const each of operand.expr.operands) flat.push(each);
    else if (!isConst(operand.expr, !deciding) || unaskedIn(operand.expr).length > 0) flat.push(operand.expr);
  }
  if (flat.some((operand) => isConst(operand, deciding))) return settled(deciding, flat.flatMap(unaskedIn));
  const [only] = flat;
  if (!only) return deciding ? FALSE : TRUE;
  return typed(flat.length === 1 ? only : { op, operands: flat, span }, BOOL);
}
