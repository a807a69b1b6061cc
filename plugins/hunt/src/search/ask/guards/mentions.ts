import { type CoreExpr, type CorePolicy, within } from '@ostiary/policy';

/** How a guard speaks of an argument of the call. */
export interface Mentions {
  /** `has`, wherever it stands. */
  readonly presence: boolean;
  /** A value that stands for it when it is absent. */
  readonly fallback: boolean;
  /** A truth that stands for a test of it when it is absent. */
  readonly testFallback: boolean;
  readonly value: boolean;
}

/** How a guard speaks of the argument `name`, or of what is in it. */
export function mentionsOf(core: CorePolicy, guard: CoreExpr, name: string): Mentions {
  const all = within(guard);
  const isAttribute = (slot: number): boolean => {
    const place = core.slots[slot];
    return place?.root === 'args' && place.path[0] === name;
  };
  const reads = (expr: CoreExpr): boolean => within(expr).some((each) => each.op === 'read' && isAttribute(each.slot));
  const fallbacks = all.filter((each) => each.op === 'or_else' && reads(each.operand));
  const plain = fallbacks.filter((each) => each.op === 'or_else' && isPath(each.operand));
  return {
    presence: all.some((each) => each.op === 'has' && isAttribute(each.slot)),
    fallback: plain.length > 0,
    testFallback: plain.length < fallbacks.length,
    value: reads(guard),
  };
}

const isPath = (expr: CoreExpr): boolean =>
  expr.op === 'read' || ((expr.op === 'part' || expr.op === 'field' || expr.op === 'or_else') && isPath(expr.operand));
