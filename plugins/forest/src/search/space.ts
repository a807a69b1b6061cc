/**
 * The inputs of a question as a space of axes. A column that both inputs share is one axis, else each input has its own. A position
 * on an axis is a cell that the region leaves, so that boxes of positions have no holes.
 */
import type { CellColumn } from '../cells/index.js';
import type { Axis } from './axis.js';
import { roundDown, roundUp } from './floats.js';
import type { ColumnRegion, Region, Subject } from '../question/index.js';
import { type Rule, rulesOf } from './rules.js';

/** The value on one axis is at most that on another. */
export interface Order {
  readonly lesser: number;
  readonly greater: number;
  /** By position of the lesser: the first of the greater that it allows; and by position of the greater, the last of the lesser. */
  readonly firstGreater: Int32Array;
  readonly lastLesser: Int32Array;
}

export interface Space {
  readonly axes: readonly Axis[];
  /** Axis of each column, for each input. */
  readonly axisOf: readonly [Int32Array, Int32Array];
  readonly orders: readonly Order[];
  readonly rules: readonly Rule[];
}

/** Positions of one column that several conditions leave. */
function axis(
  column: CellColumn,
  index: number,
  copies: readonly (0 | 1)[],
  regions: readonly ColumnRegion[],
  valued: boolean,
  single: boolean,
): Axis {
  const cells: number[] = [];
  const low: number[] = [];
  const high: number[] = [];
  const lists = regions.flatMap(({ values }) => (values === undefined ? [] : [values]));
  const values: (readonly number[])[] | undefined = lists.length > 0 ? [] : undefined;
  const takes = (cell: number): boolean => regions.every((region) => region.cells?.includes(cell) ?? true);
  for (let cell = 0; cell < column.cells; cell += 1) {
    if (!takes(cell)) continue;
    const missing = column.missing && cell === column.cells - 1;
    if (missing) {
      if (valued || !regions.every(mayMiss)) continue;
      cells.push(cell);
      low.push(NaN);
      high.push(NaN);
      values?.push([NaN]);
      continue;
    }
    if (regions.some((region) => region.missing === 'only')) continue;
    const [from, to] = [column.low[cell]!, column.high[cell]!];
    let [least, most] = [from, to];
    for (const region of regions) {
      if (region.low !== undefined) least = Math.max(least, roundUp(region.low, column.spacing, from));
      if (region.high !== undefined) most = Math.min(most, roundDown(region.high, column.spacing, from));
    }
    if (values !== undefined) {
      const left = lists[0]!.filter(
        (value) => value >= least && value <= most && lists.every((list) => list.includes(value)),
      );
      [least, most] = [left[0] ?? NaN, left.at(-1) ?? NaN];
      if (single) {
        // Each value a position of its own: side conditions then know it.
        for (const value of left) {
          cells.push(cell);
          low.push(value);
          high.push(value);
          values.push([value]);
        }
        continue;
      }
      if (left.length > 0) values.push(left);
    }
    if (!(least <= most)) continue;
    cells.push(cell);
    low.push(least);
    high.push(most);
  }
  const upTo = new Int32Array(column.cells);
  let last = -1;
  for (let cell = 0; cell < column.cells; cell += 1) {
    while (cells[last + 1] === cell) last += 1;
    upTo[cell] = last;
  }
  return {
    column: index,
    copies,
    cells: Int32Array.from(cells),
    low: Float64Array.from(low),
    high: Float64Array.from(high),
    values,
    upTo,
    spacing: column.spacing,
    categories: column.categories !== undefined,
  };
}

function mayMiss(region: ColumnRegion): boolean {
  if (region.missing !== undefined) return region.missing !== 'never';
  return region.low === undefined && region.high === undefined && region.values === undefined;
}

function order(axes: readonly Axis[], lesser: number, greater: number): Order {
  const [one, other] = [axes[lesser]!, axes[greater]!];
  const firstGreater = Int32Array.from(one.cells, (_, position) => {
    const found = other.high.findIndex((value) => value >= one.low[position]!);
    return found < 0 ? other.cells.length : found;
  });
  const lastLesser = Int32Array.from(other.cells, (_, position) =>
    one.low.findLastIndex((value) => value <= other.high[position]!),
  );
  return { lesser, greater, firstGreater, lastLesser };
}

/** Lays out the space of a subject. An axis without positions means that the region is empty. */
export function spaceOf(subject: Subject): Space {
  const { forest, region, second } = subject;
  const axes: Axis[] = [];
  const axisOf = [new Int32Array(forest.columns.length), new Int32Array(forest.columns.length)] as const;
  const orders: Order[] = [];
  const hot = [region, second?.region].map((of) => new Set(of?.oneHot?.flatMap(({ columns }) => columns)));
  const ruled = [region, second?.region].map(
    (of) =>
      new Set([
        ...(of?.linear ?? []).flatMap(({ terms }) => terms.map(({ column }) => column)),
        ...(of?.derived ?? []).flatMap(({ column, of: both }) => [column, ...both]),
      ]),
  );
  const named = (of: Region | undefined, column: number): ColumnRegion[] => {
    if (of === undefined) return [];
    const own = of.columns.filter((each) => each.column === column);
    return hot[of === region ? 0 : 1]!.has(column) ? [...own, { column, values: [0, 1] }] : own;
  };
  forest.columns.forEach((column, index) => {
    const apart = second?.apart.find((each) => each.column === index);
    const own = named(region, index);
    const others = named(second?.region, index);
    if (apart === undefined) {
      axisOf[0][index] = axes.length;
      axisOf[1][index] = axes.length;
      const single = hot.some((of) => of.has(index));
      const valued = ruled.some((of) => of.has(index));
      axes.push(axis(column, index, second === undefined ? [0] : [0, 1], [...own, ...others], valued, single));
      return;
    }
    const valued = apart.how !== 'free';
    axisOf[0][index] = axes.length;
    axes.push(axis(column, index, [0], own, valued || ruled[0]!.has(index), hot[0]!.has(index)));
    axisOf[1][index] = axes.length;
    axes.push(axis(column, index, [1], others, valued || ruled[1]!.has(index), hot[1]!.has(index)));
    const [first, later] = [axes.length - 2, axes.length - 1];
    if (valued) orders.push(apart.how === 'ordered' ? order(axes, first, later) : order(axes, later, first));
  });
  const rules = rulesOf(subject, axisOf);
  const bound = new Set(rules.flatMap((rule) => rule.axes));
  // Where values are chosen to meet side conditions, they are chosen in their order.
  const inOrder = orders
    .filter(({ lesser, greater }) => bound.has(lesser) || bound.has(greater))
    .map(({ lesser, greater }): Rule => ({ kind: 'linear', axes: [lesser, greater], weights: [1, -1], most: 0 }));
  return { axes, axisOf, orders, rules: [...rules, ...inOrder] };
}
