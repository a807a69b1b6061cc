/**
 * What the sums of a box can be, by the sets of leaves that it reaches: in units where these decide, else added up as the runtime adds.
 */
import type { Box } from './box.js';
import { bitOf, WORD } from './leaf-layout.js';
import type { LeafSets } from './leaf-sets.js';
import type { Bounds } from './task.js';

export class SetBounds implements Bounds {
  /** What each tree of a sum adds. */
  private readonly parts: Float64Array;

  /** @param box the box of the task, for its forms and the number of trees */
  constructor(
    private readonly box: Box,
    private readonly sets: LeafSets,
  ) {
    this.parts = new Float64Array(box.trees);
  }

  /** The greatest sum of a form, in units. */
  private bound(form: number): number {
    const { shape, sign } = this.sets.layout.readings[form]!;
    return sign === 1 ? this.sets.greatest[shape]! : -this.sets.least[shape]!;
  }

  /** The greatest value of a form as a real number, as far as it matters to compare. */
  real(form: number): number {
    const { middle, unit } = this.sets.layout.readings[form]!;
    const { threshold } = this.box.forms[form]!;
    return Number.isFinite(threshold) ? threshold + (this.bound(form) - middle) * unit : this.bound(form) * unit;
  }

  /** Whether no input of the box meets the form. */
  fails(form: number): boolean {
    const { shape, sign, fails, holds } = this.sets.layout.readings[form]!;
    const bound = this.bound(form);
    if (bound < fails) return true;
    if (bound > holds) return false;
    const { forms, trees } = this.box;
    const { strict, threshold, beside, order } = forms[form]!;
    const start = shape * trees;
    if (beside && (strict ? threshold >= 0 : threshold > 0)) {
      let tree = 0;
      while (tree < trees && this.treeAdds(start + tree, sign, undefined) <= 0) tree += 1;
      if (tree === trees) return true;
    }
    if (order === undefined) return false;
    const bounded = this.added(form, undefined);
    return strict ? bounded <= threshold : bounded < threshold;
  }

  /** The greatest value of a form of one sum, added as the runtime adds; or its value at a point, given by the cells of the asked axes. */
  private added(form: number, point: Int32Array | undefined): number {
    const { order, added, divisor, first, single } = this.box.forms[form]!;
    const { parts } = this;
    const count = this.lineUp(form, order!, point);
    let sum = first ? added : 0;
    // Rounded addition never falls where an operand grows.
    if (single) {
      for (let i = 0; i < count; i += 1) sum = Math.fround(sum + parts[i]!);
      if (divisor !== 1) sum = Math.fround(sum / divisor);
      return first ? sum : Math.fround(sum + added);
    }
    for (let i = 0; i < count; i += 1) sum += parts[i]!;
    if (divisor !== 1) sum /= divisor;
    return first ? sum : sum + added;
  }

  /** Puts what the trees of a form add into `parts`, in their order. */
  private lineUp(form: number, order: Int32Array, point: Int32Array | undefined): number {
    const { parts } = this;
    const { words } = this.sets;
    const { shape, sign } = this.sets.layout.readings[form]!;
    const { firstWord, groupEnd, sole, adds } = this.sets.layout;
    const start = shape * this.box.trees;
    for (let i = 0; i < order.length; i += 1) {
      const tree = start + order[i]!;
      const word = firstWord[tree]!;
      if (word < 0) {
        parts[i] = sign * sole[tree]!;
        continue;
      }
      const set = words[word]!;
      const least = set & -set;
      // Most trees have one word, and few have more than one leaf in it.
      if (groupEnd[word] === word + 1 && (point === undefined || set === least))
        parts[i] = sign * adds[word * WORD + Math.clz32(sign === 1 ? set : least)]!;
      else parts[i] = this.treeAdds(tree, sign, point);
    }
    return order.length;
  }

  private treeAdds(tree: number, sign: 1 | -1, point: Int32Array | undefined): number {
    const { firstWord, sole, adds } = this.sets.layout;
    const word = firstWord[tree]!;
    if (word < 0) return sign * sole[tree]!;
    return sign * adds[point === undefined ? this.sets.endBit(word, sign === 1) : this.bitAt(word, point)]!;
  }

  /** The bit of the leaf of a tree that holds a point of the box. */
  private bitAt(start: number, point: Int32Array): number {
    const { words } = this.sets;
    const { leafOf, leafFrom, leafTo, groupEnd } = this.sets.layout;
    const end = groupEnd[start]!;
    const only = words[start]!;
    // Of one leaf alone nothing is to be looked up.
    if (end === start + 1 && (only & (only - 1)) === 0) return start * WORD + Math.clz32(only);
    for (let word = start; word < end; word += 1) {
      let set = words[word]!;
      while (set !== 0) {
        const bit = Math.clz32(set);
        set &= ~bitOf(bit);
        const row = leafOf[word * WORD + bit]! * point.length;
        let k = 0;
        while (k < point.length && leafFrom[row + k]! <= point[k]! && point[k]! <= leafTo[row + k]!) k += 1;
        if (k === point.length) return word * WORD + bit;
      }
    }
    throw new Error('a point of a box lies in a leaf of every tree');
  }

  /** Whether a point of the box, given by the cells of the asked axes, meets a form of one sum; undefined of another form. */
  meetsAt(form: number, point: Int32Array): boolean | undefined {
    const { strict, threshold, order } = this.box.forms[form]!;
    if (order === undefined) return undefined;
    const value = this.added(form, point);
    return strict ? value > threshold : value >= threshold;
  }
}
