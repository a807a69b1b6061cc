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
  /** Asked axes of which `open` is known of the box at work. */
  private counted = 0;
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
    this.counted = 0;
    const { from, to, words } = sets;
    const { axes, testAt, masksAt, maskWord, below } = sets.layout;
    let cells = 1;
    for (let k = 0; k < axes.length; k += 1) {
      const end = testAt[k]! + to[k]!;
      let alive = 1;
      for (let test = testAt[k]! + from[k]!; test < end; test += 1) {
        let asked = 0;
        const last = masksAt[test + 1]!;
        for (let at = masksAt[test]!; at < last; at += 1) {
          const set = words[maskWord[at]!]!;
          if ((set & below[at]!) !== set) {
            asked = 1;
            break;
          }
        }
        open[test] = asked;
        alive += asked;
      }
      cells *= alive;
      this.counted = k + 1;
      if (cells > most) return false;
    }
    this.cells = cells;
    return true;
  }

  /** Chooses a split for a form that the box neither meets everywhere nor nowhere; false where no test is open. */
  choose(form: number): boolean {
    const { sets, gainBelow, gainAbove, open, counted } = this;
    const { from, to, words } = sets;
    const { axes, ranks, testAt, masksAt, maskWord, below, above, units, shapeOf, readings, shapes } = sets.layout;
    const { shape, sign, middle } = readings[form]!;
    const [greatest, least] = [sets.greatest[shape]!, sets.least[shape]!];
    const line = sign * middle;
    // What is missing to have all sums on one side of the threshold, and on the other.
    const over = 1 / Math.max(1, greatest - line);
    const under = 1 / Math.max(1, line - least);
    let best = -1;
    for (let k = 0; k < axes.length; k += 1) {
      const start = testAt[k]! + from[k]!;
      const end = testAt[k]! + to[k]!;
      let all = 0;
      for (let test = start; test < end; test += 1) {
        let [lower, upper] = [0, 0];
        const last = k < counted && open[test] === 0 ? 0 : masksAt[test + 1]!;
        for (let at = masksAt[test]!; at < last; at += 1) {
          const word = maskWord[at]!;
          const set = words[word]!;
          const low = set & below[at]!;
          if (low === set || (shapes > 1 && shapeOf[word] !== shape)) continue;
          const high = set & above[at]!;
          lower += SEEN;
          upper += SEEN;
          // Of a tree of several words the rest may be in another.
          if (low === 0 || high === 0) continue;
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
        all += lower;
      }
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
}

/** So much a test gains that takes leaves which do not move a bound: enough to be chosen where nothing else is. */
const SEEN = 1e-9;
