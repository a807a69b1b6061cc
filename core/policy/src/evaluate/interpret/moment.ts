import type { EventState } from '../../syntax/ast.js';
import type { HistoryEvent } from '../types.js';

/** The events that have happened, and what time it is. */
export interface Moment {
  readonly events: readonly HistoryEvent[];
  readonly now: number | undefined;
}

const OPENING: readonly EventState[] = ['allowed', 'confirmed', 'ok'];
const CLOSING: readonly EventState[] = ['failed', 'refused'];

/**
 * Whether an event is in a state. For `open`: it allowed, confirmed or completed its call, and no later event of the
 * same call says the same or says that it failed.
 */
export function isInState({ events }: Moment, index: number, state: EventState): boolean {
  const event = events[index];
  if (!event) return false;
  if (state !== 'open') return event.state === state;
  if (!OPENING.includes(event.state)) return false;
  return !events.some(
    (later, at) =>
      at > index &&
      event.call_id !== undefined &&
      later.call_id === event.call_id &&
      [...OPENING, ...CLOSING].includes(later.state),
  );
}
