import type { GraphNode } from '../model/index.js';
import type { Draft } from './draft.js';

/** A body that is run again after a failure. A bound on it is not counted: going round is then somebody else's choice. */
export function againPlace(
  draft: Draft,
  node: number,
  shape: GraphNode,
  name: string,
  begin: number,
  failed: number,
): number {
  if (shape.retry === undefined) return failed;
  const at = draft.place(node);
  draft.move(at, begin, { turn: true });
  if (shape.retry.max === undefined) return at;
  const asked = draft.place(node);
  draft.doubtful(asked);
  const doubt = draft.doubt({ code: 'unbounded_retry', at: name });
  draft.move(asked, at, { doubt });
  draft.move(asked, failed, { doubt });
  return asked;
}
