import type { EventPattern, Expr, HistoryExpr, Item } from './ast.js';

/** The expressions directly inside one, in source order. */
export function children(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'literal':
    case 'path':
    case 'confirmed':
    case 'has':
    case 'label':
      return [];
    case 'logic':
    case 'compare':
    case 'arithmetic':
      return [expr.left, expr.right];
    case 'in':
      return [expr.operand, ...expr.items];
    case 'contains':
      return [expr.list, expr.item];
    case 'in_list':
      return [expr.operand, expr.list];
    case 'set':
      return [expr.list, expr.other];
    case 'items':
      return expr.items;
    case 'quantifier':
    case 'total':
      return [expr.list, expr.body];
    case 'if':
      return [expr.condition, expr.then, expr.else];
    case 'or_else':
      return [expr.operand, expr.fallback];
    case 'call':
      return expr.args;
    default:
      return [expr.operand];
  }
}

/** The name of a definition, parameter, variable or list that an expression is or begins with; undefined when it has none. */
export function nameIn(expr: Expr): string | undefined {
  if (expr.kind === 'call') return expr.name.text;
  return expr.kind === 'path' && expr.root === null ? expr.segments[0]?.text : undefined;
}

/** A condition on events. */
export type HistoryAtom = Exclude<HistoryExpr, { kind: 'h_logic' | 'h_not' | 'h_quantifier' }>;

/** The conditions directly inside one on the history. */
export function historyChildren(expr: HistoryExpr): readonly HistoryExpr[] {
  switch (expr.kind) {
    case 'h_logic':
      return [expr.left, expr.right];
    case 'h_not':
      return [expr.operand];
    case 'h_quantifier':
      return [expr.body];
    case 'since':
      return [expr.holds];
    default:
      return [];
  }
}

/** The atoms of a history expression, in source order. */
export const atoms = (expr: HistoryExpr): HistoryAtom[] => [
  ...historyChildren(expr).flatMap(atoms),
  ...('event' in expr ? [expr] : []),
];

/** What the fields of an event are compared with, presence aside. */
const eventValues = (event: EventPattern): Expr[] =>
  event.fields.flatMap(({ value }) => (value === '*' ? [] : [value]));

/** The expressions over the call that stand in a history expression, keys left out. */
export const callValues = (expr: HistoryExpr): Expr[] => [
  ...(expr.kind === 'h_quantifier' ? [expr.list] : []),
  ...historyChildren(expr).flatMap(callValues),
  ...('event' in expr ? eventValues(expr.event) : []),
];

/** The whole expressions over calls and over history that stand in an item. */
export function bodiesOf(item: Item): { readonly calls: readonly Expr[]; readonly histories: readonly HistoryExpr[] } {
  switch (item.kind) {
    case 'define':
    case 'assume':
      return { calls: [item.body], histories: [] };
    case 'property':
      return item.body.over === 'call'
        ? { calls: [item.body.expr], histories: [] }
        : { calls: [], histories: [item.body.expr] };
    case 'rule':
      return {
        calls: item.clauses.flatMap((clause) => (clause.over === 'call' ? [clause.body] : [])),
        histories: item.clauses.flatMap((clause) => (clause.over === 'history' ? [clause.body] : [])),
      };
    default:
      return { calls: [], histories: [] };
  }
}
