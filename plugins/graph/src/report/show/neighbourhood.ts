import type { GraphBody } from '../../model/index.js';

/** Nodes of a path that are drawn in one body: the first few, and those before its end, where it goes wrong. */
const [FIRST, LAST] = [10, 40];
/** Neighbours of a node of the path, on either side. */
const BESIDE = 2;

/** The nodes around some nodes of a body: these, a few before and behind each, and the ends of edges that are cut. */
export function neighbourhood(
  { nodes, edges }: GraphBody,
  path: readonly string[],
  cut: (edge: string) => boolean,
): ReadonlySet<string> {
  const core = new Set(path.length <= FIRST + LAST ? path : [...path.slice(0, FIRST), ...path.slice(-LAST)]);
  const known = new Set(nodes.map(({ id }) => id));
  const kept = new Set(core);
  const beside = new Map<string, number>();
  for (const { id, source, target } of edges) {
    if (cut(id)) kept.add(source).add(target);
    for (const [own, other, side] of [
      [source, target, '>'],
      [target, source, '<'],
    ] as const) {
      if (!core.has(own) || kept.has(other)) continue;
      const count = beside.get(`${side}${own}`) ?? 0;
      if (count >= BESIDE) continue;
      beside.set(`${side}${own}`, count + 1);
      kept.add(other);
    }
  }
  return new Set([...kept].filter((id) => known.has(id)));
}
