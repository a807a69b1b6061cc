/**
 * The trees as the search walks them: over positions of axes, in preorder, without tests that the way to them has answered, and
 * without shared children. Tree t of the first input and tree t of the second are one tree (of pairs of leaves), so that tests which
 * both share are asked once and the difference of the two is bounded tree by tree.
 */
import type { CellForest } from '../cells/index.js';
import type { Subject } from '../question/index.js';
import type { Space } from './space.js';
import { Unanswerable } from './unanswerable.js';

export interface SearchTrees {
  /** First node of each tree. */
  readonly roots: Int32Array;
  /** Axis that a node asks; -1 at a leaf. The test is `position <= rank`; where it holds the next node follows. */
  readonly axis: Int32Array;
  readonly rank: Int32Array;
  readonly right: Int32Array;
  /** -1 at a root. */
  readonly parent: Int32Array;
  /** At a leaf: row of values of the first input's forest and of the second's; -1: this tree adds nothing there. */
  readonly rows: readonly [Int32Array, Int32Array];
  /** Trees that add to the sums of an input, in the order of summation. */
  readonly summed: readonly [Int32Array, Int32Array];
  /** Trees that ask an axis. */
  readonly byAxis: readonly Int32Array[];
  /** Longest way from a root to a leaf. */
  readonly depth: number;
}

/** What a box walks of them. */
export type WalkedTrees = Pick<SearchTrees, 'roots' | 'axis' | 'rank' | 'right' | 'parent' | 'byAxis' | 'depth'>;

/** Nodes after unfolding; above this the subject is refused. */
const MOST_NODES = 2 ** 25;
const DEEPEST = 4000;
/** A pair may have this many nodes, or so many times those of its two trees; else the two stay apart. */
const PAIR = { nodes: 2048, times: 16 };

class Grower {
  readonly axis: number[] = [];
  readonly rank: number[] = [];
  readonly right: number[] = [];
  readonly parent: number[] = [];
  readonly rows: [number[], number[]] = [[], []];
  depth = 0;
  private readonly lo: Int32Array;
  private readonly hi: Int32Array;
  private limit = MOST_NODES;

  constructor(
    private readonly space: Space,
    private readonly forests: readonly [CellForest, CellForest],
  ) {
    this.lo = new Int32Array(space.axes.length);
    this.hi = Int32Array.from(space.axes, ({ cells }) => cells.length - 1);
    for (const { lesser, greater, firstGreater, lastLesser } of space.orders) {
      this.lo[greater] = firstGreater[0] ?? 0;
      this.hi[lesser] = lastLesser[this.hi[greater]!] ?? -1;
    }
  }

  /** Appends one tree (of either input, or the pair) and gives its root; undefined where it has more nodes than `most`. */
  tree(roots: readonly [number, number], most = MOST_NODES): number | undefined {
    const root = this.axis.length;
    this.limit = Math.min(MOST_NODES, root + most);
    if (this.grow(roots[0], roots[1], -1, 0)) return root;
    if (most === MOST_NODES) throw new Unanswerable('trees', 'the trees have too many nodes');
    for (const list of [this.axis, this.rank, this.right, this.parent, ...this.rows]) list.length = root;
    return undefined;
  }

  /** Follows decided tests; grows the rest. -1: no tree. */
  private grow(first: number, second: number, parent: number, depth: number): boolean {
    const one = this.follow(first, 0);
    const node = this.axis.length;
    if (node >= this.limit) return false;
    if (depth > DEEPEST) throw new Unanswerable('trees', 'a tree is too deep');
    if (depth > this.depth) this.depth = depth;
    const copy = one >= 0 && this.forests[0].trees.column[one]! >= 0 ? 0 : 1;
    const other = copy === 0 ? second : this.follow(second, 1);
    const at = copy === 0 ? one : other;
    const { trees } = this.forests[copy];
    this.parent.push(parent);
    if (at < 0 || trees.column[at]! < 0) {
      this.axis.push(-1);
      this.rank.push(0);
      this.right.push(-1);
      this.rows[0].push(one < 0 ? -1 : this.forests[0].trees.leaf[one]!);
      this.rows[1].push(other < 0 ? -1 : this.forests[1].trees.leaf[other]!);
      return true;
    }
    const axis = this.space.axisOf[copy][trees.column[at]!]!;
    const rank = this.space.axes[axis]!.upTo[trees.rank[at]!]!;
    this.axis.push(axis);
    this.rank.push(rank);
    this.right.push(-1);
    this.rows[0].push(-1);
    this.rows[1].push(-1);
    const go = (to: number): boolean =>
      copy === 0 ? this.grow(to, second, node, depth + 1) : this.grow(one, to, node, depth + 1);
    const { lo, hi } = this;
    const [most, least] = [hi[axis]!, lo[axis]!];
    const order = this.space.orders.find(({ lesser, greater }) => lesser === axis || greater === axis);
    const twin = order === undefined ? axis : order.lesser === axis ? order.greater : order.lesser;
    const [twinMost, twinLeast] = [hi[twin]!, lo[twin]!];
    hi[axis] = rank;
    if (order?.greater === axis) hi[twin] = Math.min(twinMost, order.lastLesser[rank]!);
    const grown = go(trees.left[at]!);
    hi[twin] = twinMost;
    hi[axis] = most;
    if (!grown) return false;
    this.right[node] = this.axis.length;
    lo[axis] = rank + 1;
    if (order?.lesser === axis) lo[twin] = Math.max(twinLeast, order.firstGreater[rank + 1]!);
    const whole = go(trees.right[at]!);
    lo[twin] = twinLeast;
    lo[axis] = least;
    return whole;
  }

  private follow(from: number, copy: 0 | 1): number {
    if (from < 0) return from;
    const { column, rank, left, right } = this.forests[copy].trees;
    let node = from;
    while (column[node]! >= 0) {
      const axis = this.space.axisOf[copy][column[node]!]!;
      const at = this.space.axes[axis]!.upTo[rank[node]!]!;
      if (this.hi[axis]! <= at) node = left[node]!;
      else if (this.lo[axis]! > at) node = right[node]!;
      else break;
    }
    return node;
  }
}

/** No trees, over the axes of a space. */
export function withoutTrees({ axes }: Space): SearchTrees {
  const none = new Int32Array(0);
  return {
    roots: none,
    axis: none,
    rank: none,
    right: none,
    parent: none,
    rows: [none, none],
    summed: [none, none],
    byAxis: axes.map(() => none),
    depth: 0,
  };
}

/** Unfolds and pairs the trees of a subject. */
export function searchTrees(subject: Subject, space: Space): SearchTrees {
  const { forest, second } = subject;
  const forests = [forest, subject.secondForest ?? forest] as const;
  const grower = new Grower(space, forests);
  const roots: number[] = [];
  const summed: [number[], number[]] = [[], []];
  const counts = [forest.trees.roots.length, second === undefined ? 0 : forests[1].trees.roots.length] as const;
  for (let tree = 0; tree < Math.max(...counts); tree += 1) {
    const one = tree < counts[0] ? forests[0].trees.roots[tree]! : -1;
    const other = tree < counts[1] ? forests[1].trees.roots[tree]! : -1;
    if (one < 0 || other < 0) {
      summed[one < 0 ? 1 : 0].push(roots.length);
      roots.push(grower.tree([one, other])!);
      continue;
    }
    const before = grower.axis.length;
    const alone = [grower.tree([one, -1])!, grower.tree([-1, other])!] as const;
    const size = grower.axis.length - before;
    const apart = {
      axis: grower.axis.splice(before),
      rank: grower.rank.splice(before),
      right: grower.right.splice(before),
      parent: grower.parent.splice(before),
      rows: [grower.rows[0].splice(before), grower.rows[1].splice(before)] as const,
    };
    const pair = grower.tree([one, other], Math.max(PAIR.nodes, PAIR.times * size));
    if (pair !== undefined) {
      summed[0].push(roots.length);
      summed[1].push(roots.length);
      roots.push(pair);
      continue;
    }
    for (const key of ['axis', 'rank', 'right', 'parent'] as const)
      for (const value of apart[key]) grower[key].push(value);
    for (const copy of [0, 1] as const) {
      for (const row of apart.rows[copy]) grower.rows[copy].push(row);
      summed[copy].push(roots.length);
      roots.push(alone[copy]);
    }
  }
  const axis = Int32Array.from(grower.axis);
  const asked = space.axes.map((): number[] => []);
  roots.forEach((root, tree) => {
    const end = roots[tree + 1] ?? axis.length;
    const seen = new Set<number>();
    for (let node = root; node < end; node += 1) if (axis[node]! >= 0) seen.add(axis[node]!);
    for (const each of seen) asked[each]!.push(tree);
  });
  const right = Int32Array.from(grower.right);
  const parent = Int32Array.from(grower.parent);
  return {
    roots: Int32Array.from(roots),
    axis,
    rank: Int32Array.from(grower.rank),
    right,
    parent,
    rows: [Int32Array.from(grower.rows[0]), Int32Array.from(grower.rows[1])],
    summed: [Int32Array.from(summed[0]), Int32Array.from(summed[1])],
    byAxis: asked.map((trees) => Int32Array.from(trees)),
    depth: grower.depth,
  };
}
