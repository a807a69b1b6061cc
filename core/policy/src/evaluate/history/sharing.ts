import type { CoreEvent, CoreEventField, CoreExpr, HistoryKey } from '../../core/ir.js';

/** A field of an event and the expression it is compared with. */
type ComparedField = CoreEventField & { readonly value: CoreExpr };

/** Something of an event and of the present that must agree: a name that keys events, or a field. */
export type Sharing =
  | { readonly by: 'principal' | 'session' | 'customer' }
  | { readonly by: 'field'; readonly field: ComparedField };

/** What a condition's fields and window demand, in a fixed order. */
export function eventSharings({ fields }: CoreEvent, windowMs: number | null): readonly Sharing[] {
  const shared = fields.flatMap((field): Sharing[] =>
    field.value === null ? [] : [{ by: 'field', field: { ...field, value: field.value } }],
  );
  return windowMs === null ? [...shared, { by: 'session' }] : shared;
}

/** What a key demands. */
export function keySharings(key: HistoryKey): readonly Sharing[] {
  switch (key.by) {
    case 'anyone':
      return [];
    case 'args':
      return [{ by: 'field', field: { ...key, of: 'args', cmp: '==' } }];
    default:
      return [{ by: key.by }];
  }
}

/** All that a condition's event, window and key demand; no name twice. */
export function sharings(event: CoreEvent, windowMs: number | null, key: HistoryKey): readonly Sharing[] {
  const shared = eventSharings(event, windowMs);
  return key.by === 'session' && windowMs === null ? shared : [...shared, ...keySharings(key)];
}
