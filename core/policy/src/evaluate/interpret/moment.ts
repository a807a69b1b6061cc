import type { EventState, EventTools, HistoryExpr } from '../../syntax/ast.js';
import type { Context, HistoryEvent } from '../types.js';
import type { Truth } from './compare.js';
import type { Scope } from './scope.js';
import { getOrMake } from '../../maps.js';

/** What is found out about a history while a call is decided. */
export interface Chronicle {
  readonly events: readonly HistoryEvent[];
  /** When the call is made. */
  readonly now: number | undefined;
  /** Of what a `since` holds: its truth after the first so many events. */
  readonly held: Map<HistoryExpr, Map<Scope, Truth[]>>;
  /** The scopes of a quantifier's items, by the scope around it. */
  readonly scopes: Map<HistoryExpr, Map<Scope, readonly Scope[] | null>>;
  readonly tools: Map<EventTools, ReadonlySet<string>>;
  endings?: readonly Ending[];
}

/** The first so many events, and what time it is. */
export interface Moment {
  readonly chronicle: Chronicle;
  readonly length: number;
  readonly now: number | undefined;
}

/** The present of a context; null when no history is known. */
export function presentOf({ history, now }: Context): Moment | null {
  if (!history) return null;
  const chronicle: Chronicle = { events: history, now, held: new Map(), scopes: new Map(), tools: new Map() };
  return { chronicle, length: history.length, now };
}

/** The moment after the first `length` events of a history. */
export const momentAfter = (chronicle: Chronicle, length: number): Moment => ({
  chronicle,
  length,
  now: chronicle.events[length - 1]?.at,
});

/** An event that lies after the time of a moment, or in no known relation to it, may not have happened. */
export const happened = (event: HistoryEvent, now: number | undefined): Truth =>
  now === undefined || event.at > now ? null : true;

const OPENING: readonly EventState[] = ['allowed', 'confirmed', 'ok'];
const TURNING: readonly EventState[] = [...OPENING, 'failed', 'refused'];

/**
 * Whether an event is in a state. For `open`: it allowed, confirmed or completed its call, and no later event of the
 * same call says the same or says that it failed.
 */
export function isInState({ chronicle, length, now }: Moment, index: number, state: EventState): Truth {
  const event = chronicle.events[index];
  if (!event) return false;
  if (state !== 'open') return event.state === state;
  if (!OPENING.includes(event.state)) return false;
  const { same, maybe } = (chronicle.endings ??= endingsOf(chronicle.events))[index] ?? NEVER;
  const ending = same < length ? chronicle.events[same] : undefined;
  if (ending && happened(ending, now) === true) return false;
  return maybe < length ? null : true;
}

/** Where the state of a call changes next: for certain, and at all. */
interface Ending {
  readonly same: number;
  readonly maybe: number;
}

const NEVER: Ending = { same: Infinity, maybe: Infinity };

/** Places of events by the parts of their calls' identities; the parts that an event lacks are filed under `null`. */
interface Places {
  first: number;
  readonly known: Map<string | null, Places>;
  /** Under any value of the next part, and under none. */
  any: Places | null;
}

const noPlaces = (): Places => ({ first: Infinity, known: new Map(), any: null });

const identity = ({ tool, call_id, principal, session }: HistoryEvent): readonly (string | undefined)[] => [
  tool,
  call_id,
  principal,
  session,
];

function endingsOf(events: readonly HistoryEvent[]): readonly Ending[] {
  const places = noPlaces();
  const endings: Ending[] = events.map(() => NEVER);
  for (let index = events.length - 1; index >= 0; index--) {
    const event = events[index];
    if (!event || !TURNING.includes(event.state)) continue;
    const parts = identity(event);
    endings[index] = {
      same: parts.includes(undefined) ? Infinity : certainPlace(places, parts),
      maybe: possiblePlace(places, parts),
    };
    file(places, parts, index);
  }
  return endings;
}

function file(places: Places, parts: readonly (string | undefined)[], index: number): void {
  places.first = index;
  if (parts.length === 0) return;
  const [part = null, ...rest] = parts;
  file(getOrMake(places.known, part, noPlaces), rest, index);
  file((places.any ??= noPlaces()), rest, index);
}

function certainPlace(places: Places, parts: readonly (string | undefined)[]): number {
  return parts.reduce<Places | undefined>((at, part) => at?.known.get(part ?? null), places)?.first ?? Infinity;
}

function possiblePlace(places: Places | null | undefined, parts: readonly (string | undefined)[]): number {
  if (!places) return Infinity;
  if (parts.length === 0) return places.first;
  const [part, ...rest] = parts;
  if (part === undefined) return possiblePlace(places.any, rest);
  return Math.min(possiblePlace(places.known.get(part), rest), possiblePlace(places.known.get(null), rest));
}
