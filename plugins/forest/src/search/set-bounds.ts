/**
 * What the sums of a box can be, by the sets of leaves that it reaches: in units where these decide, else added up as the runtime adds.
 */
import type { Box } from './box.js';
import { bitOf, WORD } from './leaf-layout.js';
import type { LeafSets } from './leaf-sets.js';
import type { Bounds } from './task.js';

/** What each tree of a sum adds at a point, and the trees of which that is not the same at all points of a box. */
interface Lined {
  readonly parts: Float64Array;
  readonly open: number[];
  turn: number;
}

export class SetBounds implements Bounds {
  /** What each tree of a sum adds at most. */
  private readonly parts: Float64Array;
  /** By form, what trees add at points of a box. */
  private readonly lined: Lined[] = [];
  /** Boxes of which points were asked. */
  private turn = 0;

  /** @param box the box of the task, for its forms and the number of trees */
  constructor(
    private readonly box: Box,
    private readonly sets: LeafSets,
  ) {
    this.parts = new Float64Array(box.trees);
  }

  /** From now on points of another box are asked. */
  enter(): void {
    this.turn += 1;
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
      while (tree < trees && this.treeAdds(start + tree, sign) <= 0) tree += 1;
      if (tree === trees) return true;
    }
    if (order === undefined) return false;
    const bounded = this.added(form, undefined);
    return strict ? bounded <= threshold : bounded < threshold;
  }

  /** The greatest value of a form of one sum, added as the runtime adds; or its value at a point, given by the cells of the asked axes. */
  private added(form: number, point: Int32Array | undefined): number {
    const { order, added, divisor, first, single } = this.box.forms[form]!;
    const parts = point === undefined ? this.mostOf(form, order!) : this.partsAt(form, order!, point);
    const { length: count } = order!;
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

  /** What the trees of a form add at most, in their order. */
  private mostOf(form: number, order: Int32Array): Float64Array {
    const { shape, sign } = this.sets.layout.readings[form]!;
    const start = shape * this.box.trees;
    for (let i = 0; i < order.length; i += 1) this.parts[i] = this.treeAdds(start + order[i]!, sign);
    return this.parts;
  }

  /** What the trees of a form add at a point, in their order: those of which the box has one leaf are lined up once for all its points. */
  private partsAt(form: number, order: Int32Array, point: Int32Array): Float64Array {
    const lined = (this.lined[form] ??= { parts: new Float64Array(order.length), open: [], turn: 0 });
    const { parts, open } = lined;
    const { shape, sign } = this.sets.layout.readings[form]!;
    const { firstWord, groupEnd, adds } = this.sets.layout;
    const start = shape * this.box.trees;
    if (lined.turn !== this.turn) {
      lined.turn = this.turn;
      open.length = 0;
      for (let i = 0; i < order.length; i += 1) {
        const word = firstWord[start + order[i]!]!;
        const set = word < 0 ? 0 : this.sets.words[word]!;
        if (word < 0 || (groupEnd[word] === word + 1 && (set & (set - 1)) === 0))
          parts[i] = this.treeAdds(start + order[i]!, sign);
        else open.push(i);
      }
    }
    for (const i of open) parts[i] = sign * adds[this.bitAt(firstWord[start + order[i]!]!, point)]!;
    return parts;
  }

  /** What a tree adds at most. */
  private treeAdds(tree: number, sign: 1 | -1): number {
    const { firstWord, sole, adds } = this.sets.layout;
    const word = firstWord[tree]!;
    return sign * (word < 0 ? sole[tree]! : adds[this.sets.endBit(word, sign === 1)]!);
  }

  /** The bit of the leaf of a tree that holds a point of the box. */
  private bitAt(start: number, point: Int32Array): number {
    const { words } = this.sets;
    const { leafOf, leafFrom, leafTo, groupEnd } = this.sets.layout;
    const end = groupEnd[start]!;
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
