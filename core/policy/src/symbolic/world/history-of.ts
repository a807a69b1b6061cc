import type { CorePolicy, HistoryCondition } from '../../core/ir.js';
import { within } from '../../core/walk.js';
import { getOrMake } from '../../maps.js';
import { applicableRules } from '../../evaluate/compile/tool-plan.js';

const known = new WeakMap<ReturnType<typeof applicableRules>, readonly HistoryCondition[]>();

/** The conditions on history of the rules about a tool. */
export function conditionsOfHistory(core: CorePolicy, tool: string): readonly HistoryCondition[] {
  const rules = applicableRules(core, tool);
  return getOrMake(known, rules, () =>
    rules.flatMap(({ guard }) => within(guard).flatMap((expr) => ('event' in expr ? [expr] : []))),
  );
}

/** The tools whose events the rules about a tool look at. */
export function toolsOfHistory(core: CorePolicy, tool: string): readonly string[] {
  return [...new Set(conditionsOfHistory(core, tool).flatMap(({ event }) => event.tools))];
}
