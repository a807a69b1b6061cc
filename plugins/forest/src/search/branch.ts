/**
 * Where a box is split. The best leaves of two trees conflict where one needs a position below a rank and the other one above: split
 * there, each half loses a best leaf, so that both halves have a lower bound. Of all such splits the one is taken whose two losses have the
 * greatest product: the product rule of branch and bound (Achterberg, Koch, Martin, "Branching rules revisited", 2005).
 */
import type { Box } from './box.js';
import type { SearchForm } from './forms.js';
import type { Region } from './region.js';

export class Brancher {
  /** The split that was found. */
  axis = 0;
  rank = 0;
  /** The lower half has the greater bound, as far as is known. */
  lowerFirst = true;
  /** Where no two best leaves conflict: positions that all of them share. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  private readonly offset: Int32Array;
  /** By axis and rank: what is lost below (by leaves that need more) and above. */
  private readonly below: Float64Array;
  private readonly above: Float64Array;
  /** Tests on the ways to the best leaves: axis, rank, the side not taken, the leaf; of `needs` 1 the leaf needs more than the rank. */
  private readonly tests: Int32Array;
  private readonly needs: Uint8Array;
  private readonly seenBelow: Int32Array;
  private readonly seenAbove: Int32Array;
  private readonly conflicts: Int32Array;
  private stamp = 0;

  constructor(private readonly box: Box) {
    const axes = box.lo.length;
    this.from = new Int32Array(axes);
    this.to = new Int32Array(axes);
    this.offset = new Int32Array(axes + 1);
    for (let axis = 0; axis < axes; axis += 1)
      this.offset[axis + 1] = this.offset[axis]! + box.space.axes[axis]!.cells.length;
    this.below = new Float64Array(this.offset[axes]!);
    this.above = new Float64Array(this.offset[axes]!);
    this.tests = new Int32Array(4 * box.trees * (box.forest.depth + 1));
    this.needs = new Uint8Array(box.trees * (box.forest.depth + 1));
    this.conflicts = new Int32Array(axes);
    this.seenBelow = new Int32Array(axes);
    this.seenAbove = new Int32Array(axes);
  }

  /** Looks for a conflict between the best leaves of a form; false where they share a point (`from` to `to`). */
  conflict(form: number): boolean {
    if (this.box.region !== undefined) return this.conflictWithin(this.box.region, form);
    const count = this.meet(form);
    const { from, to, conflicts } = this;
    let found = 0;
    for (let axis = 0; axis < from.length; axis += 1)
      if (from[axis]! > to[axis]!) {
        conflicts[found] = axis;
        found += 1;
      }
    if (found === 0) return this.disorder();
    this.weigh(count, this.box.forms[form]!);
    this.choose(found);
    return true;
  }

  private conflictWithin(region: Region, form: number): boolean {
    const found = region.conflict(form, TINY);
    const { from, to, split } = region.memory;
    this.from.set(from);
    this.to.set(to);
    if (!found) return this.disorder();
    this.axis = split[0]!;
    this.rank = split[1]!;
    this.lowerFirst = split[2] === 1;
    return true;
  }

  /** Notes the tests that lead to the best leaves, and what these share; gives how many there are. */
  private meet(form: number): number {
    const { box, from, to, tests, needs, seenBelow, seenAbove } = this;
    const { axis, rank, right, parent } = box.forest;
    const { lo, hi, root: roots, best, asked: asks } = box;
    let { stamp } = this;
    from.set(lo);
    to.set(hi);
    let count = 0;
    const start = form * box.trees;
    for (let tree = 0; tree < box.trees; tree += 1) {
      if (asks[start + tree] === 0) continue;
      const root = roots[tree]!;
      const leaf = best[start + tree]!;
      stamp += 1;
      let node = leaf;
      while (node > root) {
        const up = parent[node]!;
        const asked = axis[up]!;
        const at = rank[up]!;
        const lower = node === up + 1;
        // Of tests of one axis the deepest says most, and it is met first.
        const seen = lower ? seenAbove : seenBelow;
        if (at >= lo[asked]! && at < hi[asked]! && seen[asked] !== stamp) {
          seen[asked] = stamp;
          if (lower) {
            if (at < to[asked]!) to[asked] = at;
          } else if (at >= from[asked]!) from[asked] = at + 1;
          tests[4 * count] = asked;
          tests[4 * count + 1] = at;
          tests[4 * count + 2] = lower ? right[up]! : up + 1;
          tests[4 * count + 3] = leaf;
          needs[count] = lower ? 0 : 1;
          count += 1;
        }
        node = up;
      }
    }
    this.stamp = stamp;
    return count;
  }

  /** What each tree loses where it cannot have its best leaf, at tests within a conflict. */
  private weigh(count: number, { most, mean }: SearchForm): void {
    const { box, from, to, tests, needs, offset, below, above } = this;
    for (let k = 0; k < count; k += 1) {
      const axis = tests[4 * k]!;
      const at = tests[4 * k + 1]!;
      if (at < to[axis]! || at >= from[axis]!) continue;
      const best = most[tests[4 * k + 3]!]!;
      const other = tests[4 * k + 2]!;
      // What is lost at once at least, and, since more splits will follow, what the other side has on the whole.
      const loss = best - most[box.descend(other)]! + WHOLE * (best - mean[other]!);
      const losses = needs[k] === 1 ? below : above;
      losses[offset[axis]! + at]! += loss > 0 ? loss : TINY;
    }
  }

  private choose(found: number): void {
    const { from, to, offset, below, above, conflicts } = this;
    let greatest = -1;
    for (let k = 0; k < found; k += 1) {
      const axis = conflicts[k]!;
      const start = offset[axis]! + to[axis]!;
      const end = offset[axis]! + from[axis]!;
      let lossBelow = 0;
      for (let index = start; index < end; index += 1) lossBelow += below[index]!;
      let lossAbove = 0;
      for (let index = start; index < end; index += 1) {
        lossAbove += above[index]!;
        const product = lossBelow * lossAbove;
        if (product > greatest) {
          greatest = product;
          this.axis = axis;
          this.rank = index - offset[axis]!;
          this.lowerFirst = lossBelow <= lossAbove;
        }
        lossBelow -= below[index]!;
        below[index] = 0;
        above[index] = 0;
      }
    }
  }

  /** Positions that all best leaves share, but that two ordered axes cannot have together. */
  private disorder(): boolean {
    const { box, from, to } = this;
    for (const { lesser, greater, lastLesser } of box.space.orders) {
      if (from[lesser]! <= lastLesser[to[greater]!]!) continue;
      const lower = from[lesser]! > box.lo[lesser]!;
      this.axis = lower ? lesser : greater;
      this.rank = lower ? from[lesser]! - 1 : to[greater]!;
      this.lowerFirst = true;
      return true;
    }
    return false;
  }

  /** A split between what best leaves share and the rest, on an axis of a side condition that their shared part does not meet. */
  apart(axes: Iterable<number>): boolean {
    const { box, from, to } = this;
    for (const axis of axes) {
      if (from[axis]! > box.lo[axis]!) this.rank = from[axis]! - 1;
      else if (to[axis]! < box.hi[axis]!) this.rank = to[axis]!;
      else continue;
      this.axis = axis;
      this.lowerFirst = false;
      return true;
    }
    // All that is left: the box itself, halved.
    for (const axis of axes) {
      if (box.lo[axis]! >= box.hi[axis]!) continue;
      this.axis = axis;
      this.rank = (box.lo[axis]! + box.hi[axis]!) >> 1;
      this.lowerFirst = true;
      return true;
    }
    return false;
  }

  /** Any test that the box leaves open: the deepest on the way to a best leaf, else the first of all. False: every tree is decided. */
  openTest(form: number): boolean {
    const { box } = this;
    const { axis, rank, parent } = box.forest;
    for (let tree = 0; tree < box.trees; tree += 1) {
      const root = box.descend(box.root[tree]!);
      if (axis[root]! < 0) continue;
      let node = box.best[form * box.trees + tree]!;
      while (node > root) {
        const up = parent[node]!;
        const asked = axis[up]!;
        if (box.lo[asked]! <= rank[up]! && rank[up]! < box.hi[asked]!) {
          this.axis = asked;
          this.rank = rank[up]!;
          this.lowerFirst = node === up + 1;
          return true;
        }
        node = up;
      }
      // All leaves add the same to this form: the test that the tree has come down to.
      this.axis = axis[root]!;
      this.rank = rank[root]!;
      this.lowerFirst = true;
      return true;
    }
    return false;
  }
}

/** Stands for a loss that is not known: enough to be seen, too little to outweigh one that is. */
const TINY = 1e-9;

/** Weight of the mean of a side beside its greatest. */
const WHOLE = 1;
