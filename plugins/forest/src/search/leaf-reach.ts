/** What a box reaches of the trees: tests that it leaves open, and leaves with the cells that they span. */
import type { Box } from './box.js';

/** Leaves of all trees; above this a region is not laid out. */
const MOST_LEAVES = 1 << 16;

export class LeafReach {
  /** Trees that the box leaves open, in order. */
  readonly trees: readonly number[];
  /** Asked axes, ascending; by axis of the space its place among these, -1 where it is not asked. */
  readonly axes: Int32Array;
  readonly placeOf: Int32Array;
  /** Tests by asked axis, in order of rank: where they begin, their ranks, and the asked axis of each. */
  readonly testAt: Int32Array;
  readonly ranks: Int32Array;
  readonly axisOf: Int32Array;
  /** Cell of each position of an asked axis within the box, and where those of the axis begin. */
  readonly cellAt: Int32Array;
  readonly cellStart: Int32Array;
  /** By open tree: where its leaves begin. */
  readonly leavesAt: Int32Array;
  /** What the box reaches of the open trees, in preorder: leaves, and tests that it leaves open. */
  private readonly nodes: readonly number[];
  /** Once they are found: nodes of the leaves, tree by tree in preorder; times asked axes, their first and last cell. */
  leaves = new Int32Array(0);
  from = new Int32Array(0);
  to = new Int32Array(0);
  /** And the tests that an open tree asks, and where those of a tree begin. */
  tests = new Int32Array(0);
  readonly testsAt: Int32Array;

  private constructor(
    private readonly box: Box,
    seen: SeenTests,
  ) {
    const { lo, hi } = box;
    this.trees = seen.trees;
    this.nodes = seen.nodes;
    this.leavesAt = Int32Array.from(seen.leavesAt);
    this.testsAt = new Int32Array(seen.trees.length + 1);
    this.placeOf = new Int32Array(lo.length).fill(-1);
    this.axes = lo.map((_, axis) => axis).filter((axis) => seen.asks(axis));
    const count = this.axes.length;
    this.testAt = new Int32Array(count + 1);
    this.cellStart = new Int32Array(count + 1);
    for (let k = 0; k < count; k += 1)
      this.cellStart[k + 1] = this.cellStart[k]! + hi[this.axes[k]!]! - lo[this.axes[k]!]! + 1;
    this.cellAt = new Int32Array(this.cellStart[count]!);
    const ranks: number[] = [];
    const axisOf: number[] = [];
    for (let k = 0; k < count; k += 1) {
      const axis = this.axes[k]!;
      this.placeOf[axis] = k;
      let cell = 0;
      for (let position = lo[axis]!; position <= hi[axis]!; position += 1) {
        this.cellAt[this.cellStart[k]! + position - lo[axis]!] = cell;
        if (!seen.has(axis, position)) continue;
        ranks.push(position);
        axisOf.push(k);
        cell += 1;
      }
      this.testAt[k + 1] = ranks.length;
    }
    this.ranks = Int32Array.from(ranks);
    this.axisOf = Int32Array.from(axisOf);
  }

  /** What is known before leaves are looked at; undefined where there are too many. */
  static of(box: Box): LeafReach | undefined {
    const seen = new SeenTests(box);
    return seen.walk() ? new LeafReach(box, seen) : undefined;
  }

  /** Finds the leaves and the tests of each tree. */
  find(): void {
    const { box, trees, nodes, axes, placeOf, testAt, cellAt, cellStart, leavesAt, testsAt, ranks } = this;
    const { axis, rank } = box.forest;
    const { lo } = box;
    const width = axes.length;
    const total = leavesAt[trees.length]!;
    this.leaves = new Int32Array(total);
    this.from = new Int32Array(total * width);
    this.to = new Int32Array(total * width);
    const { leaves, from, to } = this;
    /** Cells of the node at work. */
    const least = new Int32Array(width);
    const most = new Int32Array(width);
    for (let k = 0; k < width; k += 1) most[k] = testAt[k + 1]! - testAt[k]!;
    const asked: number[] = [];
    const stamp = new Int32Array(ranks.length);
    let place = 0;
    let next = 0;
    let turn = 0;
    const walk = (): void => {
      const node = nodes[next]!;
      next += 1;
      const on = axis[node]!;
      if (on < 0) {
        leaves[place] = node;
        from.set(least, place * width);
        to.set(most, place * width);
        place += 1;
        return;
      }
      const k = placeOf[on]!;
      const cell = cellAt[cellStart[k]! + rank[node]! - lo[on]!]!;
      const [first, last] = [least[k]!, most[k]!];
      const test = testAt[k]! + cell;
      if (stamp[test] !== turn) {
        stamp[test] = turn;
        asked.push(test);
      }
      most[k] = cell;
      walk();
      most[k] = last;
      least[k] = cell + 1;
      walk();
      least[k] = first;
    };
    for (let at = 0; at < trees.length; at += 1) {
      turn += 1;
      walk();
      testsAt[at + 1] = asked.length;
    }
    this.tests = Int32Array.from(asked);
  }
}

/** Tests that a box leaves open, and how many leaves its trees have. */
class SeenTests {
  readonly trees: number[] = [];
  readonly nodes: number[] = [];
  readonly leavesAt = [0];
  private readonly start: Int32Array;
  private readonly seen: Uint8Array;
  private readonly asked: Uint8Array;

  constructor(private readonly box: Box) {
    const { lo, hi } = box;
    this.asked = new Uint8Array(lo.length);
    this.start = new Int32Array(lo.length + 1);
    for (let axis = 0; axis < lo.length; axis += 1)
      this.start[axis + 1] = this.start[axis]! + hi[axis]! - lo[axis]! + 1;
    this.seen = new Uint8Array(this.start[lo.length]!);
  }

  asks(axis: number): boolean {
    return this.asked[axis] === 1;
  }

  /** Whether some tree asks a position of the box. */
  has(axis: number, position: number): boolean {
    return this.seen[this.start[axis]! + position - this.box.lo[axis]!] === 1;
  }

  /** Walks the open trees; false where they have too many leaves. */
  walk(): boolean {
    const { box, trees, nodes, leavesAt, start, seen, asked } = this;
    const { axis, rank, right } = box.forest;
    const [lo, hi] = [box.lo.slice(), box.hi.slice()];
    let total = 0;
    const walk = (from: number): void => {
      let node = from;
      for (;;) {
        const on = axis[node]!;
        if (on < 0) {
          nodes.push(node);
          total += 1;
          return;
        }
        if (total > MOST_LEAVES) return;
        const at = rank[node]!;
        const [least, most] = [lo[on]!, hi[on]!];
        if (most <= at) node += 1;
        else if (least > at) node = right[node]!;
        else {
          nodes.push(node);
          asked[on] = 1;
          seen[start[on]! + at - box.lo[on]!] = 1;
          hi[on] = at;
          walk(node + 1);
          hi[on] = most;
          lo[on] = at + 1;
          walk(right[node]!);
          lo[on] = least;
          return;
        }
      }
    };
    for (let tree = 0; tree < box.trees; tree += 1) {
      if (axis[box.root[tree]!]! < 0) continue;
      trees.push(tree);
      walk(box.root[tree]!);
      leavesAt.push(total);
    }
    return total <= MOST_LEAVES;
  }
}
