import type { CoreExpr } from '../core/ir.js';
import { childrenOf } from '../core/walk.js';

/** Given at most. */
const MOST_TESTS = 100;

/**
 * What changes once at most on either side of a point, as one ordered value that `mentions` tells goes up or down and all else stays: the
 * comparisons in expressions, an equality as the two orders that meet in it. A comparison of what is added to and multiplied from the value is
 * one. Those about an item of a list are left out.
 */
export function monotoneTests(
  expressions: readonly CoreExpr[],
  mentions: (expr: CoreExpr) => boolean,
): readonly CoreExpr[] {
  const found: CoreExpr[] = [];
  const visit = (expr: CoreExpr): void => {
    if (found.length >= MOST_TESTS || expr.op === 'any' || expr.op === 'all') return;
    if (expr.op === 'compare' || expr.op === 'sum' || expr.op === 'member') {
      if (mentions(expr)) found.push(expr);
    } else for (const child of childrenOf(expr)) visit(child);
  };
  expressions.forEach(visit);
  return found.flatMap(ordersIn).slice(0, MOST_TESTS);
}

function ordersIn(expr: CoreExpr): readonly CoreExpr[] {
  if (expr.op === 'compare' || expr.op === 'sum') {
    if (expr.cmp !== '==' && expr.cmp !== '!=') return [expr];
    return [
      { ...expr, cmp: '<=' },
      { ...expr, cmp: '>=' },
    ];
  }
  if (expr.op !== 'member') return [];
  const { operand, type, values, span } = expr;
  return values.flatMap((value) =>
    (['<=', '>='] as const).map((cmp) => ({
      op: 'compare' as const,
      cmp,
      left: operand,
      right: { op: 'const' as const, value, type },
      type,
      span,
    })),
  );
}
