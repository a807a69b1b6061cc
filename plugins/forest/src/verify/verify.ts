/**
 * Checks a certificate without the code of the search: follows its splits, and in each box that it calls closed walks every tree once
 * for the greatest that it can add, adds these as the runtime adds, and sees whether the form that is said to fail does.
 */
import type { CellForest } from '../cells/index.js';
import type { Form, Question, Subject, Terms } from '../search/index.js';
import { axesOf, type CheckedAxes } from './axes.js';
import { type Condition, conditionsOf } from './conditions.js';

export type Checked =
  | { readonly valid: true; readonly boxes: number }
  | { readonly valid: false; readonly problem: string };

class Refused extends Error {}

/** A claim of one closed box: terms that stay at or below a threshold (`strict`: the violation needs more than it). */
interface Claim {
  readonly terms: Terms;
  readonly threshold: number;
  readonly strict: boolean;
  /** The sum of all forms of a way, not one of them. */
  readonly added: boolean;
}

/** Whether a certificate proves that a question of kind `exists` has no violation. Never throws on bad bytes. */
export function verifyCertificate(
  subject: Subject,
  question: Extract<Question, { kind: 'exists' }>,
  certificate: Uint8Array,
): Checked {
  try {
    return { valid: true, boxes: new Checker(subject, question).check(certificate) };
  } catch (error) {
    if (error instanceof Refused) return { valid: false, problem: error.message };
    throw error;
  }
}

/** Cells of all ranges together: it falls where any range does. */
function spread(lo: readonly number[], hi: readonly number[]): number {
  return hi.reduce((sum, last, axis) => sum + last - lo[axis]!, 0);
}

class Checker {
  private readonly axes: CheckedAxes;
  private readonly conditions: readonly Condition[];
  private readonly lo: number[];
  private readonly hi: number[];
  private readonly forests: readonly CellForest[];
  private readonly ways: readonly (readonly Claim[])[];
  private readonly radius: number;

  constructor(subject: Subject, { violation, within }: Extract<Question, { kind: 'exists' }>) {
    this.axes = axesOf(subject, within?.distance);
    this.conditions = conditionsOf(subject, this.axes);
    this.radius = within?.radius ?? Infinity;
    this.norm = within?.distance.norm ?? 'max';
    this.lo = this.axes.axes.map(() => 0);
    this.hi = this.axes.axes.map(({ cells }) => cells.length - 1);
    this.forests =
      subject.second === undefined ? [subject.forest] : [subject.forest, subject.secondForest ?? subject.forest];
    this.ways = violation.map((forms) => {
      const own = forms.map(({ terms, threshold, relation }: Form) => ({
        terms,
        threshold,
        strict: relation === '>',
        added: false,
      }));
      const copies = new Set(forms.flatMap(({ terms }) => terms.map(({ copy }) => copy)));
      if (forms.length < 2 || copies.size < 2) return own;
      const room = forms.reduce((sum, form) => sum + Math.abs(form.threshold), 0) * 2 ** -51;
      const threshold = forms.reduce((sum, form) => sum + form.threshold, 0) - room;
      const strict = forms.some(({ relation }) => relation === '>');
      return [...own, { terms: forms.flatMap(({ terms }) => terms), threshold, strict, added: true }];
    });
  }

  private readonly norm: 'max' | 'sum' | 'count';

  /** Boxes that were closed. */
  check(bytes: Uint8Array): number {
    let at = 0;
    const whole = (): number => {
      let value = 0;
      for (let scale = 1; scale < 2 ** 49; scale *= 128) {
        const byte = bytes[at];
        if (byte === undefined) throw new Refused('the certificate ends too soon');
        at += 1;
        value += (byte & 127) * scale;
        if (byte < 128) return value;
      }
      throw new Refused('a number is too great');
    };
    let boxes = 0;
    const open: { lo: number[]; hi: number[] }[] = [{ lo: [...this.lo], hi: [...this.hi] }];
    while (open.length > 0) {
      const box = open.pop()!;
      const empty = !this.narrow(box.lo, box.hi);
      const head = whole();
      if (head % 2 === 0) {
        boxes += 1;
        if (head > 2) throw new Refused('no such kind of box');
        if (head === 0 && !empty) throw new Refused('a box that is said to be empty is not');
        const claims = head === 0 ? [] : this.ways.map((way) => way[way.length > 1 ? whole() : 0]);
        if (empty) continue;
        for (const claim of claims) {
          if (claim === undefined) throw new Refused('no such form');
          if (!this.fails(claim, box.lo, box.hi)) throw new Refused('a box that is said to be closed is open');
        }
        continue;
      }
      const axis = Math.floor(head / 4);
      const rank = whole();
      if (axis >= box.lo.length) throw new Refused('no such axis');
      const lower = { lo: box.lo, hi: box.hi.with(axis, Math.min(box.hi[axis]!, rank)) };
      const upper = { lo: box.lo.with(axis, Math.max(box.lo[axis]!, rank + 1)), hi: box.hi };
      open.push(...((head & 2) === 0 ? [upper, lower] : [lower, upper]));
    }
    if (at !== bytes.length) throw new Refused('the certificate goes on after its end');
    return boxes;
  }

  /** Takes away what the orders and the radius exclude; false where nothing is left. */
  private narrow(lo: number[], hi: number[]): boolean {
    if (lo.some((from, axis) => from > hi[axis]!) || !this.meet(lo, hi)) return false;
    for (let before = -1; before !== spread(lo, hi);) {
      before = spread(lo, hi);
      if (!this.conditions.every((condition) => condition(lo, hi)) || !this.meet(lo, hi)) return false;
      if (this.radius !== Infinity && !this.near(lo, hi)) return false;
    }
    return true;
  }

  /** Takes away what lies beyond the radius. */
  private near(lo: number[], hi: number[]): boolean {
    const { axes } = this.axes;
    const least = axes.map(({ cells }, axis) => {
      let price = Infinity;
      for (let i = lo[axis]!; i <= hi[axis]!; i += 1) price = Math.min(price, cells[i]!.price);
      return price;
    });
    const total = (skipped: number, price: number): number =>
      this.norm === 'max'
        ? least.reduce((most, each, axis) => Math.max(most, axis === skipped ? price : each), 0)
        : least.reduce((sum, each, axis) => sum + (axis === skipped ? price : each), 0);
    if (total(-1, 0) > this.radius) return false;
    for (let axis = 0; axis < lo.length; axis += 1) {
      const { cells } = axes[axis]!;
      const far = (price: number): boolean =>
        price > this.radius || (this.norm !== 'max' && price > least[axis]! && total(axis, price) > this.radius);
      while (lo[axis]! <= hi[axis]! && far(cells[lo[axis]!]!.price)) lo[axis]! += 1;
      while (hi[axis]! >= lo[axis]! && far(cells[hi[axis]!]!.price)) hi[axis]! -= 1;
      if (lo[axis]! > hi[axis]!) return false;
    }
    return true;
  }

  /** Whether no input of the box makes the terms of a claim exceed (or reach) its threshold. */
  private fails(claim: Claim, lo: number[], hi: number[]): boolean {
    const { terms, threshold, strict, added } = claim;
    const misses = (bound: number): boolean => (strict ? bound <= threshold : bound < threshold);
    const count = Math.max(...this.forests.map(({ trees }) => trees.roots.length));
    const together: number[] = [];
    const apart = terms.map((): number[] => []);
    for (let tree = 0; tree < count; tree += 1) {
      together.push(-Infinity);
      for (const list of apart) list.push(-Infinity);
      this.walk(tree, 0, lo, hi, [], (leaves) => {
        let sum = 0;
        terms.forEach(({ copy, target, weight }, k) => {
          const forest = this.forests[copy]!;
          const leaf = leaves[copy]!;
          const value = leaf < 0 ? 0 : weight * forest.trees.values[leaf * forest.targets + target]!;
          if (value > apart[k]![tree]!) apart[k]![tree] = value;
          sum += value / this.divisor(copy);
        });
        if (sum > together[tree]!) together[tree] = sum;
      });
    }
    let real = terms.reduce(
      (sum, term) => sum + (term.weight * this.base(term.copy, term.target)) / this.divisor(term.copy),
      0,
    );
    for (const most of together) real += most;
    if (misses(real + this.margin(terms))) return true;
    if (this.alike(terms) && misses(0) && together.every((most) => most <= 0)) return true;
    if (added) return false;
    const rounded = terms.map(({ copy, target, weight }, k) =>
      this.add(copy, weight * this.forests[copy]!.summation.base[target]!, apart[k]!),
    );
    return misses(rounded.reduce((sum, each) => sum + each));
  }

  /** A base, in the measure of a sum that is still to be divided. */
  private base(copy: 0 | 1, target: number): number {
    const { base, baseAt } = this.forests[copy]!.summation;
    return base[target]! * (baseAt === 'end' ? this.divisor(copy) : 1);
  }

  private divisor(copy: 0 | 1): number {
    const { summation, trees } = this.forests[copy]!;
    return summation.aggregate === 'average' ? trees.roots.length : 1;
  }

  /** Adds as the runtime does with one thread. Rounding is the same for a sum and for its negative. */
  private add(copy: 0 | 1, base: number, adds: readonly number[]): number {
    const { summation, trees } = this.forests[copy]!;
    const round = summation.arithmetic === 'float32' ? Math.fround : (value: number): number => value;
    let sum = summation.baseAt === 'start' ? base : 0;
    for (let tree = 0; tree < trees.roots.length; tree += 1) sum = round(sum + adds[tree]!);
    if (summation.aggregate === 'average') sum = round(sum / trees.roots.length);
    return summation.baseAt === 'end' ? round(sum + base) : sum;
  }

  /** Two sums that are added alike: where no tree gives the first more, it ends no greater, rounded or not. */
  private alike(terms: Terms): boolean {
    if (terms.length !== 2 || terms[0]!.weight === terms[1]!.weight) return false;
    const [plus, minus] = terms[0]!.weight === 1 ? [terms[0]!, terms[1]!] : [terms[1]!, terms[0]!];
    const [one, other] = [this.forests[plus.copy]!, this.forests[minus.copy]!];
    const [a, b] = [one.summation, other.summation];
    return (
      one.trees.roots.length === other.trees.roots.length &&
      a.arithmetic === b.arithmetic &&
      a.baseAt === b.baseAt &&
      a.aggregate === b.aggregate &&
      a.base[plus.target]! <= b.base[minus.target]!
    );
  }

  /** How far rounded sums can lie from real ones: n u / (1 - n u) of the sizes added, for each sum, and for the sums made here. */
  private margin(terms: Terms): number {
    const key = terms.map(({ copy, target }) => `${copy}.${target}`).join();
    const known = this.margins.get(key);
    if (known !== undefined) return known;
    let margin = 0;
    for (const { copy, target } of terms) {
      const { trees, targets, summation } = this.forests[copy]!;
      const size = trees.roots.reduce(
        (sum, root) => sum + this.greatest(copy, root, (leaf) => trees.values[leaf * targets + target]!),
        Math.abs(this.base(copy, target)),
      );
      const unit = summation.arithmetic === 'float32' ? 2 ** -24 : 2 ** -53;
      const steps = trees.roots.length + 3;
      margin +=
        ((size * steps * unit) / (1 - steps * unit) + size * (steps + 8) * 2 ** -52 + 2 ** -149) / this.divisor(copy);
    }
    this.margins.set(key, margin);
    return margin;
  }

  private readonly margins = new Map<string, number>();

  private greatest(copy: 0 | 1, root: number, value: (leaf: number) => number): number {
    const { trees } = this.forests[copy]!;
    const seen = new Set<number>();
    const stack = [root];
    let most = 0;
    while (stack.length > 0) {
      const node = stack.pop()!;
      if (seen.has(node)) continue;
      seen.add(node);
      if (trees.column[node]! < 0) most = Math.max(most, Math.abs(value(trees.leaf[node]!)));
      else stack.push(trees.left[node]!, trees.right[node]!);
    }
    return most;
  }

  /** Calls `see` with the leaves (one of each input) that tree `tree` can have in the box. */
  private walk(
    tree: number,
    copy: number,
    lo: number[],
    hi: number[],
    leaves: readonly number[],
    see: (leaves: readonly number[]) => void,
  ): void {
    const forest = this.forests[copy];
    if (forest === undefined) return see(leaves);
    const { roots, column, rank, left, right, leaf } = forest.trees;
    const root = roots[tree];
    if (root === undefined) return this.walk(tree, copy + 1, lo, hi, [...leaves, -1], see);
    const go = (from: number, first: number[], last: number[]): void => {
      let node = from;
      while (column[node]! >= 0) {
        const axis = this.axes.of[copy as 0 | 1][column[node]!]!;
        const { cells } = this.axes.axes[axis]!;
        if (cells[last[axis]!]!.cell <= rank[node]!) node = left[node]!;
        else if (cells[first[axis]!]!.cell > rank[node]!) node = right[node]!;
        else {
          let split = first[axis]!;
          while (cells[split + 1]!.cell <= rank[node]!) split += 1;
          const lower: [number[], number[]] = [[...first], last.with(axis, split)];
          const upper: [number[], number[]] = [first.with(axis, split + 1), [...last]];
          if (this.meet(...lower)) go(left[node]!, ...lower);
          if (this.meet(...upper)) go(right[node]!, ...upper);
          return;
        }
      }
      this.walk(tree, copy + 1, first, last, [...leaves, leaf[node]!], see);
    };
    go(root, lo, hi);
  }

  /** Narrows two ordered axes to each other. */
  private meet(lo: number[], hi: number[]): boolean {
    for (const [lesser, greater] of this.axes.ordered) {
      const [these, those] = [this.axes.axes[lesser]!.cells, this.axes.axes[greater]!.cells];
      while (lo[greater]! <= hi[greater]! && those[lo[greater]!]!.high < these[lo[lesser]!]!.low) lo[greater]! += 1;
      while (hi[lesser]! >= lo[lesser]! && these[hi[lesser]!]!.low > those[hi[greater]!]!.high) hi[lesser]! -= 1;
      if (lo[greater]! > hi[greater]! || hi[lesser]! < lo[lesser]!) return false;
    }
    return true;
  }
}
