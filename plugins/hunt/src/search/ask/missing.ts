import { type CorePolicy, type CoreRule, placesRead, valuesRead, variantFor } from '@ostiary/policy';
import type { Draft } from '@ostiary/policy/symbolic';

/** The first place that a rule looks at and a call lacks. */
export function missingOf(core: CorePolicy, { variants }: CoreRule, { call, context }: Draft): string | null {
  const guard = variantFor(variants, call.tool)?.guard;
  const read = guard ? valuesRead(core, placesRead(core, [guard]), call, context) : [];
  return read.find(({ present }) => !present)?.path ?? null;
}
