import type { Expr, HistoryExpr, PathExpr, PolicyTree, Rule, Span } from '../syntax/ast.js';
import { atoms, bodiesOf, callValues, children } from '../syntax/walk.js';

/** A name for the items of a list, and the names around it. */
export interface NamedItem {
  readonly name: string;
  readonly list: Expr;
  readonly outer: NamedItem | null;
}

/** What stands at an offset, and the rule around it. */
export interface Located {
  readonly path: PathExpr | null;
  /** The items that have a name there, innermost first, each with its list. */
  readonly items: NamedItem | null;
  readonly rule: Rule | null;
}

const holds = ({ start, end }: Span, offset: number): boolean => start <= offset && offset <= end;

/** Finds the innermost path at an offset. */
export function locate(tree: PolicyTree, offset: number): Located {
  const item = tree.items.find(({ span }) => holds(span, offset));
  if (!item) return { path: null, items: null, rule: null };
  const { calls, histories } = bodiesOf(item);
  const pending: { readonly expr: Expr; readonly items: NamedItem | null }[] = [];
  for (const expr of [...calls, ...histories.flatMap(historyValues)]) pending.push({ expr, items: null });
  let found: Pick<Located, 'path' | 'items'> = { path: null, items: null };
  for (let at = pending.pop(); at; at = pending.pop()) {
    const { expr, items } = at;
    const target = expr.kind === 'path' ? expr : expr.kind === 'has' || expr.kind === 'label' ? expr.target : null;
    if (target && holds(target.span, offset)) found = { path: target, items };
    const over = expr.kind === 'quantifier' || expr.kind === 'total' ? expr : null;
    for (const child of children(expr)) {
      const inner = over && child === over.body ? { name: over.variable.text, list: over.list, outer: items } : items;
      pending.push({ expr: child, items: inner });
    }
  }
  return { ...found, rule: item.kind === 'rule' ? item : null };
}

function historyValues(history: HistoryExpr): Expr[] {
  return [...callValues(history), ...atoms(history).flatMap(({ key }) => key ?? [])];
}
