/** What positions cost under a distance, and what a box costs at least. */
import type { Box } from './box.js';
import { hotAxes } from './points.js';
import type { Distance } from '../question/index.js';
import type { Axis } from './axis.js';
import type { Space } from './space.js';

/**
 * Prices of a distance over a space. Nothing is worked out before it is asked for: a small radius touches few positions. Along an axis
 * prices fall to the record and grow from there; only the last position, a missing value, may differ.
 */
export class Prices {
  readonly norm: Distance['norm'];
  /** 1: an axis of the first input that has a price. */
  readonly priced: Uint8Array;
  /** Position that costs least, a missing value aside. */
  private readonly cheapest: Int32Array;
  private readonly from: Float64Array;
  private readonly up: Float64Array;
  private readonly down: Float64Array;
  private readonly missing: Float64Array;

  constructor(
    private readonly space: Space,
    distance: Distance,
  ) {
    const axes = space.axes.length;
    this.norm = distance.norm;
    this.priced = new Uint8Array(axes);
    this.cheapest = new Int32Array(axes);
    this.from = new Float64Array(axes);
    this.up = new Float64Array(axes);
    this.down = new Float64Array(axes);
    this.missing = new Float64Array(axes);
    for (const { column, up, down, missing = Infinity } of distance.prices) {
      const axis = space.axisOf[0][column]!;
      if (space.orders.some(({ lesser, greater }) => lesser === axis || greater === axis))
        throw new RangeError('a column whose values are ordered between two inputs has no price');
      this.priced[axis] = 1;
      this.from[axis] = distance.from[column]!;
      this.up[axis] = up;
      this.down[axis] = down;
      this.missing[axis] = missing;
      this.cheapest[axis] = this.nearestPosition(axis);
    }
  }

  /** The nearest position: the one that holds the record, or the cheaper of its neighbours. */
  private nearestPosition(index: number): number {
    const axis = this.space.axes[index]!;
    const from = this.from[index]!;
    const last = axis.cells.length - 1;
    if (axis.categories) return Math.max(0, axis.cells.indexOf(from));
    if (last < 0 || Number.isNaN(from)) return Math.max(0, last);
    const valued = Number.isNaN(axis.low[last]!) ? last - 1 : last;
    let [low, high] = [0, valued + 1];
    while (low < high) {
      const half = (low + high) >> 1;
      if (axis.low[half]! <= from) low = half + 1;
      else high = half;
    }
    const position = Math.max(0, low - 1);
    return position < valued && this.at(index, position + 1) < this.at(index, position) ? position + 1 : position;
  }

  /** What a position of a priced axis costs: its cheapest value. */
  at(index: number, position: number): number {
    const axis = this.space.axes[index]!;
    const list = axis.values?.[position];
    if (list !== undefined) return this.priceOf(index, this.cheapestOf(index, list));
    return this.priceOf(index, axis.categories ? axis.cells[position]! : this.nearest(axis, index, position));
  }

  /** The value of a position of a priced axis that costs least; of categories, the cell. */
  valueAt(index: number, position: number): number {
    const axis = this.space.axes[index]!;
    const list = axis.values?.[position];
    if (list !== undefined) return this.cheapestOf(index, list);
    return axis.categories ? axis.cells[position]! : this.nearest(axis, index, position);
  }

  private cheapestOf(index: number, list: readonly number[]): number {
    return list.reduce((one, other) => (this.priceOf(index, other) < this.priceOf(index, one) ? other : one));
  }

  private nearest(axis: Axis, index: number, position: number): number {
    const low = axis.low[position]!;
    const high = axis.high[position]!;
    const to = this.from[index]!;
    // Of a missing position all bounds are NaN; from a missing record each value is as far.
    return to > low ? (to < high ? to : high) : low;
  }

  /** What a value of a priced axis costs. */
  priceOf(index: number, value: number): number {
    const from = this.from[index]!;
    if (value === from) return 0;
    let cost: number;
    if (value !== value || from !== from) cost = value !== value && from !== from ? 0 : this.missing[index]!;
    else if (this.space.axes[index]!.categories) cost = this.up[index]!;
    else {
      const rate = value > from ? this.up[index]! : this.down[index]!;
      cost = rate === 0 ? 0 : Math.abs(value - from) * rate;
    }
    return this.norm === 'count' && cost > 0 && cost < Infinity ? 1 : cost;
  }

  /** The position of an axis, from one to another, that costs least; the first where it has no price. */
  best(axis: number, lo: number, hi: number): number {
    if (this.priced[axis] === 0) return lo;
    const best = this.cheapest[axis]!;
    if (best >= lo && best <= hi && this.at(axis, best) === 0) return best;
    const found = best < lo ? lo : best > hi ? hi : best;
    return hi !== found && this.at(axis, hi) < this.at(axis, found) ? hi : found;
  }

  /** What an axis costs at least, from one position to another; nothing where it has no price. */
  leastOf(axis: number, lo: number, hi: number): number {
    return this.priced[axis] === 0 ? 0 : this.at(axis, this.best(axis, lo, hi));
  }

  /** Least distance of a box: exact, since a rounded sum never falls where a price grows. Some axes may have values already. */
  of(lo: Int32Array, hi: Int32Array, set: readonly number[] = [], values?: Float64Array): number {
    let distance = 0;
    for (let axis = 0; axis < lo.length; axis += 1) {
      if (this.priced[axis] === 0) continue;
      const cost =
        set.length > 0 && set.includes(axis)
          ? this.priceOf(axis, values![axis]!)
          : this.at(axis, this.best(axis, lo[axis]!, hi[axis]!));
      if (this.norm !== 'max') distance += cost;
      else if (cost > distance) distance = cost;
    }
    return distance;
  }

  /** Least distance of a box whose inputs have one 1 in each group: exact where groups share no axis. */
  ofGroups(lo: Int32Array, hi: Int32Array, groups: readonly (readonly number[])[]): number {
    const values = new Float64Array(lo.length);
    for (const group of groups) {
      let least = Infinity;
      let found = group[0]!;
      for (const hot of hotAxes(this.space, group, lo, hi)) {
        let cost = 0;
        for (const axis of group) {
          const own = this.priced[axis] === 0 ? 0 : this.priceOf(axis, axis === hot ? 1 : 0);
          cost = this.norm === 'max' ? Math.max(cost, own) : cost + own;
        }
        if (cost < least) {
          least = cost;
          found = hot;
        }
      }
      for (const axis of group) values[axis] = axis === found ? 1 : 0;
    }
    return this.of(lo, hi, groups.flat(), values);
  }

  /** Narrows ranges of positions to those that cost no more than a radius on their own; false where an axis has none. */
  narrow(first: Int32Array, last: Int32Array, radius: number): boolean {
    for (let axis = 0; axis < first.length; axis += 1) {
      if (this.priced[axis] === 0) continue;
      const best = this.best(axis, first[axis]!, last[axis]!);
      if (this.at(axis, best) > radius) return false;
      first[axis] = this.edge(axis, best, first[axis]!, radius);
      last[axis] = this.edge(axis, best, last[axis]!, radius);
    }
    return true;
  }

  /** The position farthest from `best` towards `end` that costs at most `room`. */
  private edge(axis: number, best: number, end: number, room: number): number {
    if (this.at(axis, end) <= room) return end;
    // Between the two, `room` is passed once: the missing value is the last position and was just looked at.
    let inside = best;
    let outside = end;
    while (Math.abs(outside - inside) > 1) {
      const half = (inside + outside) >> 1;
      if (this.at(axis, half) <= room) inside = half;
      else outside = half;
    }
    return inside;
  }

  /**
   * Narrows a box to positions that can lie within a radius; false where none does. Trees are brought up to date by `settle`.
   * @param only the axis that was narrowed since the box was clipped to this radius, where axes count alone; -1: it may be any
   */
  clip(box: Pick<Box, 'lo' | 'hi' | 'narrow'>, radius: number, only = -1): boolean {
    if (radius === Infinity) return true;
    const { lo, hi } = box;
    const alone = this.norm === 'max';
    const end = only < 0 ? lo.length : only + 1;
    const rest = alone ? 0 : this.of(lo, hi);
    if (rest > radius) return false;
    // A margin for the order of additions: what is kept in doubt does no harm.
    const room = alone ? radius : radius + Math.abs(radius) * 1e-9 + Number.MIN_VALUE;
    for (let axis = Math.max(0, only); axis < end; axis += 1) {
      if (this.priced[axis] === 0) continue;
      const best = this.best(axis, lo[axis]!, hi[axis]!);
      const least = this.at(axis, best);
      const own = alone ? room : room - (rest - least);
      if (least > own) {
        if (alone) return false;
        continue;
      }
      const from = this.edge(axis, best, lo[axis]!, own);
      const to = this.edge(axis, best, hi[axis]!, own);
      if ((from > lo[axis]! || to < hi[axis]!) && !box.narrow(axis, from, to)) return false;
    }
    return true;
  }

  /** The greatest price below Infinity of any position at the ends of the axes. */
  widest(): number {
    let wide = 0;
    for (let axis = 0; axis < this.priced.length; axis += 1) {
      if (this.priced[axis] === 0) continue;
      const last = this.space.axes[axis]!.cells.length - 1;
      for (const position of [0, last - 1, last])
        if (position >= 0 && this.at(axis, position) > wide && this.at(axis, position) < Infinity)
          wide = this.at(axis, position);
    }
    return wide;
  }
}
