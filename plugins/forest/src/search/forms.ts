/**
 * Linear forms over raw sums, tree by tree. A form's greatest value in a box is bounded by the greatest that each tree can add: as real
 * numbers with a margin for every rounding of the runtime, and, for a form of one sum, by adding these as the runtime adds. Rounded
 * addition never falls where an operand grows, so that this is a bound of what the runtime computes, bit for bit. See docs/adr/0158.
 */
import type { CellForest } from '../cells/index.js';
import type { Form, Subject, Terms } from '../question/index.js';
import type { SearchTrees } from './trees.js';
import { Unanswerable } from './unanswerable.js';

export interface SearchForm {
  readonly terms: Terms;
  readonly strict: boolean;
  readonly threshold: number;
  /** At a leaf what it adds; at any node the greatest of the leaves below. */
  readonly most: Float64Array;
  /** By it the side is chosen that is looked at first: `most`, as it is over the whole trees. */
  readonly promise: Float64Array;
  /** Axis that a node asks; -1 where all leaves below add the same, so that nothing is won by asking. */
  readonly axis: Int32Array;
  /** At any node the mean of its two sides: what is expected below, for the choice of splits only. */
  readonly mean: Float64Array;
  /** Bases of the sums, as real numbers; a base that comes after a division is counted as often as the division takes away. */
  readonly base: number;
  /** Of the one sum: its base as the runtime adds it. */
  readonly added: number;
  /** Number that the sum is divided by: 1, or how many trees are averaged. */
  readonly divisor: number;
  /** How far the runtime's value can lie from the real one. */
  readonly margin: number;
  /** Trees of the one sum in its order; undefined where the form has more sums. */
  readonly order: Int32Array | undefined;
  readonly first: boolean;
  /** Two sums that are added alike, tree beside tree: where no tree adds more to the first, the first is at most the second, bit for bit. */
  readonly beside: boolean;
  readonly single: boolean;
}

const UNIT = { float32: 2 ** -24, float64: 2 ** -53 } as const;

/** What each form of the same terms has in common. */
export type FormShape = Omit<SearchForm, 'strict' | 'threshold'>;

export function formShape(subject: Subject, trees: SearchTrees, terms: Terms): FormShape {
  const forests = [subject.forest, subject.secondForest ?? subject.forest] as const;
  const count = trees.axis.length;
  const most = new Float64Array(count);
  let base = 0;
  let margin = 0;
  const divisors = terms.map(({ copy }) => divisorOf(forests[copy]));
  // Where the divisors differ the weights are divided one by one; the division is exact up to a rounding that the margin holds.
  const common = divisors.every((each) => each === divisors[0]) ? divisors[0]! : 1;
  terms.forEach(({ copy, target, weight }, index) => {
    const forest = forests[copy];
    const { values } = forest.trees;
    const share = divisors[index]! / common;
    const rows = trees.rows[copy];
    for (let node = 0; node < count; node += 1) {
      const row = rows[node]!;
      if (row >= 0) most[node]! += (weight * values[row * forest.targets + target]!) / share;
    }
    base += (weight * wholeBase(forest, target)) / share;
    margin += slack(forest, target) / divisors[index]!;
  });
  const mean = new Float64Array(count);
  const axis = trees.axis.slice();
  // In preorder every child follows its parent.
  for (let node = count - 1; node >= 0; node -= 1) {
    const right = trees.right[node]!;
    if (right >= 0) {
      if (axis[node + 1]! < 0 && axis[right]! < 0 && most[node + 1] === most[right]) axis[node] = -1;
      most[node] = Math.max(most[node + 1]!, most[right]!);
    }
    mean[node] = right < 0 ? most[node]! : (mean[node + 1]! + mean[right]!) / 2;
  }
  const only = terms.length === 1 ? terms[0]! : undefined;
  const summation = forests[only?.copy ?? 0].summation;
  return {
    terms,
    most,
    promise: most,
    axis,
    mean,
    base,
    added: only === undefined ? 0 : only.weight * forests[only.copy].summation.base[only.target]!,
    divisor: common,
    margin,
    order: only === undefined ? undefined : trees.summed[only.copy],
    beside: runsBeside(forests, trees, terms),
    first: summation.baseAt === 'start',
    single: summation.arithmetic === 'float32',
  };
}

function runsBeside(forests: readonly [CellForest, CellForest], trees: SearchTrees, terms: Terms): boolean {
  const [one, other] = terms;
  if (terms.length !== 2 || one!.weight === other!.weight) return false;
  const [plus, minus] = one!.weight === 1 ? [one!, other!] : [other!, one!];
  const [a, b] = [forests[plus.copy].summation, forests[minus.copy].summation];
  const [these, those] = [trees.summed[plus.copy], trees.summed[minus.copy]];
  return (
    these.length === those.length &&
    these.every((tree, index) => tree === those[index]) &&
    a.arithmetic === b.arithmetic &&
    a.aggregate === b.aggregate &&
    a.baseAt === b.baseAt &&
    a.base[plus.target]! <= b.base[minus.target]!
  );
}

function divisorOf({ summation, trees }: CellForest): number {
  return summation.aggregate === 'average' ? Math.max(1, trees.roots.length) : 1;
}

/** Sizes of sums up to this are far from overflow, in float32 and whatever is done with them. */
const FINITE = 1e38;

/** Bounds hold of finite numbers. Throws `Unanswerable` where sums may leave them. */
export function checkFinite(forest: CellForest): void {
  if (finite.has(forest)) return;
  const { values, roots } = forest.trees;
  let size = 0;
  for (const value of values) size = Math.max(size, Math.abs(value));
  size *= roots.length;
  for (const value of forest.summation.base) size = Math.max(size, size + Math.abs(value));
  if (!(size <= FINITE)) throw new Unanswerable('sums', 'sums of the trees may not be finite');
  finite.add(forest);
}

const finite = new WeakSet<CellForest>();

const exact = new WeakMap<CellForest, boolean>();

/**
 * Whether sums are the same in every order of additions: there are two numbers to add at most, or all are multiples of one power of two
 * so great that no sum of them needs more digits than there are.
 */
export function sameInAnyOrder(forest: CellForest): boolean {
  const known = exact.get(forest) ?? isExact(forest);
  exact.set(forest, known);
  return known;
}

function isExact({ trees: { roots, values }, summation: { base, arithmetic } }: CellForest): boolean {
  const based = base.some((each) => each !== 0) ? 1 : 0;
  if (roots.length + based <= 2) return true;
  let unit = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const value of [...values, ...base]) {
    const size = Math.abs(value);
    if (size === 0) continue;
    most = Math.max(most, size);
    unit = Math.min(unit, 2 ** Math.floor(Math.log2(size)));
    while (size % unit !== 0) unit /= 2;
  }
  return most * (roots.length + based) <= unit / UNIT[arithmetic];
}

/** A base, times the number of trees where it is added to their average. */
function wholeBase(forest: CellForest, target: number): number {
  const { base, baseAt } = forest.summation;
  return base[target]! * (baseAt === 'end' ? divisorOf(forest) : 1);
}

/**
 * Bound of the error of adding a sum in any order: n u / (1 - n u) times the sizes added, with some room; and of the error of adding
 * the bounds of its trees here, in float64.
 */
function slack(forest: CellForest, target: number): number {
  const known = slacks.get(forest) ?? new Map<number, number>();
  slacks.set(forest, known);
  const own = known.get(target) ?? slackOf(forest, target);
  known.set(target, own);
  return own;
}

/** Of a forest by target: it is asked of many regions. */
const slacks = new WeakMap<CellForest, Map<number, number>>();

function slackOf(forest: CellForest, target: number): number {
  const { trees, targets, summation } = forest;
  let size = Math.abs(wholeBase(forest, target));
  const greatest = new Float64Array(trees.leaf.length);
  const seen = new Uint8Array(trees.leaf.length);
  const sizeOf = (root: number): number => {
    const stack = [root];
    let found = 0;
    const visited: number[] = [];
    while (stack.length > 0) {
      const node = stack.pop()!;
      if (seen[node] === 1) continue;
      seen[node] = 1;
      visited.push(node);
      if (trees.column[node]! < 0)
        found = Math.max(found, Math.abs(trees.values[trees.leaf[node]! * targets + target]!));
      else stack.push(trees.left[node]!, trees.right[node]!);
    }
    for (const node of visited) seen[node] = 0;
    return found;
  };
  for (const root of trees.roots) {
    if (greatest[root] === 0) greatest[root] = sizeOf(root);
    size += greatest[root]!;
  }
  const steps = (trees.roots.length + 3) * UNIT[summation.arithmetic];
  // A quotient may fall below the normal numbers: 2^-149 holds what it then loses.
  const here = (trees.roots.length + 16) * 8 * UNIT.float64;
  return size * (1.001 * (steps / (1 - steps)) + here) + 2 ** -148;
}

/** A form of one sum, added as the runtime adds: what its trees add stands from a place on. */
export function roundedSum(
  { added, divisor, order, first, single }: SearchForm,
  adds: Float64Array,
  start: number,
): number {
  const trees = order!;
  let sum = first ? added : 0;
  if (single) {
    for (let i = 0; i < trees.length; i += 1) sum = Math.fround(sum + adds[start + trees[i]!]!);
    if (divisor !== 1) sum = Math.fround(sum / divisor);
    return first ? sum : Math.fround(sum + added);
  }
  for (let i = 0; i < trees.length; i += 1) sum += adds[start + trees[i]!]!;
  if (divisor !== 1) sum /= divisor;
  return first ? sum : sum + added;
}

/** The value of terms over exact sums: one subtraction of float64 at most. */
export function valueOf(terms: Terms, sums: readonly Float64Array[]): number {
  const [one, other] = terms;
  const first = one!.weight * sums[one!.copy]![one!.target]!;
  return other === undefined ? first : first + other.weight * sums[other.copy]![other.target]!;
}

/** Whether exact sums meet a form. */
export function meets(form: Form, sums: readonly Float64Array[]): boolean {
  const value = valueOf(form.terms, sums);
  return form.relation === '>' ? value > form.threshold : value >= form.threshold;
}

/** Adds one sum of each target as the runtime does with one thread. `row` gives the row of values of each tree. */
export function sequentialSums(forest: CellForest, row: (tree: number) => number): Float64Array {
  const { summation, targets, trees } = forest;
  const round = summation.arithmetic === 'float32' ? Math.fround : (value: number): number => value;
  const sums = new Float64Array(targets);
  for (let target = 0; target < targets; target += 1) {
    let sum = summation.baseAt === 'start' ? summation.base[target]! : 0;
    for (let tree = 0; tree < trees.roots.length; tree += 1)
      sum = round(sum + trees.values[row(tree) * targets + target]!);
    if (summation.aggregate === 'average') sum = round(sum / trees.roots.length);
    if (summation.baseAt === 'end') sum = round(sum + summation.base[target]!);
    sums[target] = sum;
  }
  return sums;
}
