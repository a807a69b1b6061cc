import { type CoreExpr, type CoreRule, within } from '@ostiary/policy';
import type { Hunt } from './hunt.js';

/** Whether a rule ties the number to one value: of a constant, of another attribute, or of an earlier call. */
export function isTied(hunt: Hunt, rule: CoreRule, tool: string, name: string): boolean {
  const { core } = hunt.policy;
  const guard = hunt.guardOf(rule, tool);
  if (!guard) return false;
  const reads = (expr: CoreExpr): boolean =>
    [...within(expr)].some((each) => each.op === 'read' && core.slots[each.slot]?.path[0] === name);
  return [...within(guard)].some(
    (expr) =>
      (expr.op === 'compare' && (expr.cmp === '==' || expr.cmp === '!=') && reads(expr)) ||
      (expr.op === 'member' && reads(expr)) ||
      ('event' in expr && expr.event.fields.some(({ value }) => value !== null && reads(value))),
  );
}
