import type { HistoryEvent } from '../types.js';

/** What an event does to the derived state `open` of its call. */
export function openness({ state }: HistoryEvent): 'opens' | 'closes' | 'neither' {
  switch (state) {
    case 'allowed':
    case 'confirmed':
    case 'ok':
      return 'opens';
    case 'failed':
    case 'refused':
      return 'closes';
    case 'requested':
      return 'neither';
  }
}

/** What tells calls of one tool apart. A part that an event lacks may be anything. */
export const CALL_PARTS = ['call_id', 'principal', 'session'] as const;
type CallPart = (typeof CALL_PARTS)[number];

const written = (text: string): string => `${String(text.length)}:${text}`;

/** The whole identity of the call an event is of; null when some of it is not known. */
export function callOf(event: HistoryEvent): string | null {
  let call = written(event.tool);
  for (const part of CALL_PARTS) {
    const value = event[part];
    if (value === undefined) return null;
    call += written(value);
  }
  return call;
}

/** All ways to write an event's identity, in which each of the `loose` parts is either as it is or left out. */
export function patternsOf(event: HistoryEvent, loose: readonly CallPart[]): readonly string[] {
  return CALL_PARTS.reduce<readonly string[]>(
    (patterns, part) => {
      const value = event[part];
      const own = value === undefined ? '-' : written(value);
      return patterns.flatMap((pattern) => (loose.includes(part) ? [pattern + own, `${pattern}*`] : [pattern + own]));
    },
    [written(event.tool)],
  );
}

/**
 * The patterns under which {@link patternsOf} files the events that may be of the same call: of each part that is known the
 * same or none, of one that is not known any. No event is filed under two of them.
 */
export function possiblePatterns(event: HistoryEvent, loose: readonly CallPart[]): readonly string[] {
  return CALL_PARTS.reduce<readonly string[]>(
    (patterns, part) => {
      const value = event[part];
      const choices = value === undefined ? ['*'] : loose.includes(part) ? [written(value), '-'] : [written(value)];
      return patterns.flatMap((pattern) => choices.map((choice) => pattern + choice));
    },
    [written(event.tool)],
  );
}

/** For each event the first later one that ends its standing for an open call. Infinite: none does; -1: it never stood. */
export interface OpenTable {
  /** One of the same call for certain. */
  readonly certain: Float64Array;
  /** One that may be of the same call. */
  readonly possible: Float64Array;
}

/**
 * The derived state `open`: a call was allowed, confirmed or has succeeded, and has not failed or been refused since.
 * An open call is stood for by one event, the latest that opened it: what counts are the arguments that ran last. `ok`
 * opens as well, for logs that keep results only.
 */
export function openTable(events: readonly HistoryEvent[]): OpenTable {
  const table = { certain: new Float64Array(events.length), possible: new Float64Array(events.length) };
  const loose = CALL_PARTS.filter((part) => events.some((event) => event[part] === undefined));
  const byCall = new Map<string, number>();
  const byPattern = new Map<string, number>();
  // From the end, so that what a map holds is the first of those that come later.
  for (let index = events.length - 1; index >= 0; index--) {
    const event = events[index] as HistoryEvent;
    const change = openness(event);
    table.certain[index] = table.possible[index] = -1;
    if (change === 'neither') continue;
    const call = callOf(event);
    if (change === 'opens') {
      table.certain[index] = (call === null ? undefined : byCall.get(call)) ?? Infinity;
      table.possible[index] = Math.min(
        ...possiblePatterns(event, loose).map((pattern) => byPattern.get(pattern) ?? Infinity),
      );
    }
    if (call !== null) byCall.set(call, index);
    for (const pattern of patternsOf(event, loose)) byPattern.set(pattern, index);
  }
  return table;
}
