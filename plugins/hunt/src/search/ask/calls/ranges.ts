import { type CoreExpr, type CoreRule, type Slot, within } from '@ostiary/policy';
import type { Hunt } from '../hunt/hunt.js';
import { slotsOf } from '../guards/tests.js';

const ORDERED: ReadonlySet<Slot['type']['kind']> = new Set(['int', 'decimal', 'money', 'duration', 'time']);

/**
 * The one thing that a rule looks at, when it is an attribute that has an order; null of a rule that is an exception by its own word. What came
 * before, a label and a person's consent are other things: a limit over a day is no range of the amount.
 */
export function rangeOf(hunt: Hunt, rule: CoreRule, tool: string): Slot | null {
  const guard = hunt.guardOf(rule, tool);
  const slots = new Set(guard ? slotsOf(hunt.policy.core, guard) : []);
  const [slot] = slots;
  const isException = Object.hasOwn(rule.annotations, 'exception');
  const looksElsewhere = within(guard ?? NOTHING).some(
    (expr) => 'event' in expr || expr.op === 'label' || expr.op === 'confirmed',
  );
  if (looksElsewhere) return null;
  return slot && slots.size === 1 && !isException && ORDERED.has(slot.type.kind) ? slot : null;
}

const NOTHING: CoreExpr = { op: 'const', value: true, type: { kind: 'bool' } };
