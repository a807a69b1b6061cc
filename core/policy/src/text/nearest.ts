const MAX_SUGGESTIONS = 3;
const MAX_LENGTH = 100;
const MAX_CANDIDATES = 5_000;

/** Names close to a misspelt one, nearest first: at most three, each within a third of its length (at least two edits). */
export function nearestNames(name: string, candidates: Iterable<string>): string[] {
  if (name.length > MAX_LENGTH) return [];
  const folded = name.toLowerCase();
  const found: { candidate: string; distance: number }[] = [];
  let seen = 0;
  for (const candidate of candidates) {
    if (++seen > MAX_CANDIDATES) break;
    const limit = Math.max(2, Math.floor(Math.max(name.length, candidate.length) / 3));
    if (candidate.length > MAX_LENGTH || Math.abs(candidate.length - name.length) > limit) continue;
    const distance = editDistance(folded, candidate.toLowerCase());
    if (distance <= limit && distance < Math.max(name.length, candidate.length)) found.push({ candidate, distance });
  }
  found.sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1));
  return found.slice(0, MAX_SUGGESTIONS).map(({ candidate }) => candidate);
}

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours, each one edit. */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}
