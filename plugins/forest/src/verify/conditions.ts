/** Conditions as a checker reads them: what they leave of ranges of cells, by the least and greatest values and prices of these. */
import type { CellForest } from '../cells/index.js';
import type { Distance, Region, Subject } from '../question/index.js';
import type { CheckedAxes } from './axes.js';

/** First and last position of each axis. */
export interface Box {
  readonly lo: number[];
  readonly hi: number[];
}

/** Takes away cells at the ends of ranges; false where nothing is left. */
export type Condition = (box: Box) => boolean;

/** Rounded products and sums never fall where an operand grows: at the ends of ranges a sum is least, added as it is for values. */
function bounded({ axes }: CheckedAxes, terms: readonly { axis: number; weight: number }[], most: number): Condition {
  const low = (axis: number, at: number): number => axes[axis]!.cells[at]!.low;
  const high = (axis: number, at: number): number => axes[axis]!.cells[at]!.high;
  return ({ lo, hi }) => {
    const least = terms.map(({ axis, weight }) =>
      weight > 0 ? weight * low(axis, lo[axis]!) : weight * high(axis, hi[axis]!),
    );
    const added = (of: readonly number[]): number => of.reduce((total, each) => total + each, 0);
    const sum = (at: number, own: number): number => added(least.with(at, own));
    if (!Number.isFinite(added(least))) return true;
    if (added(least) > most) return false;
    terms.forEach(({ axis, weight }, k) => {
      if (weight > 0) while (hi[axis]! >= lo[axis]! && sum(k, weight * low(axis, hi[axis]!)) > most) hi[axis]! -= 1;
      else while (lo[axis]! <= hi[axis]! && sum(k, weight * high(axis, lo[axis]!)) > most) lo[axis]! += 1;
    });
    return terms.every(({ axis }) => lo[axis]! <= hi[axis]!);
  };
}

function following(
  { axes }: CheckedAxes,
  forest: CellForest,
  operation: 'ratio' | 'product' | 'sum' | 'difference',
  [target, one, other]: readonly [number, number, number],
): Condition {
  const { spacing } = forest.columns[axes[target]!.column]!;
  const apply = (a: number, b: number): number => {
    const value = { ratio: a / b, product: a * b, sum: a + b, difference: a - b }[operation];
    if (spacing === 'float32') return Math.fround(value);
    return spacing === 'float64' ? value : Math.round(value / spacing) * spacing;
  };
  return ({ lo, hi }) => {
    const range = (axis: number): number[] => [axes[axis]!.cells[lo[axis]!]!.low, axes[axis]!.cells[hi[axis]!]!.high];
    const [a, b] = [range(one), range(other)];
    if (operation === 'ratio' && b[0]! <= 0 && b[1]! >= 0) return true;
    const ends = a.flatMap((left) => b.map((right) => apply(left, right)));
    if (ends.some((end) => Number.isNaN(end))) return true;
    const { cells } = axes[target]!;
    while (lo[target]! <= hi[target]! && cells[lo[target]!]!.high < Math.min(...ends)) lo[target]! += 1;
    while (hi[target]! >= lo[target]! && cells[hi[target]!]!.low > Math.max(...ends)) hi[target]! -= 1;
    return lo[target]! <= hi[target]!;
  };
}

/** Narrows ordered axes to each other: the value on the first of two is at most that on the second. */
export function inOrder({ axes, ordered }: CheckedAxes, { lo, hi }: Box): boolean {
  return ordered.every(([lesser, greater]) => {
    const [these, those] = [axes[lesser]!.cells, axes[greater]!.cells];
    while (lo[greater]! <= hi[greater]! && those[lo[greater]!]!.high < these[lo[lesser]!]!.low) lo[greater]! += 1;
    while (hi[lesser]! >= lo[lesser]! && these[hi[lesser]!]!.low > those[hi[greater]!]!.high) hi[lesser]! -= 1;
    return lo[greater]! <= hi[greater]! && lo[lesser]! <= hi[lesser]!;
  });
}

/** Takes away what lies beyond a radius. Prices are added in the order of columns, as distances are. */
function near({ axes }: CheckedAxes, { distance: { norm }, radius }: Within): Condition {
  return ({ lo, hi }) => {
    const least = axes.map(({ cells }, axis) =>
      cells.slice(lo[axis], hi[axis]! + 1).reduce((most, { price }) => Math.min(most, price), Infinity),
    );
    const total = (at: number, price: number): number => {
      const prices = least.with(at, price);
      return norm === 'max' ? Math.max(0, ...prices) : prices.reduce((sum, each) => sum + each, 0);
    };
    return axes.every(({ cells }, axis) => {
      const far = (at: number): boolean => total(axis, cells[at]!.price) > radius;
      while (lo[axis]! <= hi[axis]! && far(lo[axis]!)) lo[axis]! += 1;
      while (hi[axis]! >= lo[axis]! && far(hi[axis]!)) hi[axis]! -= 1;
      return lo[axis]! <= hi[axis]!;
    });
  };
}

interface Within {
  readonly distance: Distance;
  readonly radius: number;
}

/** All conditions of a question. */
export function conditionsOf(subject: Subject, axes: CheckedAxes, within: Within | undefined): Condition[] {
  const of = (region: Region | undefined, copy: 0 | 1): Condition[] => {
    if (region === undefined) return [];
    const axis = (column: number): number => axes.of[copy][column]!;
    const hot = (region.oneHot ?? []).flatMap(({ columns }) =>
      [1, -1].map((weight) =>
        bounded(
          axes,
          columns.map((column) => ({ axis: axis(column), weight })),
          weight,
        ),
      ),
    );
    const sums = (region.linear ?? []).map(({ terms, most }) =>
      bounded(
        axes,
        terms.map(({ column, weight }) => ({ axis: axis(column), weight })),
        most,
      ),
    );
    const derived = (region.derived ?? []).map(({ column, operation, of: [one, other] }) =>
      following(axes, subject.forest, operation, [axis(column), axis(one), axis(other)]),
    );
    return [...hot, ...sums, ...derived];
  };
  return [
    (box) => inOrder(axes, box),
    ...of(subject.region, 0),
    ...of(subject.second?.region, 1),
    ...(within === undefined || within.radius === Infinity ? [] : [near(axes, within)]),
  ];
}
