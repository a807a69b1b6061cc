/** The whole numbers around a quotient: one on either side of it, and it. `factor * x` crosses `constant` among them. */
export function pointsNear(constant: bigint, factor: bigint): readonly bigint[] {
  const quotient = constant / factor;
  return [quotient - 1n, quotient, quotient + 1n];
}

/**
 * The last points on either side of `from` where a test is as it is there, with the first where it is not. The test changes once at most
 * on each side; it is found by doubling and halving, so nothing need be known of the arithmetic in it.
 *
 * @param farthest the distance that is looked at
 * @param says null where there is no such value
 */
export function changesAlong(
  from: bigint,
  farthest: bigint,
  says: (point: bigint) => boolean | null,
): readonly bigint[] {
  const now = says(from);
  if (now === null) return [];
  return [-1n, 1n].flatMap((direction) => {
    const last = lastAlike(from, direction, farthest, (point) => says(point) === now);
    return last === null ? [] : [last, last + direction];
  });
}

/** Where it is still the same, one step before it is not; null when it stays. */
function lastAlike(
  from: bigint,
  direction: bigint,
  farthest: bigint,
  isSame: (point: bigint) => boolean,
): bigint | null {
  let [same, step] = [from, 1n];
  while (isSame(from + direction * step)) {
    same = from + direction * step;
    step *= 2n;
    if (step > farthest) return null;
  }
  return firstOther(same, from + direction * step, (point) => !isSame(point)) - direction;
}

/** Between a point that is not other and one that is: one that is and whose neighbour is not, by halving. */
export function firstOther(one: bigint, other: bigint, isOther: (point: bigint) => boolean): bigint {
  let [same, changed] = [one, other];
  while (changed - same > 1n || same - changed > 1n) {
    const middle = same + (changed - same) / 2n;
    if (isOther(middle)) changed = middle;
    else same = middle;
  }
  return changed;
}
