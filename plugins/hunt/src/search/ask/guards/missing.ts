import { type CoreExpr, type CorePolicy, type CoreRule, placesRead, valuesRead, variantFor } from '@ostiary/policy';
import type { Draft } from '@ostiary/policy/symbolic';

/** The first place that a rule looks at and a call lacks. */
export function missingOf(core: CorePolicy, { variants }: CoreRule, draft: Draft): string | null {
  const guard = variantFor(variants, draft.call.tool)?.guard;
  return guard ? missingIn(core, guard, draft) : null;
}

/** The first place that a guard looks at and a call lacks. */
export const missingIn = (core: CorePolicy, guard: CoreExpr, { call, context }: Draft): string | null =>
  valuesRead(core, placesRead(core, [guard]), call, context).find(({ present }) => !present)?.path ?? null;
