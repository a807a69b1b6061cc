import type { Type } from '@ostiary/catalogue';
import type { CoreEvent } from '../../core/ir.js';
import { ABSENT, type Outcome } from '../../values/outcome.js';
import { readerOf } from '../../values/read.js';
import { comparison, type Comparison } from '../comparison.js';
import { and, type Truth } from '../kleene.js';
import { readPath } from '../paths.js';
import type { HistoryEvent } from '../types.js';
import { TEXT } from '../../values/types.js';
import type { HistoryPoint } from './point.js';
import type { Sharing } from './sharing.js';

/** A demand on something of an event and something of the present. */
export interface Correlation {
  /** Equal for correlations that read the same thing of an event: they can share an index. */
  readonly id: string;
  readonly type: Type;
  readonly ofEvent: (event: HistoryEvent) => Outcome;
  readonly compare: Comparison;
  /** Whether it demands that two values be equal, and they are either equal or different for certain: not so for money and paths. */
  readonly exact: boolean;
}

/** The part of a history condition that picks events: tools, state, window, what is compared, what must be there. */
export interface EventQuery {
  readonly tools: ReadonlySet<string>;
  readonly state: CoreEvent['state'];
  /** Null: within the session, which is then among the correlations. */
  readonly windowMs: number | null;
  readonly correlations: readonly Correlation[];
  readonly present: readonly (readonly string[])[];
}

/** `shared`: all that the condition compares; see ./sharing.ts. See docs/adr/0080. */
export function eventQuery(event: CoreEvent, windowMs: number | null, shared: readonly Sharing[]): EventQuery {
  return {
    tools: new Set(event.tools),
    state: event.state,
    windowMs,
    correlations: correlationsOf(event, shared),
    present: event.fields.flatMap(({ path, value }) => (value === null ? [path] : [])),
  };
}

/** How an event of these tools is compared with the present, for each thing both share. */
export const correlationsOf = ({ tools }: CoreEvent, shared: readonly Sharing[]): readonly Correlation[] =>
  shared.map((sharing) => correlation(sharing, tools));

function correlation(sharing: Sharing, tools: readonly string[]): Correlation {
  if (sharing.by !== 'field') {
    const { by } = sharing;
    return {
      id: by,
      type: TEXT,
      ofEvent: (event) => event[by] ?? ABSENT,
      compare: comparison('==', TEXT),
      exact: true,
    };
  }
  const { of, path, type, types, cmp } = sharing.field;
  const readers = new Map(tools.map((tool, i) => [tool, readerOf(types[i] ?? type)]));
  return {
    id: JSON.stringify([of, path, types]),
    type,
    ofEvent: (event) => {
      const reader = readers.get(event.tool);
      if (!reader) return ABSENT;
      return of === 'args' ? readPath(event.args, path, reader) : readPath({ by: event.principal }, ['by'], reader);
    },
    compare: isPath(type) ? ofOneKind(comparison(cmp, type)) : comparison(cmp, type),
    exact: cmp === '==' && type.kind !== 'money' && !isPath(type),
  };
}

const isPath = (type: Type): boolean => type.kind === 'string' && type.format === 'path';

/** What a relative path is relative to is not known, so that beside an absolute one it is undefined. */
const ofOneKind =
  (compare: Comparison): Comparison =>
  (left, right) =>
    (left as string).startsWith('/') === (right as string).startsWith('/') ? compare(left, right) : ABSENT;

/**
 * Whether an event of the right tool and state is one the query means; `ours` are the present's values, one for each
 * correlation. A value that either side lacks leaves it open.
 */
export function eventMatches(query: EventQuery, event: HistoryEvent, ours: readonly Outcome[]): Truth {
  for (const path of query.present) {
    if (readPath(event.args, path, () => true) !== true) return false;
  }
  return agrees(query.correlations, event, ours);
}

/** Whether an event has what the present has (`ours`) in every correlation; undefined when one of them is not known. */
export function agrees(correlations: readonly Correlation[], event: HistoryEvent, ours: readonly Outcome[]): Truth {
  let result: Truth = true;
  for (let i = 0; i < correlations.length; i++) {
    const { ofEvent, compare } = correlations[i] as Correlation;
    const [theirs, own] = [ofEvent(event), ours[i] ?? ABSENT];
    const same = typeof theirs === 'symbol' ? theirs : typeof own === 'symbol' ? own : compare(theirs, own);
    if (same === false) return false;
    result = and(result, same);
  }
  return result;
}

/** Whether an event has happened: one later than now may not have, nor any when the time is not known. */
export const hasHappened = ({ at }: HistoryEvent, now: number | undefined): Truth =>
  now !== undefined && at <= now ? true : ABSENT;

/** Whether an event happened in the window, which is closed at its old end: now - at <= windowMs. */
export function inWindow({ windowMs }: EventQuery, event: HistoryEvent, now: number | undefined): Truth {
  if (now === undefined || event.at > now) return ABSENT;
  return windowMs === null || now - event.at <= windowMs;
}

/** Whether event `index` of a point is one the query means. */
export function matchesAt(query: EventQuery, index: number, ours: readonly Outcome[], point: HistoryPoint): Truth {
  const event = point.events[index];
  if (!event || !query.tools.has(event.tool)) return false;
  const state = point.inState(index, query.state);
  if (state === false) return false;
  const within = inWindow(query, event, point.now);
  return within === false ? false : and(and(state, within), eventMatches(query, event, ours));
}
