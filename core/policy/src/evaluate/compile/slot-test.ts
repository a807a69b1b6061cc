import type { CoreExpr } from '../../core/ir.js';
import { isDecimal } from '../../values/numbers/num.js';
import { isScalar } from '../../values/types.js';
import type { Value } from '../../values/value.js';
import { comparison, membership } from '../comparison.js';
import { not, type Truth, toTruth } from '../kleene.js';

/** A test that looks at one slot only and compares it with constants. */
export interface SlotTest {
  readonly slot: number;
  readonly constants: readonly Value[];
  /**
   * Its truth for a value of the slot.
   *
   * INVARIANT: equal for any two values that no constant tells apart (both unequal to each, both on one side of each).
   */
  readonly holds: (value: Value) => Truth;
}

/** An expression as a test of one slot; null when it looks at anything else. */
export function slotTest(expr: CoreExpr): SlotTest | null {
  switch (expr.op) {
    case 'read':
      return { slot: expr.slot, constants: [true, false], holds: toTruth };
    case 'not': {
      const inner = slotTest(expr.operand);
      return inner && { ...inner, holds: (value) => not(inner.holds(value)) };
    }
    case 'compare': {
      const { left, right } = expr;
      if (left.op !== 'read' || right.op !== 'const' || isDecimal(right.value)) return null;
      const compare = comparison(expr.cmp, expr.type);
      return isScalar(expr.type)
        ? { slot: left.slot, constants: [right.value], holds: (value) => compare(value, right.value) }
        : null;
    }
    case 'member':
      if (expr.operand.op !== 'read' || !isScalar(expr.type) || expr.values.some(isDecimal)) return null;
      return { slot: expr.operand.slot, constants: expr.values, holds: membership(expr.values, expr.type) };
    default:
      return null;
  }
}
