import type { CoreExpr, CorePolicy, HistoryKey, Slot } from '../core/ir.js';
import { childrenOf } from '../core/walk.js';
import { causeOf, isMiss } from '../values/outcome.js';
import { showValue } from '../values/show.js';
import { Frame } from './compile/frame.js';
import { slotPresence, slotReader } from './compile/slots.js';
import type { Call, Context, ValueRead } from './types.js';

/** A place in the call or its context that a policy looks at, and the type it is read at. */
export type Place = Omit<Slot, 'index'>;

const pathOf = ({ root, path }: Place): string => [root, ...path].join('.');

/**
 * The places that expressions look at, each once and in the order they are written: slots, and what conditions on the
 * history take from the present call. Of two readings of one place the first counts.
 */
export function placesRead(core: CorePolicy, exprs: readonly CoreExpr[]): readonly Place[] {
  const found = new Map<string, Place>();
  const add = (place: Place | undefined): void => {
    if (place && !found.has(pathOf(place))) found.set(pathOf(place), place);
  };
  const visit = (expr: CoreExpr): void => {
    if (expr.op === 'read' || expr.op === 'has') add(core.slots[expr.slot]);
    for (const child of childrenOf(expr)) visit(child);
    if (expr.op === 'sum' && expr.includingThis)
      add({ root: 'args', path: expr.field, type: expr.fieldType, required: false });
    if (expr.op === 'sum' || expr.op === 'count') add(keyPlace(expr.key));
    if ('windowMs' in expr && expr.windowMs === null) add(keyPlace({ by: 'session' }));
  };
  for (const expr of exprs) visit(expr);
  return [...found.values()];
}

const NAME = { kind: 'string', format: 'text' } as const;

function keyPlace(key: HistoryKey): Place {
  switch (key.by) {
    case 'args':
      return { root: 'args', path: key.path, type: key.type, required: false };
    case 'principal':
      return { root: 'principal', path: ['id'], type: NAME, required: false };
    case 'session':
      return { root: 'session', path: ['id'], type: NAME, required: false };
    case 'customer':
      return { root: 'session', path: ['customer'], type: NAME, required: false };
  }
}

/** The values at places of a call, as text for people. */
export function valuesRead(places: readonly Place[], call: Call, context: Context): readonly ValueRead[] {
  const frame = new Frame(places.map(slotReader));
  frame.begin(call, context);
  return places.map((place, i) => {
    const [path, present, value] = [pathOf(place), slotPresence(place)(frame), frame.read(i)];
    return isMiss(value)
      ? { path, present, value: null, cause: causeOf(value) }
      : { path, present, value: showValue(place.type, value), cause: null };
  });
}
