import { childrenOf, type CoreExpr, monotoneTests, within } from '@ostiary/policy';
import { meaningOf } from '../ask/guards/tests.js';

type IsSlot = (slot: number) => boolean;

const looksAt = (expr: CoreExpr, isSlot: IsSlot): boolean =>
  within(expr).some((each) => (each.op === 'read' || each.op === 'has') && isSlot(each.slot));

/**
 * The tests in guards that change as one number goes up or down and all else stays, each once at most on either side of a value. Null where
 * they look at it in a way of which that cannot be said, or where one looks at `other`, too: then what changes depends on both.
 */
export function testsOf(guards: readonly CoreExpr[], own: IsSlot, other: IsSlot): readonly CoreExpr[] | null {
  const found: CoreExpr[] = [];
  const visit = (expr: CoreExpr): boolean => {
    if (!looksAt(expr, own)) return true;
    switch (expr.op) {
      case 'and':
      case 'or':
      case 'not':
      case 'if':
      case 'or_else':
        return childrenOf(expr).every(visit);
      case 'has':
        return true;
      case 'compare':
      case 'member':
      case 'sum':
        found.push(expr);
        return isMonotone(expr, own) && !looksAt(expr, other);
      default:
        return false;
    }
  };
  if (!guards.every(visit)) return null;
  const tests = monotoneTests(found, (expr) => looksAt(expr, own));
  if (tests.length > MOST_TESTS) return null;
  // Rules that ask the same change where one of them does.
  return [...new Map(tests.map((test) => [meaningOf(test), test])).values()];
}

/** Beyond it nobody can read what is drawn. */
const MOST_TESTS = 24;

/** Whether the number stands in it once, and is only added to and multiplied by what stays. */
function isMonotone(expr: CoreExpr, own: IsSlot): boolean {
  if (expr.op === 'read') return true;
  const parts = childrenOf(expr).filter((child) => looksAt(child, own));
  const [part] = parts;
  if (!part || parts.length > 1) return false;
  switch (expr.op) {
    case 'compare':
    case 'member':
    case 'add':
    case 'sub':
    case 'mul':
    case 'neg':
    case 'decimal':
    case 'convert':
      return isMonotone(part, own);
    case 'sum':
      return part === expr.own && isMonotone(part, own);
    case 'or_else':
      return part === expr.operand && isMonotone(part, own);
    default:
      return false;
  }
}
