import type { Type } from '@ostiary/catalogue';
import type { CoreEvent, HistoryKey } from '../../core/ir.js';
import { ABSENT, type Outcome } from '../../values/outcome.js';
import { readerOf } from '../../values/read.js';
import { comparison, type Comparison } from '../comparison.js';
import { and, type Truth } from '../kleene.js';
import { readPath } from '../paths.js';
import type { HistoryEvent } from '../types.js';
import type { HistoryPoint } from './point.js';
import { type Sharing, sharings } from './sharing.js';

/** A demand that an event and the present share something. */
export interface Correlation {
  /** Equal for correlations that read the same thing of an event: they can share an index. */
  readonly id: string;
  readonly type: Type;
  readonly ofEvent: (event: HistoryEvent) => Outcome;
  readonly equal: Comparison;
  /** Whether two values are either equal or different for certain: not so for money, whose currencies may differ. */
  readonly exact: boolean;
}

/** The part of a history condition that picks events: tool, state, window, what is correlated, what must be there. */
export interface EventQuery {
  readonly tool: string;
  readonly state: CoreEvent['state'];
  /** Null: within the session, which is then among the correlations. */
  readonly windowMs: number | null;
  readonly correlations: readonly Correlation[];
  readonly present: readonly (readonly string[])[];
}

export function eventQuery(event: CoreEvent, windowMs: number | null, key: HistoryKey | null): EventQuery {
  return {
    tool: event.tool,
    state: event.state,
    windowMs,
    correlations: sharings(event, windowMs, key).map(correlation),
    present: event.fields.flatMap(({ path, value }) => (value === null ? [path] : [])),
  };
}

const NAME: Type = { kind: 'string', format: 'text' };

function correlation(sharing: Sharing): Correlation {
  if (sharing.by !== 'args') {
    const { by } = sharing;
    return { id: by, type: NAME, ofEvent: (event) => event[by] ?? ABSENT, equal: comparison('==', NAME), exact: true };
  }
  const { path, type } = sharing;
  const reader = readerOf(type);
  return {
    id: JSON.stringify([path, type]),
    type,
    ofEvent: (event) => readPath(event.args, path, reader),
    equal: comparison('==', type),
    exact: type.kind !== 'money',
  };
}

/**
 * Whether an event of the right tool and state is one the query means; `ours` are the present's values, one for each
 * correlation. A value that either side lacks leaves it open.
 */
export function eventMatches(query: EventQuery, event: HistoryEvent, ours: readonly Outcome[]): Truth {
  for (const path of query.present) {
    if (readPath(event.args, path, () => true) !== true) return false;
  }
  let result: Truth = true;
  for (let i = 0; i < query.correlations.length; i++) {
    const { ofEvent, equal } = query.correlations[i] as Correlation;
    const [theirs, own] = [ofEvent(event), ours[i] ?? ABSENT];
    const same = typeof theirs === 'symbol' ? theirs : typeof own === 'symbol' ? own : equal(theirs, own);
    if (same === false) return false;
    result = and(result, same);
  }
  return result;
}

/** Whether an event lies in the window, which is closed at its old end: now - at <= windowMs. */
export function inWindow({ windowMs }: EventQuery, event: HistoryEvent, { now }: HistoryPoint): Truth {
  if (windowMs === null) return true;
  return now === undefined ? ABSENT : now - event.at <= windowMs;
}
