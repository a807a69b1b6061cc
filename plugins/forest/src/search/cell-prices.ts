/** What boxes of cells cost at least where the dearest axis counts alone: looked up cell by cell. */
import type { LeafSets } from './leaf-sets.js';
import type { Prices } from './prices.js';

export class CellPrices {
  /** What the axes that are not asked cost. */
  private readonly rest: number;
  private readonly start: Int32Array;
  private readonly costs: Float64Array;
  /** By asked axis its cheapest cell, a missing value aside. */
  private readonly home: Int32Array;

  constructor(sets: LeafSets, prices: Prices) {
    const { box } = sets;
    const { axes } = sets.layout;
    const asked = new Set(axes);
    let rest = 0;
    for (let axis = 0; axis < box.lo.length; axis += 1)
      if (!asked.has(axis)) rest = Math.max(rest, prices.leastOf(axis, box.lo[axis]!, box.hi[axis]!));
    this.rest = rest;
    this.start = new Int32Array(axes.length);
    this.home = new Int32Array(axes.length);
    const costs: number[] = [];
    for (let k = 0; k < axes.length; k += 1) {
      this.start[k] = costs.length;
      let least = Infinity;
      for (let cell = 0; cell <= sets.to[k]!; cell += 1) {
        const cost = prices.leastOf(axes[k]!, sets.firstOf(k, cell), sets.lastOf(k, cell));
        // Only the last cell may hold a missing value; from the cheapest of the others prices grow both ways.
        if (cost < least && (cell < sets.to[k]! || cell === 0)) {
          least = cost;
          this.home[k] = cell;
        }
        costs.push(cost);
      }
    }
    this.costs = Float64Array.from(costs);
  }

  /** What a box costs, by the first and last cell of each asked axis. */
  of(from: Int32Array, to: Int32Array): number {
    const { start, home, costs } = this;
    let distance = this.rest;
    for (let k = 0; k < home.length; k += 1) {
      const [near, first, last] = [home[k]!, from[k]!, to[k]!];
      const at = near < first ? first : near > last ? last : near;
      const cost = costs[start[k]! + at]!;
      if (cost <= distance) continue;
      const end = costs[start[k]! + last]!;
      if (end > distance) distance = end < cost ? end : cost;
    }
    return distance;
  }

  /** What an asked axis costs at least, from one cell to another. */
  along(k: number, first: number, last: number): number {
    const start = this.start[k]!;
    const near = this.home[k]!;
    const cost = this.costs[start + (near < first ? first : near > last ? last : near)]!;
    const end = this.costs[start + last]!;
    return end < cost ? end : cost;
  }
}
