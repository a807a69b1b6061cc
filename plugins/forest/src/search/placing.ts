/** A point of a box that meets all side conditions: its positions, and its values where these conditions bind values. */
import type { Prices } from './prices.js';
import { assign, tighten } from './rules.js';
import type { Space } from './space.js';

export class Placing {
  readonly point: Int32Array;
  /** No point was found that meets the side conditions: there may be one. */
  unplaced = false;
  /** Axes of side conditions. */
  readonly ruled: readonly number[];
  /** Values of `point` on these. */
  readonly values: Float64Array;

  constructor(private readonly space: Space) {
    this.point = new Int32Array(space.axes.length);
    this.values = new Float64Array(space.axes.length);
    this.ruled = [...new Set(space.rules.flatMap((rule) => rule.axes))];
  }

  /** Puts `point` into a box, with values that meet all side conditions; false where none were found. */
  place(from: Int32Array, to: Int32Array, prices: Prices | undefined): boolean {
    this.pick(from, to, prices);
    const { axes, rules, orders } = this.space;
    this.unplaced = false;
    if (rules.length === 0) return true;
    const lo = from.slice();
    const hi = to.slice();
    const set = (axis: number, first: number, last: number): boolean => {
      lo[axis] = Math.max(lo[axis]!, first);
      hi[axis] = Math.min(hi[axis]!, last);
      return lo[axis] <= hi[axis];
    };
    const kept = (): boolean => {
      for (let before = ''; before !== `${lo.join()} ${hi.join()}`;) {
        before = `${lo.join()} ${hi.join()}`;
        if (!rules.every((rule) => tighten(rule, axes, lo, hi, set))) return false;
      }
      return true;
    };
    this.unplaced = true;
    if (!kept()) return false;
    for (const axis of this.ruled) {
      const [first, last] = [lo.slice(), hi.slice()];
      const wanted = prices?.best(axis, lo[axis]!, hi[axis]!) ?? lo[axis]!;
      const found = [wanted, lo[axis]!, hi[axis]!].some((position) => {
        lo.set(first);
        hi.set(last);
        lo[axis] = position;
        hi[axis] = position;
        return kept();
      });
      if (!found) return false;
      this.point[axis] = lo[axis]!;
    }
    for (const axis of this.ruled)
      this.values[axis] =
        prices?.priced[axis] === 1 ? prices.valueAt(axis, this.point[axis]!) : axes[axis]!.low[this.point[axis]!]!;
    if (!assign(rules, axes, this.point, this.values)) return false;
    for (const { lesser, greater } of orders) {
      const [least, most] = [axes[lesser]!, axes[greater]!];
      const above = this.ruled.includes(greater) ? this.values[greater]! : most.high[this.point[greater]!]!;
      if (!this.ruled.includes(lesser) && least.low[this.point[lesser]!]! > above) this.point[lesser] = from[lesser]!;
      const below = this.ruled.includes(lesser) ? this.values[lesser]! : least.low[this.point[lesser]!]!;
      if (below > above) return false;
    }
    this.unplaced = false;
    return true;
  }

  /** A point of a box: the cheapest one, or the first. */
  pick(from: Int32Array, to: Int32Array, prices: Prices | undefined): void {
    for (let axis = 0; axis < from.length; axis += 1)
      this.point[axis] = prices === undefined ? from[axis]! : prices.best(axis, from[axis]!, to[axis]!);
    this.order(from, to);
  }

  /** Ordered axes of `point` meet: the lesser takes its first position where it must, the greater its last. */
  order(from: Int32Array, to: Int32Array, both = false): void {
    for (const { lesser, greater, lastLesser } of this.space.orders) {
      this.point[greater] = to[greater]!;
      if (both || this.point[lesser]! > lastLesser[to[greater]!]!) this.point[lesser] = from[lesser]!;
    }
  }
}
