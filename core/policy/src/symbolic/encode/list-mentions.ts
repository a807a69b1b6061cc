import type { CoreExpr, CoreOf } from '../../core/ir.js';
import type { Value } from '../../values/value.js';

type ListTest = CoreOf<'any' | 'all' | 'contains'>;

/**
 * The constants that a test of a list compares its items with; null when it looks at more of an item than whether it is one of them,
 * or compares money, where a miss depends on the currency too.
 */
export function mentionsOf(test: ListTest): readonly Value[] | null {
  if (test.op !== 'contains') return comparedWith(test.body);
  return test.item.op === 'const' && test.item.type.kind !== 'money' ? [test.item.value] : null;
}

function comparedWith(expr: CoreExpr): readonly Value[] | null {
  switch (expr.op) {
    case 'const':
      return [];
    case 'not':
      return comparedWith(expr.operand);
    case 'and':
    case 'or': {
      const found: Value[] = [];
      for (const operand of expr.operands) {
        const values = comparedWith(operand);
        if (values === null) return null;
        found.push(...values);
      }
      return found;
    }
    case 'compare':
      if ((expr.cmp !== '==' && expr.cmp !== '!=') || expr.type.kind === 'money') return null;
      if (isItem(expr.left) && expr.right.op === 'const') return [expr.right.value];
      return isItem(expr.right) && expr.left.op === 'const' ? [expr.left.value] : null;
    case 'member':
      return isItem(expr.operand) && expr.type.kind !== 'money' ? expr.values : null;
    default:
      return null;
  }
}

const isItem = (expr: CoreExpr): boolean => expr.op === 'item' && expr.depth === 0;
