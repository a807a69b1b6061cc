/**
 * Where a box is split. The best leaves of two trees conflict where one needs a position below a rank and the other one above: split
 * there, each half loses a best leaf, so that both halves have a lower bound. Of all such splits the one is taken whose lesser loss is
 * greatest.
 */
import type { Box } from './box.js';

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
  private readonly used: Int32Array;
  private uses = 0;
  private readonly seenBelow: Int32Array;
  private readonly seenAbove: Int32Array;
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
    this.used = new Int32Array(2 * box.trees * (box.forest.depth + 1));
    this.seenBelow = new Int32Array(axes);
    this.seenAbove = new Int32Array(axes);
  }

  /** Looks for a conflict between the best leaves of a form; false where they share a point (`from` to `to`). */
  conflict(form: number): boolean {
    const { box, from, to, offset, below, above, used, seenBelow, seenAbove } = this;
    const { axis, rank, right, parent } = box.forest;
    const { most } = box.forms[form]!;
    const { lo, hi } = box;
    from.set(lo);
    to.set(hi);
    this.uses = 0;
    const start = form * box.trees;
    for (let tree = 0; tree < box.trees; tree += 1) {
      const root = box.root[tree]!;
      if (axis[root]! < 0) continue;
      const leaf = box.best[start + tree]!;
      const value = most[leaf]!;
      this.stamp += 1;
      let node = leaf;
      while (node !== root) {
        const up = parent[node]!;
        const asked = axis[up]!;
        const at = rank[up]!;
        if (node === up + 1) {
          if (at < hi[asked]! && seenAbove[asked] !== this.stamp) {
            seenAbove[asked] = this.stamp;
            const loss = value - most[box.walk(right[up]!, most)]!;
            const index = offset[asked]! + at;
            if (below[index] === 0 && above[index] === 0) {
              used[this.uses] = index;
              this.uses += 1;
            }
            above[index]! += loss > 0 ? loss : TINY;
            if (at < to[asked]!) to[asked] = at;
          }
        } else if (at >= lo[asked]! && seenBelow[asked] !== this.stamp) {
          seenBelow[asked] = this.stamp;
          const loss = value - most[box.walk(up + 1, most)]!;
          const index = offset[asked]! + at;
          if (below[index] === 0 && above[index] === 0) {
            used[this.uses] = index;
            this.uses += 1;
          }
          below[index]! += loss > 0 ? loss : TINY;
          if (at + 1 > from[asked]!) from[asked] = at + 1;
        }
        node = up;
      }
    }
    const found = this.choose() || this.disorder();
    for (let i = 0; i < this.uses; i += 1) {
      below[used[i]!] = 0;
      above[used[i]!] = 0;
    }
    return found;
  }

  private choose(): boolean {
    const { box, from, to, offset, below, above } = this;
    let greatest = -1;
    for (let axis = 0; axis < from.length; axis += 1) {
      if (from[axis]! <= to[axis]!) continue;
      const start = offset[axis]!;
      let lossBelow = 0;
      const end = start + box.hi[axis]!;
      for (let index = start + box.lo[axis]!; index < end; index += 1) lossBelow += below[index]!;
      let lossAbove = 0;
      const last = start + from[axis]! - 1;
      for (let index = start + box.lo[axis]!; index <= last; index += 1) {
        const loses = above[index]!;
        lossAbove += loses;
        if (index >= start + to[axis]!) {
          const lesser = lossBelow < lossAbove ? lossBelow : lossAbove;
          if (lesser > greatest) {
            greatest = lesser;
            this.axis = axis;
            this.rank = index - start;
            this.lowerFirst = lossBelow <= lossAbove;
          }
          if (lossAbove >= lossBelow) break;
        }
        lossBelow -= below[index]!;
      }
    }
    return greatest >= 0;
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

  /** Any test that the box leaves open: the deepest on the way to a best leaf, else the first of all. False: every tree is decided. */
  openTest(form: number): boolean {
    const { box } = this;
    const { axis, rank, parent } = box.forest;
    for (let tree = 0; tree < box.trees; tree += 1) {
      const root = box.root[tree]!;
      if (axis[root]! < 0) continue;
      let node = box.best[form * box.trees + tree]!;
      while (node !== root) {
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
    }
    return false;
  }
}

/** Stands for a loss that is not known: enough to be seen, too little to outweigh one that is. */
const TINY = 1e-9;
