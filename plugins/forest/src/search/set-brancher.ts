/**
 * Where a box over sets of leaves is split, and how many cells it has left. A test that is open takes leaves from some trees on each
 * of its sides; of all tests the one is taken whose lesser gain is greatest, as part of what is missing to close the half or to give it out.
 */
import { WORD } from './leaf-layout.js';
import type { LeafSets } from './leaf-sets.js';

export class SetBrancher {
  /** The split that was chosen. */
  axis = 0;
  rank = 0;
  /** Cells of the box, as far as tests tell them apart. */
  cells = 1;
  /** By test of the region: whether some tree of the box asks it. */
  readonly open: Uint8Array;
  private readonly gainBelow: Float64Array;
  private readonly gainAbove: Float64Array;

  constructor(private readonly sets: LeafSets) {
    this.open = new Uint8Array(sets.layout.ranks.length);
    this.gainBelow = new Float64Array(sets.layout.ranks.length);
    this.gainAbove = new Float64Array(sets.layout.ranks.length);
  }

  /** Counts the cells up to `most`, and a few more: where there are no more, nothing is weighed. */
  count(most: number): boolean {
    const { sets, open } = this;
    const { from, to, words } = sets;
    const { axes, testAt, masksAt, maskTest, maskWord, below } = sets.layout;
    let cells = 1;
    for (let k = 0; k < axes.length; k += 1) {
      const start = testAt[k]! + from[k]!;
      const end = testAt[k]! + to[k]!;
      for (let test = start; test < end; test += 1) open[test] = 0;
      // Masks of an axis in one go, without a branch: a test has one or two, and whether they cut is anybody's guess.
      for (let at = masksAt[start]!, last = masksAt[end]!; at < last; at += 1) {
        const cut = words[maskWord[at]!]! & ~below[at]!;
        open[maskTest[at]!]! |= (cut | -cut) >>> 31;
      }
      let alive = 1;
      for (let test = start; test < end; test += 1) alive += open[test]!;
      cells *= alive;
      if (cells > most) return false;
    }
    this.cells = cells;
    return true;
  }

  /** Chooses a split for a form that the box neither meets everywhere nor nowhere; false where no test is open. */
  choose(form: number): boolean {
    const { sets, gainBelow, gainAbove } = this;
    const { from, to } = sets;
    const { axes, ranks, testAt, readings } = sets.layout;
    const { shape, sign, middle } = readings[form]!;
    const line = sign * middle;
    // What is missing to have all sums on one side of the threshold, and on the other.
    const over = 1 / Math.max(1, sets.greatest[shape]! - line);
    const under = 1 / Math.max(1, line - sets.least[shape]!);
    this.weigh(shape, over, under);
    let best = -1;
    for (let k = 0; k < axes.length; k += 1) {
      const start = testAt[k]! + from[k]!;
      const end = testAt[k]! + to[k]!;
      let all = 0;
      for (let test = start; test < end; test += 1) all += gainBelow[test]!;
      let sum = 0;
      for (let test = start; test < end; test += 1) {
        sum += gainAbove[test]!;
        const lesser = all < sum ? all : sum;
        if (lesser > best && lesser > 0) {
          best = lesser;
          this.axis = axes[k]!;
          this.rank = ranks[test]!;
        }
        all -= gainBelow[test]!;
      }
    }
    return best > 0;
  }

  /** What the tests of the box gain on each side, by what a unit counts that the greatest sum falls and that the least rises. */
  private weigh(shape: number, over: number, under: number): void {
    const { sets, gainBelow, gainAbove } = this;
    const { from, to, words } = sets;
    const { axes, testAt, masksAt, maskTest, maskWord, below, above, units, shapeOf, shapes } = sets.layout;
    for (let k = 0; k < axes.length; k += 1) {
      const start = testAt[k]! + from[k]!;
      const end = testAt[k]! + to[k]!;
      for (let test = start; test < end; test += 1) {
        gainBelow[test] = 0;
        gainAbove[test] = 0;
      }
      const last = masksAt[end]!;
      for (let at = masksAt[start]!; at < last; at += 1) {
        const word = maskWord[at]!;
        const set = words[word]!;
        const low = set & below[at]!;
        if (low === set || (shapes > 1 && shapeOf[word] !== shape)) continue;
        const high = set & above[at]!;
        const test = maskTest[at]!;
        let lower = gainBelow[test]! + SEEN;
        let upper = gainAbove[test]! + SEEN;
        // Of a tree of several words the rest may be in another.
        if (low !== 0 && high !== 0) {
          const bits = word * WORD;
          const most = units[bits + Math.clz32(set)]!;
          const fewest = units[bits + Math.clz32(set & -set)]!;
          lower +=
            (most - units[bits + Math.clz32(low)]!) * over + (units[bits + Math.clz32(low & -low)]! - fewest) * under;
          upper +=
            (most - units[bits + Math.clz32(high)]!) * over +
            (units[bits + Math.clz32(high & -high)]! - fewest) * under;
        }
        gainBelow[test] = lower;
        gainAbove[test] = upper;
      }
    }
  }
}

/** So much a test gains that takes leaves which do not move a bound: enough to be chosen where nothing else is. */
const SEEN = 1e-9;
