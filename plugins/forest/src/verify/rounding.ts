/** What sums of leaves are once they are rounded: as the runtime adds them, and how far that can lie from real numbers. */
import type { Form, Terms } from '../question/index.js';
import type { Forest } from './normal-form.js';

/** That terms stay at or below a threshold; where a violation needs no more than it (not `strict`), below it. */
export interface Claim {
  readonly terms: Terms;
  readonly threshold: number;
  readonly strict: boolean;
  /** Of several terms: their bases as real numbers, how far their rounded sums can lie from real ones, and whether two are added alike. */
  readonly base: number;
  readonly margin: number;
  readonly alike: boolean;
}

/**
 * What shows that a way to violate fails: that one of its forms does. Where they speak of two inputs, also that the sum of all forms
 * does, with room for the rounding of thresholds.
 */
export function claimsOf(forests: readonly Forest[], forms: readonly Form[]): Claim[] {
  const claim = (terms: Terms, threshold: number, strict: boolean): Claim => ({
    terms,
    threshold,
    strict,
    base: terms.reduce((sum, term) => sum + baseOf(forests, term), 0),
    margin: terms.length < 2 ? 0 : terms.reduce((sum, term) => sum + marginOf(forests, term), 0),
    alike: addedAlike(forests, terms),
  });
  const own = forms.map(({ terms, threshold, relation }) => claim(terms, threshold, relation === '>'));
  const all = forms.flatMap(({ terms }) => terms);
  if (forms.length < 2 || new Set(all.map(({ copy }) => copy)).size < 2) return own;
  const room = forms.reduce((sum, form) => sum + Math.abs(form.threshold), 0) * 2 ** -51;
  const threshold = forms.reduce((sum, form) => sum + form.threshold, 0) - room;
  return [
    ...own,
    claim(
      all,
      threshold,
      own.some(({ strict }) => strict),
    ),
  ];
}

/**
 * One sum as the runtime adds it with one thread, tree by tree. Rounded addition never falls where an operand grows: of the most that
 * each tree can add this is the most that they come to. Rounding is the same for a sum and for its negative.
 */
export function added(
  { roots, summation }: Forest,
  { target, weight }: Terms[number],
  adds: readonly number[],
): number {
  const round = summation.arithmetic === 'float32' ? Math.fround : (value: number): number => value;
  const base = weight * summation.base[target]!;
  let sum = summation.baseAt === 'start' ? base : 0;
  for (let tree = 0; tree < roots.length; tree += 1) sum = round(sum + adds[tree]!);
  if (summation.aggregate === 'average') sum = round(sum / roots.length);
  return summation.baseAt === 'end' ? round(sum + base) : sum;
}

export const divisorOf = ({ summation, roots }: Forest): number =>
  summation.aggregate === 'average' ? roots.length : 1;

function baseOf(forests: readonly Forest[], { copy, target, weight }: Terms[number]): number {
  return (weight * wholeBase(forests[copy]!, target)) / divisorOf(forests[copy]!);
}

/** A base, in the measure of a sum that is still to be divided. */
function wholeBase(forest: Forest, target: number): number {
  const { base, baseAt } = forest.summation;
  return base[target]! * (baseAt === 'end' ? divisorOf(forest) : 1);
}

/** Two sums that are added alike: where no tree gives the first more, it ends no greater, rounded or not. */
function addedAlike(forests: readonly Forest[], [one, other, more]: Terms): boolean {
  if (other === undefined || more !== undefined || one!.weight === other.weight) return false;
  const [plus, minus] = one!.weight === 1 ? [one!, other] : [other, one!];
  const [a, b] = [forests[plus.copy]!, forests[minus.copy]!];
  return (
    a.roots.length === b.roots.length &&
    (['arithmetic', 'baseAt', 'aggregate'] as const).every((key) => a.summation[key] === b.summation[key]) &&
    a.summation.base[plus.target]! <= b.summation.base[minus.target]!
  );
}

/** How far a rounded sum can lie from the real one: n u / (1 - n u) of the sizes added; and the sums that the core makes of it. */
function marginOf(forests: readonly Forest[], { copy, target }: Terms[number]): number {
  const forest = forests[copy]!;
  let size = Math.abs(wholeBase(forest, target));
  for (let tree = 0; tree < forest.roots.length; tree += 1) size += sizeOf(forest, target, forest.roots[tree]!);
  const unit = forest.summation.arithmetic === 'float32' ? 2 ** -24 : 2 ** -53;
  const steps = forest.roots.length + 3;
  const rounding = (size * steps * unit) / (1 - steps * unit) + size * (steps + 8) * 2 ** -52;
  return (rounding + 2 ** -149) / divisorOf(forest);
}

/** The greatest size of what a tree adds. Nodes may share children: each is looked at once. */
function sizeOf({ column, left, right, leaf, values, targets }: Forest, target: number, root: number): number {
  const seen = new Set([root]);
  let most = 0;
  for (const node of seen)
    if (column[node]! < 0) most = Math.max(most, Math.abs(values[leaf[node]! * targets + target]!));
    else seen.add(left[node]!).add(right[node]!);
  return most;
}
