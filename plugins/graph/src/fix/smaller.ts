/**
 * A smallest set of places that mends, by implicit hitting sets: each run that a set leaves broken crosses places of which a set that mends must have one it has
 * not; a smallest set that meets all such demands is tried next. What is found first is smallest, as long as more insertions never do harm.
 * Source: Moreno-Centeno and Karp 2013, "The implicit hitting set approach".
 *
 * @param tryOut the places (by key) that a set which mends must have one more of; empty when nothing could help; null when the set mends; `open`: not decided
 * @param most the largest set that is looked for
 * @param tries how often it may be tried
 * @param goesOn asked once, after `few` tries: whether it may be tried any more
 * @returns null where there is none so small, or it was given up
 */
export function smallest(
  tryOut: (set: readonly string[]) => readonly string[] | null | 'open',
  most: number,
  tries: number,
  { few, goesOn }: { readonly few: number; readonly goesOn: () => boolean } = { few: tries, goesOn: () => true },
): { readonly found: readonly string[] | null; readonly whole: boolean } {
  const demands: (readonly string[])[] = [];
  const sets = { left: MOST_SETS };
  for (let left = tries; left > 0; left -= 1) {
    if (demands.length === few && !goesOn()) break;
    const set = hittingSet(demands, most, sets);
    if (sets.left < 0) break;
    if (set === null) return { found: null, whole: true };
    const demand = tryOut(set);
    if (demand === null) return { found: set, whole: true };
    if (demand === 'open') return { found: null, whole: false };
    demands.push(demand);
  }
  return { found: null, whole: false };
}

/** So many partial sets are looked at, in all. */
const MOST_SETS = 50_000;

/** A smallest set with one of each demand, the first by the order of demands; null when none has at most `most`. */
function hittingSet(demands: readonly (readonly string[])[], most: number, sets: { left: number }): string[] | null {
  for (let size = 0; size <= most; size += 1) {
    const found = ofSize(demands, [], size, sets);
    if (found) return found;
  }
  return null;
}

function ofSize(
  demands: readonly (readonly string[])[],
  chosen: readonly string[],
  left: number,
  sets: { left: number },
): string[] | null {
  sets.left -= 1;
  const open = demands.find((demand) => !demand.some((place) => chosen.includes(place)));
  if (open === undefined) return [...chosen];
  if (left === 0 || sets.left < 0) return null;
  for (const place of open) {
    const found = ofSize(demands, [...chosen, place], left - 1, sets);
    if (found) return found;
  }
  return null;
}

/** Without what is not needed, one after the other. */
export function reduced<T>(all: readonly T[], mends: (fewer: readonly T[]) => boolean): readonly T[] {
  return all.reduce<readonly T[]>((left, one) => {
    const fewer = left.filter((each) => each !== one);
    return fewer.length > 0 && mends(fewer) ? fewer : left;
  }, all);
}
