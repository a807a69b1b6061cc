import type { BodyDraft } from '../source/draft.js';

/**
 * Whether two of the edges into a node may both be taken in one run: from a node that follows several edges at once, two of them lead there. A loop back to a
 * node is no such meeting.
 */
export function lanesMeet(body: BodyDraft, target: string, forks: ReadonlySet<string>): boolean {
  const out = Map.groupBy(body.edges, ({ source }) => source);
  for (const fork of forks) {
    if (fork === target) continue;
    const branches = out.get(fork) ?? [];
    const arriving = branches.filter((edge) => edge.target === target || reaches(edge.target, target, out));
    if (arriving.length > 1) return true;
  }
  return false;
}

function reaches(
  from: string,
  target: string,
  out: ReadonlyMap<string, readonly { readonly target: string }[]>,
): boolean {
  const seen = new Set([from]);
  const open = [from];
  for (let node = open.pop(); node !== undefined; node = open.pop())
    for (const edge of out.get(node) ?? []) {
      if (edge.target === target) return true;
      if (seen.has(edge.target)) continue;
      seen.add(edge.target);
      open.push(edge.target);
    }
  return false;
}
