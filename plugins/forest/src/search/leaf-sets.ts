/**
 * The leaves that a box of a laid-out region still reaches, as sets of bits. Narrowing a box is one AND for each tree that asks, and both
 * bounds follow. What leaves add is kept in whole units of a power of two, which sums hold without rounding: a bound does not depend on
 * the way that led to a box. See docs/adr/0161.
 */
import { Box } from './box.js';
import { type LeafLayout, WORD } from './leaf-layout.js';
import type { Space } from './space.js';
import { withoutTrees } from './trees.js';

export class LeafSets {
  /** Positions; without trees of its own. */
  readonly box: Box;
  /** By asked axis: first and last cell of the box. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Leaves that the box reaches. */
  readonly words: Int32Array;
  /** By shape: greatest and least sum in units. */
  readonly greatest: Float64Array;
  readonly least: Float64Array;
  private trail = new Int32Array(1 << 10);
  private top = 0;
  /** Sums of all shapes as they were before each step that is not taken back, in pairs. */
  private sums = new Float64Array(1 << 6);
  private kept = 0;

  constructor(
    space: Space,
    readonly layout: LeafLayout,
  ) {
    const { axes, testAt } = layout;
    this.box = new Box(space, withoutTrees(space), []);
    this.box.start(layout.first, layout.last);
    this.from = new Int32Array(axes.length);
    this.to = Int32Array.from(axes, (_, k) => testAt[k + 1]! - testAt[k]!);
    this.words = layout.words.slice();
    this.greatest = layout.greatest.slice();
    this.least = layout.least.slice();
  }

  mark(): number {
    return this.top;
  }

  /** Takes back what `settle` did since a mark; the box is taken back by itself. */
  undo(mark: number): void {
    const { trail, words, from, to, box } = this;
    const { axes } = this.layout;
    const cells = words.length;
    const count = from.length;
    let top = this.top;
    while (top > mark) {
      top -= 2;
      const at = trail[top]!;
      const old = trail[top + 1]!;
      if (at < cells) words[at] = old;
      else if (at < cells + count) from[at - cells] = old;
      else if (at < cells + 2 * count) to[at - cells - count] = old;
      else if (at < cells + 3 * count) box.lo[axes[at - cells - 2 * count]!] = old;
      else if (at < cells + 4 * count) box.hi[axes[at - cells - 3 * count]!] = old;
      else this.backTo(old);
    }
    this.top = top;
  }

  /** Takes the sums back to what they were when so many had been kept. */
  private backTo(kept: number): void {
    const { greatest, least, sums } = this;
    this.kept = kept;
    for (let shape = 0; shape < greatest.length; shape += 1) {
      greatest[shape] = sums[kept + 2 * shape]!;
      least[shape] = sums[kept + 2 * shape + 1]!;
    }
  }

  /** Keeps the sums, before words are cut. */
  private keepSums(): void {
    const { greatest, least, words, from, kept } = this;
    const next = kept + 2 * greatest.length;
    if (next > this.sums.length) {
      const wider = new Float64Array(2 * next);
      wider.set(this.sums);
      this.sums = wider;
    }
    for (let shape = 0; shape < greatest.length; shape += 1) {
      this.sums[kept + 2 * shape] = greatest[shape]!;
      this.sums[kept + 2 * shape + 1] = least[shape]!;
    }
    this.note(words.length + 4 * from.length, kept);
    this.kept = next;
  }

  /**
   * Narrows an asked axis and brings the sets up to date; false, with nothing done, where no position is left. It is taken back by `undo`
   * alone, and looks at no side condition: none binds what a laid-out region leaves open.
   */
  narrow(k: number, lo: number, hi: number): boolean {
    const { box, words, from } = this;
    const axis = this.layout.axes[k]!;
    const first = box.lo[axis]!;
    const last = box.hi[axis]!;
    if ((lo > first ? lo : first) > (hi < last ? hi : last)) return false;
    if (lo > first) {
      this.note(words.length + 2 * from.length + k, first);
      box.lo[axis] = lo;
    }
    if (hi < last) {
      this.note(words.length + 3 * from.length + k, last);
      box.hi[axis] = hi;
    }
    this.settleAlong(k);
    return true;
  }

  /** Brings the sets up to date after the box was narrowed along any axes. */
  settle(): void {
    for (let k = 0; k < this.from.length; k += 1) this.settleAlong(k);
  }

  private settleAlong(k: number): void {
    const { box, from, to, words } = this;
    const { axes, cellAt, cellStart, first, testAt, masksAt, maskWord, below, above } = this.layout;
    const axis = axes[k]!;
    const start = cellStart[k]! - first[axis]!;
    const lower = cellAt[start + box.lo[axis]!]!;
    const upper = cellAt[start + box.hi[axis]!]!;
    if (upper >= to[k]! && lower <= from[k]!) return;
    this.keepSums();
    // The test that takes most comes first: of a word that it cuts the others of its tree then take nothing.
    if (upper < to[k]!) {
      const end = masksAt[testAt[k]! + to[k]!]!;
      for (let at = masksAt[testAt[k]! + upper]!; at < end; at += 1) this.cut(maskWord[at]!, below[at]!);
      this.note(words.length + from.length + k, to[k]!);
      to[k] = upper;
    }
    if (lower > from[k]!) {
      const end = masksAt[testAt[k]! + from[k]!]!;
      for (let at = masksAt[testAt[k]! + lower]! - 1; at >= end; at -= 1) this.cut(maskWord[at]!, above[at]!);
      this.note(words.length + k, from[k]!);
      from[k] = lower;
    }
  }

  private cut(word: number, mask: number): void {
    const old = this.words[word]!;
    if ((old & mask) === old) return;
    this.note(word, old);
    this.put(word, old & mask);
  }

  private note(at: number, old: number): void {
    if (this.top + 2 > this.trail.length) {
      const wider = new Int32Array(this.trail.length * 2);
      wider.set(this.trail);
      this.trail = wider;
    }
    this.trail[this.top] = at;
    this.trail[this.top + 1] = old;
    this.top += 2;
  }

  /** Sets a word, and what its tree adds at most and at least. */
  private put(word: number, next: number): void {
    const { words, greatest, least } = this;
    const { units, shapeOf, groupStart, groupEnd } = this.layout;
    const shape = shapeOf[word]!;
    if (groupEnd[word] === groupStart[word]! + 1) {
      const old = words[word]!;
      const start = word * WORD;
      greatest[shape]! += units[start + Math.clz32(next)]! - units[start + Math.clz32(old)]!;
      least[shape]! += units[start + Math.clz32(next & -next)]! - units[start + Math.clz32(old & -old)]!;
      words[word] = next;
      return;
    }
    // Between two words of a tree neither may have a leaf: what it adds is looked up before and after, and is nothing then.
    greatest[shape]! -= this.ofGroup(word, true);
    least[shape]! -= this.ofGroup(word, false);
    words[word] = next;
    greatest[shape]! += this.ofGroup(word, true);
    least[shape]! += this.ofGroup(word, false);
  }

  private ofGroup(word: number, most: boolean): number {
    const bit = this.endBit(word, most);
    return bit < 0 ? 0 : this.layout.units[bit]!;
  }

  /** The bit of the leaf of a tree that adds most, or least; -1 without any. */
  endBit(word: number, most: boolean): number {
    const { words } = this;
    const start = this.layout.groupStart[word]!;
    const end = this.layout.groupEnd[word]!;
    if (most) {
      for (let w = start; w < end; w += 1) if (words[w] !== 0) return w * WORD + Math.clz32(words[w]!);
    } else
      for (let w = end - 1; w >= start; w -= 1)
        if (words[w] !== 0) return w * WORD + Math.clz32(words[w]! & -words[w]!);
    return -1;
  }

  /** First and last position of a cell of an asked axis, within the box. */
  firstOf(k: number, cell: number): number {
    const { axes, ranks, testAt } = this.layout;
    return cell <= this.from[k]! ? this.box.lo[axes[k]!]! : ranks[testAt[k]! + cell - 1]! + 1;
  }

  lastOf(k: number, cell: number): number {
    const { axes, ranks, testAt } = this.layout;
    return cell >= this.to[k]! ? this.box.hi[axes[k]!]! : ranks[testAt[k]! + cell]!;
  }
}
