import type { Expr, HistoryExpr, PathExpr, PolicyTree, Rule, Span } from '../syntax/ast.js';
import { atoms, bodiesOf, callValues, children } from '../syntax/walk.js';

/** What stands at an offset, and the rule around it. */
export interface Located {
  readonly path: PathExpr | null;
  readonly rule: Rule | null;
}

const holds = ({ start, end }: Span, offset: number): boolean => start <= offset && offset <= end;

/** Finds the innermost path at an offset. */
export function locate(tree: PolicyTree, offset: number): Located {
  const item = tree.items.find(({ span }) => holds(span, offset));
  if (!item) return { path: null, rule: null };
  const { calls, histories } = bodiesOf(item);
  const pending: Expr[] = [...calls, ...histories.flatMap(historyValues)];
  let path: PathExpr | null = null;
  for (let expr = pending.pop(); expr; expr = pending.pop()) {
    const target = expr.kind === 'path' ? expr : expr.kind === 'has' || expr.kind === 'label' ? expr.target : null;
    if (target && holds(target.span, offset)) path = target;
    for (const child of children(expr)) pending.push(child);
  }
  return { path, rule: item.kind === 'rule' ? item : null };
}

function historyValues(history: HistoryExpr): Expr[] {
  return [...callValues(history), ...atoms(history).flatMap(({ key }) => key ?? [])];
}
