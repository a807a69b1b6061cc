/** What each position costs under a distance, and what a box costs at least. */
import type { Box } from './box.js';
import type { Distance } from './query.js';
import type { Axis, Space } from './space.js';

export interface Prices {
  readonly norm: Distance['norm'];
  /** By axis of the first input and position. Along an axis they fall to the record's cell and grow from there. */
  readonly price: readonly (Float64Array | undefined)[];
  /** Value of each position that costs that much. */
  readonly nearest: readonly (Float64Array | undefined)[];
  /** Position that costs least, a missing value aside. */
  readonly cheapest: Int32Array;
}

/** Prices of a distance. Columns that are not listed, and axes of the second input alone, cost nothing. */
export function pricesOf(space: Space, distance: Distance): Prices {
  const price: (Float64Array | undefined)[] = space.axes.map(() => undefined);
  const nearest: (Float64Array | undefined)[] = space.axes.map(() => undefined);
  const cheapest = new Int32Array(space.axes.length);
  for (const { column, up, down, missing = Infinity } of distance.prices) {
    const index = space.axisOf[0][column]!;
    const axis = space.axes[index]!;
    const from = distance.from[column]!;
    const costs = new Float64Array(axis.cells.length);
    const values = new Float64Array(axis.cells.length);
    for (let position = 0; position < costs.length; position += 1) {
      const priceOf = (value: number): number => {
        let cost: number;
        if (Number.isNaN(value) || Number.isNaN(from)) cost = Number.isNaN(value) && Number.isNaN(from) ? 0 : missing;
        else if (value === from) cost = 0;
        else if (axis.categories) cost = up;
        else cost = value > from ? times(value - from, up) : times(from - value, down);
        return distance.norm === 'count' && cost > 0 && cost < Infinity ? 1 : cost;
      };
      const list = axis.values?.[position];
      const value = axis.categories
        ? axis.cells[position]!
        : list === undefined
          ? nearestValue(axis, position, from)
          : list.reduce((one, other) => (priceOf(other) < priceOf(one) ? other : one));
      values[position] = value;
      costs[position] = priceOf(value);
    }
    price[index] = costs;
    nearest[index] = values;
    for (let position = 1; position < costs.length; position += 1)
      if (costs[position]! < costs[cheapest[index]!]! && !Number.isNaN(values[position]!)) cheapest[index] = position;
  }
  return { norm: distance.norm, price, nearest, cheapest };
}

const times = (difference: number, price: number): number => (price === 0 ? 0 : difference * price);

/** The value of a position that is nearest to another. */
function nearestValue(axis: Axis, position: number, to: number): number {
  const [low, high] = [axis.low[position]!, axis.high[position]!];
  if (Number.isNaN(low)) return NaN;
  return to < low ? low : to > high ? high : Number.isNaN(to) ? low : to;
}

/** The position of an axis, from one to another, that costs least. They fall, then grow; only the last, a missing value, may differ. */
export function cheapestOf({ price, cheapest }: Prices, axis: number, lo: number, hi: number): number {
  const best = cheapest[axis]!;
  const found = best < lo ? lo : best > hi ? hi : best;
  const costs = price[axis];
  return costs !== undefined && costs[hi]! < costs[found]! ? hi : found;
}

/** Least distance of a box: exact, since a rounded sum never falls where a price grows. */
export function distanceOf(prices: Prices, lo: Int32Array, hi: Int32Array): number {
  const { norm, price } = prices;
  let distance = 0;
  for (let axis = 0; axis < price.length; axis += 1) {
    const costs = price[axis];
    if (costs === undefined) continue;
    const cost = costs[cheapestOf(prices, axis, lo[axis]!, hi[axis]!)]!;
    if (norm !== 'max') distance += cost;
    else if (cost > distance) distance = cost;
  }
  return distance;
}

/** Narrows a box to positions that can lie within a radius; false where none does. */
export function clip(box: Box, prices: Prices, radius: number): boolean {
  const { norm, price } = prices;
  const { lo, hi } = box;
  let rest = 0;
  if (norm !== 'max') {
    rest = distanceOf(prices, lo, hi);
    if (rest > radius) return false;
  }
  // A margin for the order of additions: what is kept in doubt does no harm.
  const room = norm === 'max' ? radius : radius + Math.abs(radius) * 1e-9 + Number.MIN_VALUE;
  for (let axis = 0; axis < price.length; axis += 1) {
    const costs = price[axis];
    if (costs === undefined) continue;
    let [from, to] = [lo[axis]!, hi[axis]!];
    const others = norm === 'max' ? 0 : rest - costs[cheapestOf(prices, axis, from, to)]!;
    while (from <= to && others + costs[from]! > room) from += 1;
    while (to >= from && others + costs[to]! > room) to -= 1;
    if ((from > lo[axis]! || to < hi[axis]!) && !box.narrow(axis, from, to)) return false;
  }
  return true;
}
