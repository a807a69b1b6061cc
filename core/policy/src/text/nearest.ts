const MAX_SUGGESTIONS = 3;
const MAX_LENGTH = 100;
export const MAX_CANDIDATES = 5_000;
/** Pairs of letters compared for one name: some two thousand candidates of usual length, and a millisecond or two. */
const MAX_WORK = 500_000;

/** Names close to a misspelt one, nearest first: at most three, each within a third of its length (at least two edits). */
export function nearestNames(name: string, candidates: Iterable<string>): string[] {
  if (name.length > MAX_LENGTH) return [];
  const folded = name.toLowerCase();
  const found: { candidate: string; distance: number }[] = [];
  let seen = 0;
  let work = 0;
  for (const candidate of candidates) {
    if (++seen > MAX_CANDIDATES || work > MAX_WORK) break;
    const limit = Math.max(2, Math.floor(Math.max(name.length, candidate.length) / 3));
    if (candidate.length > MAX_LENGTH || Math.abs(candidate.length - name.length) > limit) continue;
    work += name.length * candidate.length;
    const distance = editDistance(folded, candidate.toLowerCase());
    if (distance <= limit && distance < Math.max(name.length, candidate.length)) found.push({ candidate, distance });
  }
  found.sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1));
  return found.slice(0, MAX_SUGGESTIONS).map(({ candidate }) => candidate);
}

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours, each one edit. */
export function editDistance(a: string, b: string): number {
  const width = b.length + 1;
  let before = new Uint32Array(width);
  let previous = Uint32Array.from({ length: width }, (_, j) => j);
  let row = new Uint32Array(width);
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    for (let j = 1; j < width; j++) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row[j] = best;
    }
    [before, previous, row] = [previous, row, before];
  }
  return previous[b.length] ?? 0;
}
