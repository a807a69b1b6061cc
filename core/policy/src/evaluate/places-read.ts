import type { CoreExpr, CorePolicy, HistoryKey, Slot } from '../core/ir.js';
import { childrenOf } from '../core/walk.js';
import { quoteString } from '../text/escapes.js';
import { causeOf, isMiss, type Outcome } from '../values/outcome.js';
import { showValue } from '../values/show.js';
import type { Value } from '../values/value.js';
import { TEXT } from '../values/types.js';
import { readableContext } from './disguise.js';
import { Frame } from './frame.js';
import { slotPresence, slotReader } from './compile/slots.js';
import type { Call, Context, ValueRead } from './types.js';

/** A place in the call or its context that a policy looks at, and the type it is read at. */
export type Place = Omit<Slot, 'index'>;

/** A place as values read name it: `args.amount`, `now("Europe/Berlin").hour`. */
export const placeText = ({ root, path, zone }: Pick<Place, 'root' | 'path' | 'zone'>): string =>
  [zone === undefined ? root : `now(${quoteString(zone)})`, ...path].join('.');

/**
 * The places that expressions look at, each once and in the order they are written: slots, and what conditions on the
 * history take from the present call. Of two readings of one place the first counts.
 */
export function placesRead(core: CorePolicy, exprs: readonly CoreExpr[]): readonly Place[] {
  const found = new Map<string, Place>();
  const add = (place: Place | undefined): void => {
    if (!place) return;
    if (!found.has(placeText(place))) found.set(placeText(place), place);
    const beside = currencyPlace(place);
    if (beside && !found.has(placeText(beside))) found.set(placeText(beside), beside);
  };
  const visit = (expr: CoreExpr): void => {
    if (expr.op === 'read' || expr.op === 'has') add(core.slots[expr.slot]);
    for (const child of childrenOf(expr)) visit(child);
    if (!('windowMs' in expr)) return;
    add(keyPlace(expr.key.by));
    if (expr.windowMs === null) add(keyPlace('session'));
  };
  for (const expr of exprs) visit(expr);
  return [...found.values()];
}

/** An amount is read together with the attribute that names its currency. */
export function currencyPlace({ root, path, type }: Pick<Place, 'root' | 'path' | 'type'>): Place | null {
  const amount = type.kind === 'list' ? type.of : type;
  if (amount.kind !== 'money' || amount.currencyFrom === undefined) return null;
  return { root, path: [...path.slice(0, -1), amount.currencyFrom], type: TEXT, required: false };
}

/** Undefined where a key reads nothing, or what `childrenOf` has. */
function keyPlace(by: HistoryKey['by']): Place | undefined {
  switch (by) {
    case 'args':
    case 'anyone':
      return undefined;
    case 'principal':
      return { root: 'principal', path: ['id'], type: TEXT, required: false };
    case 'session':
      return { root: 'session', path: ['id'], type: TEXT, required: false };
    case 'customer':
      return { root: 'session', path: ['customer'], type: TEXT, required: false };
  }
}

/** The values at places of a call, as text for people. */
export function valuesRead(
  core: CorePolicy,
  places: readonly Place[],
  call: Call,
  context: Context,
): readonly ValueRead[] {
  const frame = new Frame(places.map(slotReader), readableContext(core));
  frame.begin(call, context);
  return places.map((place, i) => {
    const [path, present, value] = [placeText(place), slotPresence(place)(frame), frame.read(i)];
    return isMiss(value)
      ? { path, present, value: null, cause: causeOf(value) }
      : { path, present, value: shown(place, value), cause: null };
  });
}

/** A date by the clock of a zone is a day, and no instant. */
function shown({ zone, path, type }: Place, value: Value): string {
  const text = showValue(type, value);
  return zone !== undefined && path[0] === 'date' ? (text.split('T')[0] ?? text) : text;
}

/** Begins with a call and its context, then reads slots of the policy by their index, as rules do. */
export function slotValues(core: CorePolicy): (call: Call, context: Context) => (slot: number) => Outcome {
  const frame = new Frame(core.slots.map(slotReader), readableContext(core));
  return (call, context) => {
    frame.begin(call, context);
    return (slot) => frame.read(slot);
  };
}
