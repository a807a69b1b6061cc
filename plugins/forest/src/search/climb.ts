/**
 * From a point to a better one: axis after axis takes the position at which the terms of a form are greatest while all others stay, until
 * none helps. A sweep along one axis walks each tree that asks it once. What comes of it is a value that is attained, no bound.
 */
import type { Box } from './box.js';

export class Climber {
  /** By position of an axis: how much more the trees add from there on. */
  private readonly rise: Float64Array;

  constructor(
    private readonly box: Box,
    private readonly first: ArrayLike<number>,
    private readonly last: ArrayLike<number>,
  ) {
    this.rise = new Float64Array(1 + Math.max(0, ...box.space.axes.map(({ cells }) => cells.length)));
  }

  /** Moves `point` as far as it helps. The space has no side conditions but orders. */
  climb(point: Int32Array): void {
    for (let better = true; better;) {
      better = false;
      for (let axis = 0; axis < point.length; axis += 1) if (this.sweep(point, axis)) better = true;
    }
  }

  /** Takes the best position of one axis; false where the point stays. */
  private sweep(point: Int32Array, axis: number): boolean {
    const { rise } = this;
    const { forest, space } = this.box;
    let from = this.first[axis]!;
    let to = this.last[axis]!;
    for (const { lesser, greater, firstGreater, lastLesser } of space.orders) {
      if (lesser === axis) to = Math.min(to, lastLesser[point[greater]!]!);
      if (greater === axis) from = Math.max(from, firstGreater[point[lesser]!]!);
    }
    const trees = forest.byAxis[axis]!;
    if (from >= to || trees.length === 0) return false;
    rise.fill(0, from, to + 2);
    for (let k = 0; k < trees.length; k += 1) this.along(forest.roots[trees[k]!]!, point, axis, from, to);
    let sum = 0;
    let greatest = -Infinity;
    let own = -Infinity;
    let found = point[axis]!;
    for (let position = from; position <= to; position += 1) {
      sum += rise[position]!;
      if (position === point[axis]) own = sum;
      if (sum > greatest) {
        greatest = sum;
        found = position;
      }
    }
    // Less than what sums lose by rounding is no gain: it might be lost again, without end.
    if (!(greatest > own + LEAST_GAIN)) return false;
    point[axis] = found;
    return true;
  }

  private along(from: number, point: Int32Array, axis: number, low: number, high: number): void {
    const { axis: asks, rank, right } = this.box.forest;
    let node = from;
    let [lo, hi] = [low, high];
    for (let asked = asks[node]!; asked >= 0; asked = asks[node]!) {
      const at = rank[node]!;
      if (asked !== axis) node = point[asked]! <= at ? node + 1 : right[node]!;
      else if (hi <= at) node += 1;
      else if (lo > at) node = right[node]!;
      else {
        this.along(node + 1, point, axis, lo, at);
        lo = at + 1;
        node = right[node]!;
      }
    }
    const { most } = this.box.forms[0]!;
    this.rise[lo]! += most[node]!;
    this.rise[hi + 1]! -= most[node]!;
  }
}

const LEAST_GAIN = 1e-9;
