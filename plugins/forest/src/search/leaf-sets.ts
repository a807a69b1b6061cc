/**
 * The trees of a small region as sets of leaves. Of each tree the leaves that a box still reaches are the bits of a word, in the order
 * of what they add: the first bit is its greatest, the last its least. A test is two masks, so that narrowing a box is one AND for each
 * tree that asks, and both bounds follow. What leaves add is kept in whole units of a power of two, which sums hold without rounding:
 * a bound does not depend on the way that led to a box. See docs/adr/0161.
 */
import { Box } from './box.js';
import type { SearchForm } from './forms.js';
import { type Reach, reachOf, testsWithin } from './leaf-reach.js';
import { cutsOf, type Reading, type Shaped, shapesOf, unitsPerOne } from './readings.js';
import type { Task } from './task.js';

/** Leaves that a word holds. */
const WORD = 32;
/** Above so many masks a region is not laid out. */
const MOST_MASKS = 1 << 20;
/** A region, laid out once for all boxes within. A cell of an axis is what lies between two tests that the region reaches. */
export class LeafSets {
  /** Positions; without trees of its own. */
  readonly box: Box;
  /** Axes that are asked within the region. */
  readonly axes: Int32Array;
  /** By asked axis: first and last cell of the box. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** By asked axis where its tests begin, in order of rank; the cells of an axis are one more, hence lie one more apart for each. */
  readonly testAt: Int32Array;
  readonly ranks: Int32Array;
  /** Masks of a test, word by word: where they begin; the word; what is left below and above. */
  readonly masksAt: Int32Array;
  readonly maskWord: Int32Array;
  readonly below: Int32Array;
  readonly above: Int32Array;
  /** Leaves that the box reaches. */
  readonly words: Int32Array;
  /** Words of one tree and shape stand together: for each word where these begin and end. */
  readonly groupStart: Int32Array;
  readonly groupEnd: Int32Array;
  readonly shapeOf: Int32Array;
  /** By bit: what the leaf adds, in units and as it is, and its place among the leaves of the region. */
  readonly units: Float64Array;
  readonly adds: Float64Array;
  readonly leafOf: Int32Array;
  /** Place of the leaf times asked axes: its first and last cell. */
  readonly leafFrom: Int32Array;
  readonly leafTo: Int32Array;
  /** By shape: greatest and least sum in units. */
  readonly greatest: Float64Array;
  readonly least: Float64Array;
  readonly readings: readonly Reading[];
  readonly shapes: number;
  /** By shape and tree: its first word; -1 where the region has one leaf of it, which then adds `sole`. */
  private readonly firstWord: Int32Array;
  private readonly sole: Float64Array;
  /** Cell of each position of an asked axis within the region. */
  private readonly cellAt: Int32Array;
  private readonly cellStart: Int32Array;
  private readonly first: Int32Array;
  private readonly last: Int32Array;
  private trail = new Int32Array(1 << 10);
  private top = 0;

  private constructor(
    readonly task: Task,
    reaches: readonly Reach[],
    tests: readonly (readonly number[])[],
    shapes: readonly SearchForm[],
    readings: readonly Shaped[],
    axes: Int32Array,
    cells: { readonly at: Int32Array; readonly start: Int32Array },
  ) {
    const { box, prepared } = task;
    const { space, trees } = prepared;
    this.axes = axes;
    this.shapes = shapes.length;
    this.first = box.lo.slice();
    this.last = box.hi.slice();
    this.box = new Box(
      space,
      { ...trees, roots: new Int32Array(0), byAxis: space.axes.map(() => new Int32Array(0)) },
      [],
    );
    this.box.start(this.first, this.last);
    this.testAt = new Int32Array(axes.length + 1);
    tests.forEach((list, k) => (this.testAt[k + 1] = this.testAt[k]! + list.length));
    this.ranks = Int32Array.from(tests.flat());
    this.cellAt = cells.at;
    this.cellStart = cells.start;
    this.from = new Int32Array(axes.length);
    this.to = Int32Array.from(tests, (list) => list.length);

    const leaves = reaches.reduce((sum, reach) => sum + reach.leaves.length, 0);
    this.leafFrom = new Int32Array(leaves * axes.length);
    this.leafTo = new Int32Array(leaves * axes.length);
    const count = reaches.reduce((sum, reach) => sum + Math.ceil(reach.leaves.length / WORD), 0) * shapes.length;
    this.words = new Int32Array(count);
    this.groupStart = new Int32Array(count);
    this.groupEnd = new Int32Array(count);
    this.shapeOf = new Int32Array(count);
    this.units = new Float64Array(count * WORD);
    this.adds = new Float64Array(count * WORD);
    this.leafOf = new Int32Array(count * WORD);
    this.greatest = new Float64Array(shapes.length);
    this.least = new Float64Array(shapes.length);
    this.firstWord = new Int32Array(shapes.length * box.trees).fill(-1);
    this.sole = new Float64Array(shapes.length * box.trees);
    const scales = shapes.map((shape) => unitsPerOne(shape, trees.roots));
    /** Four numbers for each: the test, the word, what is left below and above. */
    const masks: number[] = [];
    let word = 0;
    let place = 0;
    for (const reach of reaches) {
      this.leafFrom.set(reach.from, place * axes.length);
      this.leafTo.set(reach.to, place * axes.length);
      shapes.forEach(({ most }, shape) => {
        const scale = scales[shape]!;
        const order = reach.leaves
          .map((_, at) => at)
          .toSorted((one, other) => most[reach.leaves[other]!]! - most[reach.leaves[one]!]! || one - other);
        const start = word;
        this.firstWord[shape * box.trees + reach.tree] = start;
        word += Math.ceil(order.length / WORD);
        for (let w = start; w < word; w += 1) {
          this.groupStart[w] = start;
          this.groupEnd[w] = word;
          this.shapeOf[w] = shape;
        }
        order.forEach((leaf, at) => {
          const bit = start * WORD + at;
          const value = most[reach.leaves[leaf]!]!;
          this.adds[bit] = value;
          this.units[bit] = Math.round(value * scale);
          this.leafOf[bit] = place + leaf;
          this.words[start + (at >> 5)]! |= bitOf(at & 31);
        });
        this.greatest[shape]! += this.units[start * WORD]!;
        this.least[shape]! += this.units[start * WORD + order.length - 1]!;
        for (const test of reach.tests) {
          const k = axisOfTest(this.testAt, test);
          const cell = test - this.testAt[k]!;
          for (let w = start; w < word; w += 1) {
            let [below, above] = [0, 0];
            const end = Math.min(WORD, order.length - (w - start) * WORD);
            for (let bit = 0; bit < end; bit += 1) {
              const leaf = order[(w - start) * WORD + bit]! * axes.length + k;
              if (reach.from[leaf]! <= cell) below |= bitOf(bit);
              if (reach.to[leaf]! > cell) above |= bitOf(bit);
            }
            if (below !== this.words[w] || above !== this.words[w]) masks.push(test, w, below, above);
          }
        }
      });
      place += reach.leaves.length;
    }
    const reached = new Set(reaches.map(({ tree }) => tree));
    for (let tree = 0; tree < box.trees; tree += 1) {
      if (reached.has(tree)) continue;
      shapes.forEach(({ most }, shape) => {
        const value = most[box.root[tree]!]!;
        this.sole[shape * box.trees + tree] = value;
        const units = Math.round(value * scales[shape]!);
        this.greatest[shape]! += units;
        this.least[shape]! += units;
      });
    }
    this.masksAt = new Int32Array(this.ranks.length + 1);
    for (let at = 0; at < masks.length; at += 4) this.masksAt[masks[at]! + 1]! += 1;
    for (let test = 0; test < this.ranks.length; test += 1) this.masksAt[test + 1]! += this.masksAt[test]!;
    const next = this.masksAt.slice();
    [this.maskWord, this.below, this.above] = [0, 0, 0].map(() => new Int32Array(masks.length / 4)) as [
      Int32Array,
      Int32Array,
      Int32Array,
    ];
    for (let at = 0; at < masks.length; at += 4) {
      const to = next[masks[at]!]!;
      next[masks[at]!] = to + 1;
      this.maskWord[to] = masks[at + 1]!;
      this.below[to] = masks[at + 2]!;
      this.above[to] = masks[at + 3]!;
    }
    this.readings = readings.map((reading, form) => ({
      ...reading,
      ...cutsOf(box.forms[form]!, scales[reading.shape]!, box.trees),
    }));
  }

  /** Lays out the region of a task's box; undefined where it reaches too many leaves, or side conditions bind what is open in it. */
  static of(task: Task): LeafSets | undefined {
    const { box, prepared } = task;
    const { lo, hi } = box;
    if (task.ruled.some((axis) => lo[axis]! < hi[axis]!)) return undefined;
    const found = testsWithin(box);
    if (found === undefined) return undefined;
    const { tests: asked, treesOf } = found;
    const axes = Int32Array.from(asked.keys()).toSorted();
    const tests = Array.from(axes, (axis) => [...asked.get(axis)!].toSorted((one, other) => one - other));
    const testAt = [0];
    const start = new Int32Array(axes.length + 1);
    axes.forEach((axis, k) => {
      testAt.push(testAt[k]! + tests[k]!.length);
      start[k + 1] = start[k]! + hi[axis]! - lo[axis]! + 1;
    });
    const at = new Int32Array(start[axes.length]!);
    axes.forEach((axis, k) => {
      let cell = 0;
      for (let position = lo[axis]!; position <= hi[axis]!; position += 1) {
        at[start[k]! + position - lo[axis]!] = cell;
        if (tests[k]![cell] === position) cell += 1;
      }
    });
    const [shapes, readings] = shapesOf(box.forms);
    const words = treesOf.map(({ leaves }) => Math.ceil(leaves / WORD));
    const masks = treesOf.reduce((sum, { leaves }, index) => sum + leaves * words[index]!, 0) * shapes.length;
    if (masks > MOST_MASKS) return undefined;
    const numberOf = new Int32Array(prepared.space.axes.length).fill(-1);
    axes.forEach((axis, k) => (numberOf[axis] = k));
    const testOf = (axis: number, rank: number): number => {
      const k = numberOf[axis]!;
      return testAt[k]! + at[start[k]! + rank - lo[axis]!]!;
    };
    const cell = (k: number, position: number): number => at[start[k]! + position - lo[axes[k]!]!]!;
    const reaches = treesOf.map(({ tree, leaves }) => reachOf(box, tree, leaves, axes, cell, testOf));
    return new LeafSets(task, reaches, tests, shapes, readings, axes, { at, start });
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

  /** Brings the sets up to date after the box was narrowed. */
  settle(): void {
    const { axes, box, from, to, cellAt, cellStart, first, testAt, words } = this;
    for (let k = 0; k < axes.length; k += 1) {
      const axis = axes[k]!;
      const start = cellStart[k]! - first[axis]!;
      const lower = cellAt[start + box.lo[axis]!]!;
      const upper = cellAt[start + box.hi[axis]!]!;
      if (upper < to[k]!) {
        for (let test = testAt[k]! + upper; test < testAt[k]! + to[k]!; test += 1) this.keep(test, this.below);
        this.note(words.length + from.length + k, to[k]!);
        to[k] = upper;
      }
      if (lower > from[k]!) {
        for (let test = testAt[k]! + from[k]!; test < testAt[k]! + lower; test += 1) this.keep(test, this.above);
        this.note(words.length + k, from[k]!);
        from[k] = lower;
      }
    }
  }

  private keep(test: number, masks: Int32Array): void {
    const { words, maskWord, masksAt } = this;
    for (let at = masksAt[test]!; at < masksAt[test + 1]!; at += 1) {
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
    const { words, units, greatest, least } = this;
    const shape = this.shapeOf[word]!;
    if (this.groupEnd[word] === this.groupStart[word]! + 1) {
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
    return bit < 0 ? 0 : this.units[bit]!;
  }

  /** The bit of the leaf of a tree that adds most, or least; -1 without any. */
  private endBit(word: number, most: boolean): number {
    const { words } = this;
    const start = this.groupStart[word]!;
    const end = this.groupEnd[word]!;
    if (most) {
      for (let w = start; w < end; w += 1) if (words[w] !== 0) return w * WORD + Math.clz32(words[w]!);
    } else
      for (let w = end - 1; w >= start; w -= 1)
        if (words[w] !== 0) return w * WORD + Math.clz32(words[w]! & -words[w]!);
    return -1;
  }

  /** The greatest sum of a form, in units. */
  private bound(form: number): number {
    const { shape, sign } = this.readings[form]!;
    return sign === 1 ? this.greatest[shape]! : -this.least[shape]!;
  }

  /** The greatest value of a form as a real number, as far as it matters to compare. */
  real(form: number): number {
    const { middle, unit } = this.readings[form]!;
    const { threshold } = this.task.box.forms[form]!;
    return Number.isFinite(threshold) ? threshold + (this.bound(form) - middle) * unit : this.bound(form) * unit;
  }

  /** Whether no input of the box meets the form. */
  fails(form: number): boolean {
    const reading = this.readings[form]!;
    const bound = this.bound(form);
    if (bound < reading.fails) return true;
    if (bound > reading.holds) return false;
    const { box } = this.task;
    const { strict, threshold, beside, order } = box.forms[form]!;
    const { sign } = reading;
    const start = reading.shape * box.trees;
    if (beside && (strict ? threshold >= 0 : threshold > 0)) {
      let tree = 0;
      while (tree < box.trees && this.treeAdds(start + tree, sign, undefined) <= 0) tree += 1;
      if (tree === box.trees) return true;
    }
    if (order === undefined) return false;
    const bounded = this.added(form, undefined);
    return strict ? bounded <= threshold : bounded < threshold;
  }

  /** The greatest value of a form of one sum, added as the runtime adds; or its value at a point, given by the cells of the asked axes. */
  private added(form: number, point: Int32Array | undefined): number {
    const { box } = this.task;
    const { order, added, divisor, first, single } = box.forms[form]!;
    const { shape, sign } = this.readings[form]!;
    const start = shape * box.trees;
    const round = single ? Math.fround : (value: number): number => value;
    let sum = first ? added : 0;
    // Rounded addition never falls where an operand grows.
    for (let i = 0; i < order!.length; i += 1) sum = round(sum + this.treeAdds(start + order![i]!, sign, point));
    if (divisor !== 1) sum = round(sum / divisor);
    return first ? sum : round(sum + added);
  }

  private treeAdds(tree: number, sign: 1 | -1, point: Int32Array | undefined): number {
    const word = this.firstWord[tree]!;
    if (word < 0) return sign * this.sole[tree]!;
    return sign * this.adds[point === undefined ? this.endBit(word, sign === 1) : this.bitAt(word, point)]!;
  }

  /** The bit of the leaf of a tree that holds a point of the box. */
  private bitAt(start: number, point: Int32Array): number {
    const { words, leafOf, leafFrom, leafTo } = this;
    for (let word = start; word < this.groupEnd[start]!; word += 1) {
      let set = words[word]!;
      while (set !== 0) {
        const bit = Math.clz32(set);
        // Of one leaf alone nothing is to be looked up.
        if (set === words[start] && (set & (set - 1)) === 0 && this.groupEnd[start] === start + 1)
          return start * WORD + bit;
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
    const { strict, threshold, order } = this.task.box.forms[form]!;
    if (order === undefined) return undefined;
    const value = this.added(form, point);
    return strict ? value > threshold : value >= threshold;
  }

  /** First and last position of a cell of an asked axis, within the box. */
  firstOf(k: number, cell: number): number {
    const least = this.box.lo[this.axes[k]!]!;
    return cell <= this.from[k]! ? least : this.ranks[this.testAt[k]! + cell - 1]! + 1;
  }

  lastOf(k: number, cell: number): number {
    return cell >= this.to[k]! ? this.box.hi[this.axes[k]!]! : this.ranks[this.testAt[k]! + cell]!;
  }

  /** Positions of a cell within the region, whatever the box. */
  regionCell(k: number, cell: number): readonly [number, number] {
    const tests = this.testAt[k + 1]! - this.testAt[k]!;
    return [
      cell === 0 ? this.first[this.axes[k]!]! : this.ranks[this.testAt[k]! + cell - 1]! + 1,
      cell === tests ? this.last[this.axes[k]!]! : this.ranks[this.testAt[k]! + cell]!,
    ];
  }
}

const bitOf = (place: number): number => 0x8000_0000 >>> place;

function axisOfTest(testAt: Int32Array, test: number): number {
  let k = 0;
  while (testAt[k + 1]! <= test) k += 1;
  return k;
}
