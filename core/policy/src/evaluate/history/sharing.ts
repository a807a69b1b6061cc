import type { Type } from '@ostiary/catalogue';
import type { CoreEvent, CoreExpr, HistoryKey } from '../../core/ir.js';

/** Something an event and the present must share: a name that keys events, or an argument. */
export type Sharing =
  | { readonly by: 'principal' | 'session' | 'customer' }
  | {
      readonly by: 'args';
      readonly path: readonly string[];
      readonly type: Type;
      /** What the present contributes; null: its own argument at `path`. */
      readonly value: CoreExpr | null;
    };

/** All that a condition's event, window and key demand to be shared, in a fixed order. */
export function sharings(event: CoreEvent, windowMs: number | null, key: HistoryKey | null): readonly Sharing[] {
  const shared: Sharing[] = [];
  for (const { path, type, value } of event.fields) if (value !== null) shared.push({ by: 'args', path, type, value });
  if (windowMs === null) shared.push({ by: 'session' });
  if (key?.by === 'args') shared.push({ ...key, value: null });
  else if (key && !(key.by === 'session' && windowMs === null)) shared.push({ by: key.by });
  return shared;
}
