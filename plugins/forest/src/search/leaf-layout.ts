/**
 * The leaves that a region reaches, laid out once for all boxes within. Of each tree they are the bits of one or more words, in the order
 * of what they add: the first bit is the greatest, the last the least. A test is two masks for each word that it cuts. See docs/adr/0161.
 */
import type { Box } from './box.js';
import type { SearchForm } from './forms.js';
import { LeafReach } from './leaf-reach.js';
import { cutsOf, type Reading, shapesOf, unitsPerOne } from './readings.js';
import type { Task } from './task.js';

/** Leaves that a word holds. */
export const WORD = 32;
/** Above so many masks a region is not laid out. */
const MOST_MASKS = 1 << 20;

/** The bit of a word at a place, counted from the most significant one as `Math.clz32` counts. */
export const bitOf = (place: number): number => 0x8000_0000 >>> place;

/** A cell of an axis is what lies between two tests that the region reaches. */
export interface LeafLayout {
  /** First and last position of each axis of the region. */
  readonly first: Int32Array;
  readonly last: Int32Array;
  /** Axes that are asked within the region; and by axis of the space its place among these, -1 where it is not asked. */
  readonly axes: Int32Array;
  readonly placeOf: Int32Array;
  /** By asked axis where its tests begin, in order of rank; the cells of an axis are one more, hence lie one more apart for each. */
  readonly testAt: Int32Array;
  readonly ranks: Int32Array;
  /** Cell of each position of an asked axis within the region. */
  readonly cellAt: Int32Array;
  readonly cellStart: Int32Array;
  /** Masks of a test, word by word: where they begin; the test and the word; what is left below and above. */
  readonly masksAt: Int32Array;
  readonly maskTest: Int32Array;
  readonly maskWord: Int32Array;
  readonly below: Int32Array;
  readonly above: Int32Array;
  /** Leaves that the region reaches. */
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
  /** By shape: greatest and least sum of the region, in units. */
  readonly greatest: Float64Array;
  readonly least: Float64Array;
  readonly readings: readonly Reading[];
  readonly shapes: number;
  /** By shape and tree: its first word; -1 where the region has one leaf of it, which then adds `sole`. */
  readonly firstWord: Int32Array;
  readonly sole: Float64Array;
}

/** Lays out the region of a task's box; undefined where it reaches too many leaves, or side conditions bind what is open in it. */
export function layOut(task: Task): LeafLayout | undefined {
  const { box, prepared } = task;
  if (task.placing.ruled.some((axis) => box.lo[axis]! < box.hi[axis]!)) return undefined;
  const reach = LeafReach.of(box);
  if (reach === undefined) return undefined;
  const [shapes, shaped] = shapesOf(box.forms);
  const { trees, axes, leavesAt } = reach;
  const wordsOf = trees.map((_, at) => Math.ceil((leavesAt[at + 1]! - leavesAt[at]!) / WORD));
  let masks = 0;
  trees.forEach((_, at) => (masks += (leavesAt[at + 1]! - leavesAt[at]!) * wordsOf[at]!));
  if (masks * shapes.length > MOST_MASKS) return undefined;
  reach.find();
  const count = wordsOf.reduce((sum, words) => sum + words, 0) * shapes.length;
  const scales = shapes.map((shape) => unitsPerOne(shape, prepared.trees.roots));
  const bits = new Bits(count, shapes, scales, box.trees);
  const masked = new Masks(reach.ranks.length);
  let word = 0;
  trees.forEach((tree, at) => {
    shapes.forEach((_, shape) => {
      bits.put(tree, shape, word, reach.leaves, leavesAt[at]!, leavesAt[at + 1]!);
      masked.put(reach, at, bits, word, word + wordsOf[at]!);
      word += wordsOf[at]!;
    });
  });
  bits.addDecided(box, trees);
  return {
    first: box.lo.slice(),
    last: box.hi.slice(),
    axes,
    placeOf: reach.placeOf,
    testAt: reach.testAt,
    ranks: reach.ranks,
    cellAt: reach.cellAt,
    cellStart: reach.cellStart,
    ...masked.byTest(),
    words: bits.words,
    groupStart: bits.groupStart,
    groupEnd: bits.groupEnd,
    shapeOf: bits.shapeOf,
    units: bits.units,
    adds: bits.adds,
    leafOf: bits.leafOf,
    leafFrom: reach.from,
    leafTo: reach.to,
    greatest: bits.greatest,
    least: bits.least,
    readings: shaped.map((each, form) => ({
      ...each,
      ...cutsOf(box.forms[form]!, scales[each.shape]!, box.trees),
    })),
    shapes: shapes.length,
    firstWord: bits.firstWord,
    sole: bits.sole,
  };
}

/** Words of leaves, tree by tree and shape by shape. */
class Bits {
  readonly words: Int32Array;
  readonly groupStart: Int32Array;
  readonly groupEnd: Int32Array;
  readonly shapeOf: Int32Array;
  readonly units: Float64Array;
  readonly adds: Float64Array;
  readonly leafOf: Int32Array;
  readonly greatest: Float64Array;
  readonly least: Float64Array;
  readonly firstWord: Int32Array;
  readonly sole: Float64Array;

  constructor(
    count: number,
    private readonly shapes: readonly SearchForm[],
    private readonly scales: readonly number[],
    private readonly trees: number,
  ) {
    this.words = new Int32Array(count);
    this.groupStart = new Int32Array(count);
    this.groupEnd = new Int32Array(count);
    this.shapeOf = new Int32Array(count);
    this.units = new Float64Array(count * WORD);
    this.adds = new Float64Array(count * WORD);
    this.leafOf = new Int32Array(count * WORD);
    this.greatest = new Float64Array(shapes.length);
    this.least = new Float64Array(shapes.length);
    this.firstWord = new Int32Array(shapes.length * trees).fill(-1);
    this.sole = new Float64Array(shapes.length * trees);
  }

  /** Puts the leaves of a tree, those at places `from` to `to` of all, into words from `start` on: what adds most comes first. */
  put(tree: number, shape: number, start: number, leaves: Int32Array, from: number, to: number): void {
    const { words, units, adds, leafOf } = this;
    const { most } = this.shapes[shape]!;
    const order = greatestFirst(most, leaves, from, to);
    const end = start + Math.ceil(order.length / WORD);
    this.firstWord[shape * this.trees + tree] = start;
    for (let word = start; word < end; word += 1) {
      this.groupStart[word] = start;
      this.groupEnd[word] = end;
      this.shapeOf[word] = shape;
    }
    for (let at = 0; at < order.length; at += 1) {
      const bit = start * WORD + at;
      const value = most[leaves[order[at]!]!]!;
      adds[bit] = value;
      units[bit] = Math.round(value * this.scales[shape]!);
      leafOf[bit] = order[at]!;
      words[start + (at >> 5)]! |= bitOf(at & 31);
    }
    this.greatest[shape]! += units[start * WORD]!;
    this.least[shape]! += units[start * WORD + order.length - 1]!;
  }

  /** Adds what the trees add of which the region reaches one leaf. */
  addDecided(box: Box, open: readonly number[]): void {
    let next = 0;
    for (let tree = 0; tree < this.trees; tree += 1) {
      if (tree === open[next]) {
        next += 1;
        continue;
      }
      for (let shape = 0; shape < this.shapes.length; shape += 1) {
        const value = this.shapes[shape]!.most[box.root[tree]!]!;
        this.sole[shape * this.trees + tree] = value;
        const units = Math.round(value * this.scales[shape]!);
        this.greatest[shape]! += units;
        this.least[shape]! += units;
      }
    }
  }
}

/** Places of leaves by what they add; of those that add the same the first comes first. */
function greatestFirst(most: Float64Array, leaves: Int32Array, from: number, to: number): ArrayLike<number> {
  if (to - from > WORD)
    return Array.from({ length: to - from }, (_, at) => from + at).toSorted(
      (one, other) => most[leaves[other]!]! - most[leaves[one]!]! || one - other,
    );
  const order = new Int32Array(to - from);
  for (let place = from; place < to; place += 1) {
    const value = most[leaves[place]!]!;
    let at = place - from;
    for (; at > 0 && most[leaves[order[at - 1]!]!]! < value; at -= 1) order[at] = order[at - 1]!;
    order[at] = place;
  }
  return order;
}

/** Masks as they are found, tree by tree; then test by test. */
class Masks {
  private readonly found: number[] = [];

  constructor(private readonly tests: number) {}

  /** Masks of the words of one tree, from one to another. */
  put(reach: LeafReach, at: number, { leafOf, words }: Bits, start: number, end: number): void {
    const { axes, axisOf, testAt, from, to, tests, testsAt, leavesAt } = reach;
    const leaves = leavesAt[at + 1]! - leavesAt[at]!;
    for (let i = testsAt[at]!; i < testsAt[at + 1]!; i += 1) {
      const test = tests[i]!;
      const k = axisOf[test]!;
      const cell = test - testAt[k]!;
      for (let word = start; word < end; word += 1) {
        let [below, above] = [0, 0];
        const size = Math.min(WORD, leaves - (word - start) * WORD);
        for (let bit = 0; bit < size; bit += 1) {
          const leaf = leafOf[word * WORD + bit]! * axes.length + k;
          if (from[leaf]! <= cell) below |= bitOf(bit);
          if (to[leaf]! > cell) above |= bitOf(bit);
        }
        if (below !== words[word] || above !== words[word]) this.found.push(test, word, below, above);
      }
    }
  }

  byTest(): Pick<LeafLayout, 'masksAt' | 'maskTest' | 'maskWord' | 'below' | 'above'> {
    const { found, tests } = this;
    const masksAt = new Int32Array(tests + 1);
    for (let at = 0; at < found.length; at += 4) masksAt[found[at]! + 1]! += 1;
    for (let test = 0; test < tests; test += 1) masksAt[test + 1]! += masksAt[test]!;
    const next = masksAt.slice();
    const maskTest = new Int32Array(found.length / 4);
    const maskWord = new Int32Array(found.length / 4);
    const below = new Int32Array(found.length / 4);
    const above = new Int32Array(found.length / 4);
    for (let at = 0; at < found.length; at += 4) {
      const to = next[found[at]!]!;
      next[found[at]!] = to + 1;
      maskTest[to] = found[at]!;
      maskWord[to] = found[at + 1]!;
      below[to] = found[at + 2]!;
      above[to] = found[at + 3]!;
    }
    return { masksAt, maskTest, maskWord, below, above };
  }
}
