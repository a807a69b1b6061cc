import type { BodyDraft } from './draft.js';

interface Placed {
  readonly id: string;
  readonly pointer: string;
}

/** Where a format names no start, a run begins at the one node to which no edge leads. None, or several: a problem of the body. */
export function soleStart(
  body: BodyDraft,
  nodes: Iterable<Placed>,
  edges: Iterable<{ readonly target: string }>,
): void {
  const led = new Set<string>();
  for (const { target } of edges) led.add(target);
  for (const { id, pointer } of nodes) if (!led.has(id)) body.start(id, pointer);
}
