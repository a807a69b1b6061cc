import type { PreparedPolicy } from '@ostiary/guard';
import type { CoreExpr, CoreProperty, HistoryCondition } from '@ostiary/policy';
import type { Hunt } from '../hunt/hunt.js';
import { mended } from '../written/mend.js';

/** A bound on a sum or a number of events. */
export type UpperLimit = Extract<HistoryCondition, { op: 'sum' | 'count' }>;

/** The sum or the count that a property over sessions bounds from above, when that is all it says; null otherwise. */
export function upperLimitOf({ over, quantifier, variants }: CoreProperty): UpperLimit | null {
  const guard = over === 'session' ? variants[0]?.guard : undefined;
  return guard && isUpperLimit(guard, quantifier) ? guard : null;
}

/** Whether an expression is a bound from above when it is what always holds, or what never does. */
export function isUpperLimit(guard: CoreExpr, quantifier: CoreProperty['quantifier']): guard is UpperLimit {
  if (guard.op !== 'sum' && guard.op !== 'count') return false;
  return quantifier === 'always' ? guard.cmp === '<' || guard.cmp === '<=' : guard.cmp === '>' || guard.cmp === '>=';
}

/** The policy with a refusal of calls of a tool that pass the limit of a property, each counted with its own amount, and those that still run with them; null: it cannot be
 * written. */
export function limiting(hunt: Hunt, property: CoreProperty, tool: string): PreparedPolicy | null {
  const limit = upperLimitOf(property);
  if (!limit) return null;
  const { text } = hunt.policy;
  const said = text.slice(limit.span.start, limit.span.end);
  // Calls that still run will count.
  const open = limit.event.state === 'ok' ? said.replace(/\.\s*ok\b/u, '.open') : said;
  const whole = limit.op === 'count' ? counted(open, limit) : including(open);
  const broken = property.quantifier === 'always' ? `!(${whole})` : whole;
  const added = `\nrefuse (tool == ${JSON.stringify(tool)}) when history { ${broken} };\n`;
  return mended(hunt, [{ start: text.length, end: text.length, text: added }]);
}

/** A sum with the amount of the present call. */
const including = (said: string): string =>
  /including\s+this/u.test(said) ? said : said.replace(/\s*([<>]=?)(?!.*[<>])/u, ' including this $1');

/** A number of calls with the present one: the bound is reached one call earlier. */
function counted(said: string, { cmp, bound }: Extract<UpperLimit, { op: 'count' }>): string {
  const earlier = { '<=': `< ${String(bound)}`, '>': `>= ${String(bound)}` }[cmp as '<=' | '>'];
  return said.replace(/[<>]=?\s*\d+\s*$/u, earlier ?? `${cmp} ${String(bound - 1)}`);
}
