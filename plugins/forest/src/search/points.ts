/** How many inputs a box holds: every value that a column can have is one. */
import { roundDown, roundUp, valuesBetween } from './floats.js';
import type { Distance } from '../question/index.js';
import type { Axis } from './axis.js';
import type { Space } from './space.js';

/** A ball of `max` norm, whose sides may cut through cells. */
export interface Ball {
  readonly distance: Distance;
  readonly radius: number;
}

export class PointCount {
  /** Of each axis, how many values lie before each position: as floats where these hold them exactly, else as whole numbers of any size. */
  private readonly near: (Float64Array | undefined)[] = [];
  private readonly before: (readonly bigint[] | undefined)[] = [];
  /** Axes along which boxes differ and that are in no group; and what all others make together. */
  private readonly open: number[] = [];
  private readonly shut: bigint;

  /**
   * @param first and last position of every axis, within which inputs are counted
   * @param end last position of every axis again, but for those that every box has whole: there it is the first
   */
  constructor(
    private readonly space: Space,
    private readonly groups: readonly (readonly number[])[],
    private readonly first: Int32Array,
    last: Int32Array,
    end: Int32Array,
    ball?: Ball,
  ) {
    const grouped = new Set(groups.flat());
    const prices: (Price | undefined)[] = [];
    for (const price of ball?.distance.prices ?? []) prices[price.column] = price;
    let shut = 1n;
    let small = 1;
    for (let index = 0; index < space.axes.length; index += 1) {
      if (grouped.has(index)) continue;
      const axis = space.axes[index]!;
      const [from, to] = [first[index]!, last[index]!];
      const count = (position: number): number | bigint => valuesAt(axis, position, ball, prices[axis.column]);
      if (from < end[index]!) {
        this.open.push(index);
        this.near[index] = exactSums(from, to, count);
        if (this.near[index] === undefined) this.before[index] = wholeSums(from, to, count);
        continue;
      }
      const only = from === to ? count(from) : wholeSums(from, to, count).at(-1)!;
      if (typeof only === 'number' && small * only <= Number.MAX_SAFE_INTEGER) small *= only;
      else shut *= BigInt(only);
    }
    this.shut = shut * BigInt(small);
  }

  /** Inputs from one position to another on every axis. */
  of(lo: Int32Array, hi: Int32Array): bigint {
    return this.shut * BigInt(this.part(lo, hi));
  }

  /** Inputs of so many boxes together, each put into `lo` and `hi`. */
  sum(boxes: number, lo: Int32Array, hi: Int32Array, put: (box: number) => void): bigint {
    let near = 0;
    let great = 0n;
    for (let box = 0; box < boxes; box += 1) {
      put(box);
      const part = this.part(lo, hi);
      if (typeof part === 'bigint') great += part;
      else if (near + part > Number.MAX_SAFE_INTEGER) {
        great += BigInt(near);
        near = part;
      } else near += part;
    }
    return this.shut * (great + BigInt(near));
  }

  /** What the axes that differ make, and the groups: a float where that holds it exactly. */
  private part(lo: Int32Array, hi: Int32Array): number | bigint {
    let small = 1;
    let great: bigint | undefined;
    for (const group of this.groups) small *= hotAxes(this.space, group, lo, hi).length;
    for (const axis of this.open) {
      const start = this.first[axis]!;
      const sums = this.near[axis];
      if (sums === undefined) {
        const whole = this.before[axis]!;
        const count = whole[hi[axis]! + 1 - start]! - whole[lo[axis]! - start]!;
        great = great === undefined ? count : great * count;
        continue;
      }
      const count = sums[hi[axis]! + 1 - start]! - sums[lo[axis]! - start]!;
      if (small * count > Number.MAX_SAFE_INTEGER) {
        great = great === undefined ? BigInt(small) : great * BigInt(small);
        small = count;
      } else small *= count;
    }
    return great === undefined ? small : great * BigInt(small);
  }
}

/** Axes of a one-hot group that can be the one that is 1, the others being 0. */
export function hotAxes(space: Space, group: readonly number[], lo: Int32Array, hi: Int32Array): number[] {
  const can = (axis: number, value: number): boolean => {
    const { low, high } = space.axes[axis]!;
    return value === 0 ? low[lo[axis]!] === 0 : high[hi[axis]!] === 1;
  };
  return group.filter((one) => group.every((axis) => can(axis, axis === one ? 1 : 0)));
}

type Price = Distance['prices'][number];

/** Sums of the counts before each position, and of all; undefined where floats do not hold them. */
function exactSums(from: number, to: number, count: (position: number) => number | bigint): Float64Array | undefined {
  const sums = new Float64Array(to - from + 2);
  for (let position = from; position <= to; position += 1) {
    const sum = sums[position - from]! + Number(count(position));
    if (sum > Number.MAX_SAFE_INTEGER) return undefined;
    sums[position - from + 1] = sum;
  }
  return sums;
}

function wholeSums(from: number, to: number, count: (position: number) => number | bigint): bigint[] {
  const sums = [0n];
  for (let position = from; position <= to; position += 1) sums.push(sums.at(-1)! + BigInt(count(position)));
  return sums;
}

function valuesAt(axis: Axis, position: number, ball: Ball | undefined, price: Price | undefined): number | bigint {
  const [low, high] = [axis.low[position]!, axis.high[position]!];
  if (Number.isNaN(low) || axis.categories) return 1;
  const list = axis.values?.[position];
  const from = price === undefined ? NaN : ball!.distance.from[axis.column]!;
  if (Number.isNaN(from)) return list === undefined ? valuesBetween(low, high, axis.spacing) : list.length;
  const { up, down } = price!;
  const { radius } = ball!;
  const fits = (value: number): boolean => {
    const rate = value > from ? up : down;
    return value === from || rate === 0 || Math.abs(value - from) * rate <= radius;
  };
  if (list !== undefined) return list.filter(fits).length;
  const least = low < from && !fits(low) ? edge(axis, from - radius / down, Math.min(from, high), fits, true) : low;
  const most = high > from && !fits(high) ? edge(axis, from + radius / up, Math.max(from, least), fits, false) : high;
  return valuesBetween(least, most, axis.spacing);
}

/** The last value that fits on one side: near `guess`, which is right up to a rounding; `safe` bounds it towards the record. */
function edge(axis: Axis, guess: number, safe: number, fits: (value: number) => boolean, up: boolean): number {
  const anchor = axis.low[0]!;
  const step = (value: number, outwards: boolean): number => {
    const rises = up !== outwards;
    const next =
      typeof axis.spacing === 'number'
        ? axis.spacing
        : Math.abs(value) * (axis.spacing === 'float32' ? 2 ** -24 : 2 ** -53) + 2 ** -149;
    return rises ? roundUp(value + next, axis.spacing, anchor) : roundDown(value - next, axis.spacing, anchor);
  };
  let value = (up ? roundUp : roundDown)(guess, axis.spacing, anchor);
  while (!fits(value) && (up ? value < safe : value > safe)) value = step(value, false);
  for (let next = step(value, true); fits(next) && next !== value; next = step(value, true)) value = next;
  return value;
}
