import type { GraphNode } from '../model/index.js';
import { EVENT } from './control.js';
import type { Draft } from './draft.js';

/** More executions of a body than this are not told apart: how often it is run again is then somebody else's choice. */
const MOST_ATTEMPTS = 8;
/** Nor are they once the graph has so many places. */
const MOST_PLACES = 20_000;

/** One execution of the body of a node: where it begins, and where it goes when it has failed. */
export interface Attempt {
  readonly begin: number;
  readonly failed: number;
  /** After a failure it is executed again. */
  readonly isRetried: boolean;
}

/**
 * The executions of a node that runs a body (S3): one for each that its `retry` allows, each with a body of its own, so that they are counted. Without `max` it is one that is
 * entered again and again.
 *
 * @param size places that one body takes, about
 */
export function attemptsOf(
  draft: Draft,
  node: number,
  { retry }: GraphNode,
  name: string,
  begin: number,
  failed: number,
  size: number,
): readonly Attempt[] {
  if (retry === undefined) return [{ begin, failed, isRetried: false }];
  const again = { event: draft.event(EVENT.again, node, node) };
  if (retry.max !== undefined && retry.max < MOST_ATTEMPTS && draft.places + retry.max * size < MOST_PLACES) {
    const begins = Array.from({ length: retry.max }, () => draft.place(node));
    return [begin, ...begins].map((from, at) => {
      const next = begins[at];
      if (next === undefined) return { begin: from, failed, isRetried: false };
      const gone = draft.place(node);
      draft.move(gone, next, again);
      return { begin: from, failed: gone, isRetried: true };
    });
  }
  const gone = draft.place(node);
  draft.move(gone, begin, { ...again, turn: true });
  if (retry.max === undefined) return [{ begin, failed: gone, isRetried: true }];
  const asked = draft.place(node);
  draft.doubtful(asked);
  const doubt = draft.doubt({ code: 'unbounded_retry', at: name });
  draft.move(asked, gone, { doubt });
  draft.move(asked, failed, { doubt });
  return [{ begin, failed: asked, isRetried: false }];
}
