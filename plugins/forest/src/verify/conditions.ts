/** Conditions as a checker reads them: what they leave of ranges of cells, by the least and greatest values and prices of these. */
import type { Distance, Region, Subject } from '../question/index.js';
import type { CheckedAxes } from './axes.js';

/** First and last position of each axis. */
export interface Box {
  readonly lo: number[];
  readonly hi: number[];
}

/** Takes away cells at the ends of ranges; false where nothing is left. */
export type Condition = (box: Box) => boolean;

/** Takes away what is out at both ends of an axis. */
function trimmed({ lo, hi }: Box, axis: number, isOut: (at: number) => boolean): boolean {
  while (lo[axis]! <= hi[axis]! && isOut(lo[axis]!)) lo[axis]! += 1;
  while (lo[axis]! <= hi[axis]! && isOut(hi[axis]!)) hi[axis]! -= 1;
  return lo[axis]! <= hi[axis]!;
}

/**
 * A weighted sum of values is at most a number. Rounded products and sums never fall where an operand grows: at the ends of ranges a sum
 * is least, added as it is for values.
 */
function bounded({ axes }: CheckedAxes, terms: readonly { axis: number; weight: number }[], most: number): Condition {
  const least = ({ axis, weight }: (typeof terms)[number], at: number): number =>
    weight * (weight > 0 ? axes[axis]!.cells[at]!.low : axes[axis]!.cells[at]!.high);
  const added = (parts: readonly number[]): number => parts.reduce((total, each) => total + each, 0);
  return (box) => {
    const parts = terms.map((term) => least(term, (term.weight > 0 ? box.lo : box.hi)[term.axis]!));
    if (!Number.isFinite(added(parts))) return true;
    if (added(parts) > most) return false;
    return terms.every((term, k) => trimmed(box, term.axis, (at) => added(parts.with(k, least(term, at))) > most));
  };
}

const OPERATIONS = {
  ratio: (a: number, b: number): number => a / b,
  product: (a: number, b: number): number => a * b,
  sum: (a: number, b: number): number => a + b,
  difference: (a: number, b: number): number => a - b,
};

/** A value follows from two others: each operation is greatest and least where both are, but for a division by zero. */
function following(
  { axes }: CheckedAxes,
  spacing: number | 'float32' | 'float64',
  operation: keyof typeof OPERATIONS,
  [target, one, other]: readonly [number, number, number],
): Condition {
  const rounded = (value: number): number =>
    spacing === 'float64' ? value : spacing === 'float32' ? Math.fround(value) : Math.round(value / spacing) * spacing;
  return (box) => {
    const [a, b] = [one, other].map((axis) => [
      axes[axis]!.cells[box.lo[axis]!]!.low,
      axes[axis]!.cells[box.hi[axis]!]!.high,
    ]) as [number[], number[]];
    const ends = a.flatMap((left) => b.map((right) => rounded(OPERATIONS[operation](left, right))));
    if ((operation === 'ratio' && b[0]! <= 0 && b[1]! >= 0) || ends.some(Number.isNaN)) return true;
    const [least, most] = [Math.min(...ends), Math.max(...ends)];
    const { cells } = axes[target]!;
    return trimmed(box, target, (at) => cells[at]!.high < least || cells[at]!.low > most);
  };
}

/** Narrows ordered axes to each other: the value on the first of two is at most that on the second. */
export function inOrder({ axes, ordered }: CheckedAxes, box: Box): boolean {
  return ordered.every(([lesser, greater]) => {
    const [these, those] = [axes[lesser]!.cells, axes[greater]!.cells];
    return (
      trimmed(box, greater, (at) => those[at]!.high < these[box.lo[lesser]!]!.low) &&
      trimmed(box, lesser, (at) => these[at]!.low > those[box.hi[greater]!]!.high)
    );
  });
}

/** Takes away what lies beyond a radius. Prices are added in the order of columns, as distances are. */
function near({ axes }: CheckedAxes, { distance: { norm }, radius }: Within): Condition {
  return (box) => {
    const least = axes.map(({ cells }, axis) =>
      cells.slice(box.lo[axis], box.hi[axis]! + 1).reduce((most, { price }) => Math.min(most, price), Infinity),
    );
    const total = (prices: number[]): number =>
      norm === 'max' ? Math.max(0, ...prices) : prices.reduce((sum, each) => sum + each, 0);
    return axes.every(({ cells }, axis) =>
      trimmed(box, axis, (at) => total(least.with(axis, cells[at]!.price)) > radius),
    );
  };
}

interface Within {
  readonly distance: Distance;
  readonly radius: number;
}

/** All conditions of a question. */
export function conditionsOf(subject: Subject, axes: CheckedAxes, within: Within | undefined): Condition[] {
  const of = (region: Region | undefined, copy: 0 | 1): Condition[] => {
    const axis = (column: number): number => axes.of[copy][column]!;
    const sum = (terms: readonly { column: number; weight: number }[], most: number): Condition =>
      bounded(
        axes,
        terms.map(({ column, weight }) => ({ axis: axis(column), weight })),
        most,
      );
    return [
      // Just one is 1: the sum is at most 1, and at least.
      ...(region?.oneHot ?? []).flatMap(({ columns }) =>
        [1, -1].map((weight) =>
          sum(
            columns.map((column) => ({ column, weight })),
            weight,
          ),
        ),
      ),
      ...(region?.linear ?? []).map(({ terms, most }) => sum(terms, most)),
      ...(region?.derived ?? []).map(({ column, operation, of: [one, other] }) =>
        following(axes, subject.forest.columns[column]!.spacing, operation, [axis(column), axis(one), axis(other)]),
      ),
    ];
  };
  return [
    (box) => inOrder(axes, box),
    ...of(subject.region, 0),
    ...of(subject.second?.region, 1),
    ...(within === undefined || within.radius === Infinity ? [] : [near(axes, within)]),
  ];
}
