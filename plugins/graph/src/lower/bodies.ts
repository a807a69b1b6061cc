import type { GraphNode, BodyIndex } from '../model/index.js';
import { writesOf } from './calls.js';
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

/** The variables that a body writes, and the bodies in it. */
export function bodyWrites(index: BodyIndex, bodies: ReadonlyMap<string, BodyIndex>): string[] {
  const seen = new Set<BodyIndex>([index]);
  const names = new Set<string>();
  for (const { body } of seen)
    for (const node of body.nodes) {
      if (node.disabled) continue;
      for (const name of writesOf(node)) names.add(name);
      if (node.kind === 'code' && node.may_call !== undefined) names.add('*');
      if (node.kind !== 'subgraph' && node.kind !== 'map') continue;
      const inner = node.subgraph === undefined ? undefined : bodies.get(node.subgraph);
      if (inner) seen.add(inner);
      else names.add('*');
    }
  return [...names];
}
