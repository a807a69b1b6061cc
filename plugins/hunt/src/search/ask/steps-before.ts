import type { CoreExpr } from '@ostiary/policy';
import type { Draft } from '@ostiary/policy/symbolic';
import { fieldsOf, isGrave } from './fields.js';
import type { Hunt } from './hunt.js';

/** Whether the catalogue calls two tools names of one thing. */
export const areAlias = (hunt: Hunt, one: string, other: string): boolean => {
  const group = hunt.entry(one)?.aliasGroup;
  return group !== undefined && group === hunt.entry(other)?.aliasGroup;
};

/** A tool of the class `check` that is about the same thing as one that cannot be undone. */
export function checks(hunt: Hunt, check: string, tool: string): boolean {
  const classes = hunt.entry(check)?.classes ?? [];
  if (!classes.includes('check') || !isGrave(hunt, tool) || check === tool) return false;
  const ours = fieldsOf(hunt, tool);
  return Object.entries(fieldsOf(hunt, check)).some(
    ([name, { type, required }]) => required && type.kind === 'string' && ours[name]?.required === true,
  );
}

/** The call with nothing before it. */
export const atStart = ({ call, context }: Draft): Draft => ({ call, context: { ...context, history: [] } });

/** A guard in which every condition on the history is true, as far as that makes it true. */
export function withoutHistory(expr: CoreExpr): CoreExpr {
  if ('event' in expr) return { op: 'const', value: true, type: { kind: 'bool' } };
  return expr.op === 'and' || expr.op === 'or' ? { ...expr, operands: expr.operands.map(withoutHistory) } : expr;
}
