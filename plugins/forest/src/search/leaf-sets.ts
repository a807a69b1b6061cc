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
    const { trail, words, from, to } = this;
    while (this.top > mark) {
      this.top -= 2;
      const at = trail[this.top]!;
      const old = trail[this.top + 1]!;
      if (at < words.length) this.put(at, old);
      else if (at < words.length + from.length) from[at - words.length] = old;
      else to[at - words.length - from.length] = old;
    }
  }

  /** Brings the sets up to date after the box was narrowed along any axes. */
  settle(): void {
    for (let k = 0; k < this.from.length; k += 1) this.settleAlong(k);
  }

  /** Brings the sets up to date after the box was narrowed along an asked axis alone. */
  settleAlong(k: number): void {
    const { box, from, to, words } = this;
    const { axes, cellAt, cellStart, first, testAt, below, above } = this.layout;
    const axis = axes[k]!;
    const start = cellStart[k]! - first[axis]!;
    const lower = cellAt[start + box.lo[axis]!]!;
    const upper = cellAt[start + box.hi[axis]!]!;
    if (upper < to[k]!) {
      for (let test = testAt[k]! + upper; test < testAt[k]! + to[k]!; test += 1) this.keep(test, below);
      this.note(words.length + from.length + k, to[k]!);
      to[k] = upper;
    }
    if (lower > from[k]!) {
      for (let test = testAt[k]! + from[k]!; test < testAt[k]! + lower; test += 1) this.keep(test, above);
      this.note(words.length + k, from[k]!);
      from[k] = lower;
    }
  }

  private keep(test: number, masks: Int32Array): void {
    const { words } = this;
    const { maskWord, masksAt } = this.layout;
    const end = masksAt[test + 1]!;
    for (let at = masksAt[test]!; at < end; at += 1) {
      const word = maskWord[at]!;
      const old = words[word]!;
      const next = old & masks[at]!;
      if (next === old) continue;
      this.note(word, old);
      this.put(word, next);
    }
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
