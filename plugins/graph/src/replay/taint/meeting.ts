import type { GraphBody } from '../../model/index.js';

/**
 * The id of the node at which the branches meet that a node decides on; null where they do not before the end of the body (S11). One way to an end is followed: a
 * node on it is where they meet when no edge leads from what is before it to what is behind it.
 */
export function meetingOf({ nodes, edges }: GraphBody, from: string): string | null {
  const onward = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  const stays = new Set(nodes.filter(({ kind }) => kind === 'end' || kind === 'fail').map(({ id }) => id));
  const goesOn = new Set<string>();
  for (const { source, target, on } of edges) {
    if (stays.has(source)) continue;
    onward.get(source)?.push(target);
    if (on !== 'error') goesOn.add(source);
  }
  const way = wayToAnEnd(onward, (id) => !goesOn.has(id), from);
  if (way === null) return null;
  const place = new Map(way.map((id, at) => [id, at]));
  const seen = new Set<string>();
  let furthest = 0;
  for (const [at, id] of way.entries()) {
    if (at > 0 && at === furthest) return id;
    const open = [id];
    for (let each = open.pop(); each !== undefined; each = open.pop()) {
      if (!goesOn.has(each)) furthest = way.length;
      for (const target of onward.get(each) ?? []) {
        const known = place.get(target);
        if (known !== undefined) furthest = Math.max(furthest, known);
        else if (!seen.has(target)) {
          seen.add(target);
          open.push(target);
        }
      }
    }
  }
  return null;
}

/** A shortest way from a node to one where a lane ends. */
function wayToAnEnd(
  onward: ReadonlyMap<string, readonly string[]>,
  ends: (id: string) => boolean,
  from: string,
): readonly string[] | null {
  const before = new Map<string, string | null>([[from, null]]);
  const open = [from];
  for (const id of open) {
    if (ends(id)) {
      const way: string[] = [];
      for (let at: string | null = id; at !== null; at = before.get(at) ?? null) way.push(at);
      return way.toReversed();
    }
    for (const target of onward.get(id) ?? [])
      if (!before.has(target)) {
        before.set(target, id);
        open.push(target);
      }
  }
  return null;
}
