import type { CoreEvent, CoreExpr } from './ir.js';

/** The direct subexpressions of a core expression, in the order they are written. */
export function childrenOf(expr: CoreExpr): readonly CoreExpr[] {
  switch (expr.op) {
    case 'const':
    case 'undefined':
    case 'read':
    case 'has':
    case 'item':
    case 'tool':
    case 'answer':
    case 'label':
    case 'confirmed':
      return [];
    case 'field':
    case 'part':
    case 'has_field':
    case 'not':
    case 'member':
    case 'like':
    case 'matches':
    case 'size':
    case 'neg':
    case 'rank':
    case 'convert':
      return [expr.operand];
    case 'and':
    case 'or':
      return expr.operands;
    case 'if':
      return [expr.condition, expr.then, expr.else];
    case 'or_else':
      return [expr.operand, expr.fallback];
    case 'compare':
    case 'add':
    case 'sub':
    case 'mul':
      return [expr.left, expr.right];
    case 'contains':
      return [expr.list, expr.item];
    case 'any':
    case 'all':
      return [expr.list, expr.body];
    case 'formerly':
    case 'previous':
    case 'count':
    case 'sum':
      return eventValues(expr.event);
    case 'since':
      return [expr.holds, ...eventValues(expr.event)];
  }
}

function eventValues({ fields }: CoreEvent): readonly CoreExpr[] {
  return fields.flatMap(({ value }) => (value === null ? [] : [value]));
}
