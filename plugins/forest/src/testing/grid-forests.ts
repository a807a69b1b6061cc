/** Random forests over columns that have equally many cells: weights with ties, and some that round. */
import type { CellForest } from '../cells/index.js';

/** Numbers below a bound, one after the other. */
export type Roll = (bound: number) => number;

/** A number of a list in which it is known to be. */
export const numberAt = (list: ArrayLike<number>, at: number): number => list[at] ?? Number.NaN;

/** mulberry32 */
export function dice(seed: number): Roll {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

export interface GridShape {
  readonly classes: number;
  readonly columns: number;
  /** Cells of a column. */
  readonly side: number;
  /** Tests on the longest way of each tree. */
  readonly depths: () => readonly number[];
}

export function gridForest(roll: Roll, { classes, columns, side, depths }: GridShape): CellForest {
  const column: number[] = [];
  const rank: number[] = [];
  const left: number[] = [];
  const right: number[] = [];
  const leaf: number[] = [];
  const values: number[] = [];
  const targets = classes === 2 ? 1 : classes;
  /** Cells that lead to a node: no test of it has been answered. */
  const lo = Array.from({ length: columns }, () => 0);
  const hi = Array.from({ length: columns }, () => side - 1);
  const grow = (depth: number): number => {
    const own = column.length;
    for (const list of [column, rank, left, right, leaf]) list.push(-1);
    const open = [...lo.keys()].filter((each) => (lo[each] ?? 0) < (hi[each] ?? 0));
    const at = open[roll(open.length)] ?? 0;
    const [least, most] = [numberAt(lo, at), numberAt(hi, at)];
    if (depth === 0 || open.length === 0) {
      leaf[own] = values.length / targets;
      for (let target = 0; target < targets; target += 1)
        values.push(Math.fround(roll(3) > 0 ? roll(3) / (roll(2) === 0 ? 8 : 6) : roll(1000) / 3000));
      return own;
    }
    column[own] = at;
    const last = least + roll(most - least);
    rank[own] = last;
    hi[at] = last;
    left[own] = grow(depth - 1);
    [lo[at], hi[at]] = [last + 1, most];
    right[own] = grow(depth - 1);
    lo[at] = least;
    return own;
  };
  const roots = depths().map((depth) => grow(depth));
  const labels = Array.from({ length: classes }, (_, label) => label);
  return {
    columns: Array.from({ length: columns }, (_column, at) => ({
      name: `c${at}`,
      cells: side,
      low: Float64Array.from({ length: side }, (_, cell) => 3 * cell),
      high: Float64Array.from({ length: side }, (_, cell) => 3 * cell + 2),
      missing: false,
      spacing: 1,
    })),
    trees: {
      roots: Int32Array.from(roots),
      column: Int32Array.from(column),
      rank: Int32Array.from(rank),
      left: Int32Array.from(left),
      right: Int32Array.from(right),
      leaf: Int32Array.from(leaf),
      values: Float64Array.from(values),
    },
    targets,
    summation: {
      arithmetic: 'float32',
      base: new Float64Array(targets),
      baseAt: 'start',
      aggregate: 'sum',
      scores: 'float32',
    },
    outcome: {
      kind: 'classes',
      labels,
      post: 'none',
      rule:
        classes === 2
          ? { kind: 'one_column', above: 0.5, scores: 'complement' }
          : { kind: 'first_maximum', over: 'sums' },
    },
  };
}
