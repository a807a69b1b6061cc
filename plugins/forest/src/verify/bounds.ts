/** What sums of trees can be at most in a box of cells: every tree is walked once for the greatest that it can add. */
import type { CellForest } from '../cells/index.js';
import type { Subject, Terms } from '../question/index.js';
import type { CheckedAxes } from './axes.js';
import { type Box, inOrder } from './conditions.js';

/** Terms that stay at or below a threshold; where the violation needs no more than it (not `strict`), below it. */
export interface Claim {
  readonly terms: Terms;
  readonly threshold: number;
  readonly strict: boolean;
}

export class Bounds {
  private readonly forests: readonly CellForest[];
  private readonly margins = new Map<string, number>();

  constructor(
    { forest, second, secondForest = forest }: Subject,
    private readonly axes: CheckedAxes,
  ) {
    this.forests = second === undefined ? [forest] : [forest, secondForest];
  }

  /** Whether the claim holds of every input of the box. */
  fails({ terms, threshold, strict }: Claim, box: Box): boolean {
    const misses = (bound: number): boolean => (strict ? bound <= threshold : bound < threshold);
    // Rounded addition never falls where an operand grows: the greatest leaves, added as the runtime adds, bound what it adds.
    const rounded = (): boolean =>
      misses(terms.reduce((sum, term) => sum + this.added(term, this.mostByTree([term], box)), 0));
    if (terms.length === 1) return rounded();
    const most = this.mostByTree(terms, box);
    let real = 0;
    for (const { copy, target, weight } of terms) real += (weight * this.base(copy, target)) / this.divisor(copy);
    for (const each of most) real += each;
    if (misses(real + this.margin(terms))) return true;
    if (misses(0) && this.alike(terms) && most.every((each) => each <= 0)) return true;
    return terms.length === 2 && rounded();
  }

  /** The greatest that each tree can add to the terms: of one sum before the division of an average, of several after it. */
  private mostByTree(terms: Terms, box: Box): number[] {
    const count = Math.max(...this.forests.map(({ trees }) => trees.roots.length));
    return Array.from({ length: count }, (_, tree) => {
      let most = -Infinity;
      this.walk(tree, box, [], (leaves) => {
        let sum = 0;
        for (const { copy, target, weight } of terms) {
          const { trees, targets } = this.forests[copy]!;
          const leaf = leaves[copy]!;
          const value = leaf < 0 ? 0 : weight * trees.values[leaf * targets + target]!;
          sum += terms.length === 1 ? value : value / this.divisor(copy);
        }
        if (sum > most) most = sum;
      });
      return most;
    });
  }

  /** Calls `see` with the leaves, one of each input, that a tree can come to together in a box; -1: an input's model has no such tree. */
  private walk(tree: number, box: Box, leaves: readonly number[], see: (leaves: readonly number[]) => void): void {
    const copy = leaves.length as 0 | 1;
    const forest = this.forests[copy];
    if (forest === undefined) return see(leaves);
    const { roots, column, rank, left, right, leaf } = forest.trees;
    const go = (node: number, within: Box): void => {
      if (column[node]! < 0) return this.walk(tree, within, [...leaves, leaf[node]!], see);
      const { lo, hi } = within;
      const axis = this.axes.of[copy][column[node]!]!;
      const last = this.axes.axes[axis]!.upTo[rank[node]!]!;
      if (hi[axis]! <= last) return go(left[node]!, within);
      if (lo[axis]! > last) return go(right[node]!, within);
      const lower = { lo: [...lo], hi: hi.with(axis, last) };
      const upper = { lo: lo.with(axis, last + 1), hi: [...hi] };
      if (inOrder(this.axes, lower)) go(left[node]!, lower);
      if (inOrder(this.axes, upper)) go(right[node]!, upper);
    };
    if (tree < roots.length) go(roots[tree]!, box);
    else this.walk(tree, box, [...leaves, -1], see);
  }

  /** Adds as the runtime does with one thread. Rounding is the same for a sum and for its negative. */
  private added({ copy, target, weight }: Terms[number], adds: readonly number[]): number {
    const { summation, trees } = this.forests[copy]!;
    const round = summation.arithmetic === 'float32' ? Math.fround : (value: number): number => value;
    const base = weight * summation.base[target]!;
    let sum = summation.baseAt === 'start' ? base : 0;
    for (let tree = 0; tree < trees.roots.length; tree += 1) sum = round(sum + adds[tree]!);
    if (summation.aggregate === 'average') sum = round(sum / trees.roots.length);
    return summation.baseAt === 'end' ? round(sum + base) : sum;
  }

  private divisor(copy: 0 | 1): number {
    const { summation, trees } = this.forests[copy]!;
    return summation.aggregate === 'average' ? trees.roots.length : 1;
  }

  /** A base, in the measure of a sum that is still to be divided. */
  private base(copy: 0 | 1, target: number): number {
    const { base, baseAt } = this.forests[copy]!.summation;
    return base[target]! * (baseAt === 'end' ? this.divisor(copy) : 1);
  }

  /** Two sums that are added alike: where no tree gives the first more, it ends no greater, rounded or not. */
  private alike([one, other, more]: Terms): boolean {
    if (other === undefined || more !== undefined || one!.weight === other.weight) return false;
    const [plus, minus] = one!.weight === 1 ? [one!, other] : [other, one!];
    const [a, b] = [this.forests[plus.copy]!, this.forests[minus.copy]!];
    return (
      a.trees.roots.length === b.trees.roots.length &&
      (['arithmetic', 'baseAt', 'aggregate'] as const).every((key) => a.summation[key] === b.summation[key]) &&
      a.summation.base[plus.target]! <= b.summation.base[minus.target]!
    );
  }

  /** How far rounded sums can lie from real ones: n u / (1 - n u) of the sizes added, for each sum, and for the sums made here. */
  private margin(terms: Terms): number {
    const key = terms.map(({ copy, target }) => `${copy}.${target}`).join();
    const known = this.margins.get(key);
    if (known !== undefined) return known;
    let margin = 0;
    for (const { copy, target } of terms) {
      const { trees, summation } = this.forests[copy]!;
      let size = Math.abs(this.base(copy, target));
      for (const root of trees.roots) size += this.size(copy, target, root);
      const unit = summation.arithmetic === 'float32' ? 2 ** -24 : 2 ** -53;
      const steps = trees.roots.length + 3;
      const rounding = (size * steps * unit) / (1 - steps * unit) + size * (steps + 8) * 2 ** -52;
      margin += (rounding + 2 ** -149) / this.divisor(copy);
    }
    this.margins.set(key, margin);
    return margin;
  }

  /** The greatest size of what a tree adds. Nodes may share children: each is looked at once. */
  private size(copy: 0 | 1, target: number, root: number): number {
    const { trees, targets } = this.forests[copy]!;
    const seen = new Set([root]);
    let most = 0;
    for (const node of seen)
      if (trees.column[node]! < 0) most = Math.max(most, Math.abs(trees.values[trees.leaf[node]! * targets + target]!));
      else seen.add(trees.left[node]!).add(trees.right[node]!);
    return most;
  }
}
