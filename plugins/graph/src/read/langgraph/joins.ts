import type { DrawnEdge } from './drawing.js';

/** Edges walked over for all questions of one graph; beyond that a join counts as one that may wait. */
const MAX_WALKED = 2_000_000;

/**
 * Nodes of which the drawing does not tell whether they wait for several others or run for each: `add_edge([a, b], c)` and two edges are drawn
 * alike. Only edges without a condition can wait, the start is never waited for, and neither is a node that is only reached through the one that waits: waiting for
 * it would be for ever, and nobody builds that. A loop back to a model is so no join.
 */
export function waitsForSeveral(edges: readonly DrawnEdge[], start: string): ReadonlySet<string> {
  const out = Map.groupBy(edges, ({ source }) => source);
  const roots = rootsOf(edges, start);
  const found = new Set<string>();
  let walked = 0;
  for (const [target, into] of Map.groupBy(edges, (edge) => edge.target)) {
    const sources = new Set(
      into.filter(({ conditional, source }) => !conditional && source !== start).map(({ source }) => source),
    );
    sources.delete(target);
    if (sources.size < 2) continue;
    if (walked > MAX_WALKED) {
      found.add(target);
      continue;
    }
    const seen = new Set([...roots, target]);
    const open = roots.filter((root) => root !== target);
    let others = 0;
    for (let node = open.pop(); node !== undefined && others < 2; node = open.pop()) {
      if (sources.has(node)) others += 1;
      for (const edge of out.get(node) ?? []) {
        walked += 1;
        if (seen.has(edge.target)) continue;
        seen.add(edge.target);
        open.push(edge.target);
      }
    }
    if (others > 1) found.add(target);
  }
  return found;
}

function rootsOf(edges: readonly DrawnEdge[], start: string): string[] {
  const led = new Set(edges.map(({ target }) => target));
  const roots = new Set(edges.map(({ source }) => source).filter((id) => id === start || !led.has(id)));
  return [...roots];
}
