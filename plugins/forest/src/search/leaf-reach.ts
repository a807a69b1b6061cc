/** What a box reaches of the trees: tests that it leaves open, and leaves. */
import type { Box } from './box.js';

/** Leaves of all trees; above this a region is not laid out. */
const MOST_LEAVES = 1 << 16;

/** The leaves of a tree that a region reaches, and where they lie. */
export interface Reach {
  readonly tree: number;
  readonly leaves: readonly number[];
  /** Leaf after leaf, by asked axis: its first and last cell. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly tests: ReadonlySet<number>;
}

/** Tests that a box leaves open, by axis, and the trees that have some; undefined where these have too many leaves. */
export function testsWithin(
  box: Box,
): { tests: Map<number, Set<number>>; treesOf: { tree: number; leaves: number }[] } | undefined {
  const { axis, rank, right } = box.forest;
  const [lo, hi] = [box.lo.slice(), box.hi.slice()];
  const tests = new Map<number, Set<number>>();
  let total = 0;
  const leavesOf = (node: number): number => {
    const asked = axis[node]!;
    if (asked < 0) {
      total += 1;
      return 1;
    }
    if (total > MOST_LEAVES) return 0;
    const at = rank[node]!;
    const [least, most] = [lo[asked]!, hi[asked]!];
    if (most <= at) return leavesOf(node + 1);
    if (least > at) return leavesOf(right[node]!);
    const known = tests.get(asked);
    if (known === undefined) tests.set(asked, new Set([at]));
    else known.add(at);
    hi[asked] = at;
    const below = leavesOf(node + 1);
    hi[asked] = most;
    lo[asked] = at + 1;
    const above = leavesOf(right[node]!);
    lo[asked] = least;
    return below + above;
  };
  const treesOf: { tree: number; leaves: number }[] = [];
  for (let tree = 0; tree < box.trees; tree += 1)
    if (axis[box.root[tree]!]! >= 0) treesOf.push({ tree, leaves: leavesOf(box.root[tree]!) });
  return total > MOST_LEAVES ? undefined : { tests, treesOf };
}

export function reachOf(
  box: Box,
  tree: number,
  count: number,
  axes: Int32Array,
  cell: (k: number, position: number) => number,
  testOf: (axis: number, rank: number) => number,
): Reach {
  const { axis, rank, right } = box.forest;
  const [lo, hi] = [box.lo.slice(), box.hi.slice()];
  const leaves: number[] = [];
  const tests = new Set<number>();
  const from = new Int32Array(count * axes.length);
  const to = new Int32Array(count * axes.length);
  const walk = (node: number): void => {
    const asked = axis[node]!;
    if (asked < 0) {
      const start = leaves.length * axes.length;
      for (let k = 0; k < axes.length; k += 1) {
        from[start + k] = cell(k, lo[axes[k]!]!);
        to[start + k] = cell(k, hi[axes[k]!]!);
      }
      leaves.push(node);
      return;
    }
    const at = rank[node]!;
    const [least, most] = [lo[asked]!, hi[asked]!];
    if (most <= at) return walk(node + 1);
    if (least > at) return walk(right[node]!);
    tests.add(testOf(asked, at));
    hi[asked] = at;
    walk(node + 1);
    hi[asked] = most;
    lo[asked] = at + 1;
    walk(right[node]!);
    lo[asked] = least;
  };
  walk(box.root[tree]!);
  return { tree, leaves, from, to, tests };
}
