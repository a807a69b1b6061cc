/**
 * The axes that a certificate speaks of, made from the question anew: column by column, one axis that both inputs share, or one of the
 * first input and then one of the second. An axis holds the cells that its region leaves, in order.
 */
import type { CellColumn } from '../cells/index.js';
import type { ColumnRegion, Subject } from '../question/index.js';
import { nextDown, nextUp } from '../table/index.js';
import type { Axis } from './normal-form.js';

/** A cell of a column, cut to what is asked: from a least to a greatest value (NaN: missing), or these alone. */
export interface Cut {
  readonly cell: number;
  readonly low: number;
  readonly high: number;
  readonly values?: readonly number[];
}

export interface CutAxis extends Axis {
  /** By position. */
  readonly cuts: readonly Cut[];
  /** By cell of the column: the last position up to it; -1: none. */
  readonly upTo: readonly number[];
}

export interface CutAxes {
  readonly axes: readonly CutAxis[];
  /** Axis by input and column. */
  readonly of: readonly [readonly number[], readonly number[]];
  /** Pairs of axes: the value on the first is at most the value on the second. */
  readonly ordered: readonly (readonly [number, number])[];
}

/** The nearest value within a bound that the column can have. */
function inward(bound: number, up: boolean, { spacing }: CellColumn, from: number): number {
  if (!Number.isFinite(bound) || spacing === 'float64') return bound;
  if (spacing === 'float32') {
    const near = Math.fround(bound);
    if (up ? near >= bound : near <= bound) return near;
    return up ? nextUp(near, 'float32') : nextDown(near, 'float32');
  }
  // A far end of the column would swallow the digits of a near bound.
  const offset = from % spacing;
  const steps = (bound - offset) / spacing;
  return offset + (up ? Math.ceil(steps) : Math.floor(steps)) * spacing;
}

function cellsOf(column: CellColumn, conditions: readonly ColumnRegion[], ordered: boolean, hot: boolean): Cut[] {
  return Array.from({ length: column.cells }, (_, cell) => cell).flatMap((cell) => {
    if (conditions.some((each) => each.cells?.includes(cell) === false)) return [];
    if (column.missing && cell === column.cells - 1) {
      const refused = conditions.some(({ missing, low, high, values }) =>
        missing === undefined ? low !== undefined || high !== undefined || values !== undefined : missing === 'never',
      );
      return ordered || refused ? [] : [{ cell, low: NaN, high: NaN }];
    }
    if (conditions.some(({ missing }) => missing === 'only')) return [];
    let low = column.low[cell]!;
    let high = column.high[cell]!;
    const from = low;
    for (const each of conditions) {
      if (each.low !== undefined) low = Math.max(low, inward(each.low, true, column, from));
      if (each.high !== undefined) high = Math.min(high, inward(each.high, false, column, from));
    }
    const lists = conditions.flatMap(({ values }) => (values === undefined ? [] : [values]));
    if (lists.length === 0) return low <= high ? [{ cell, low, high }] : [];
    const values = lists[0]!.filter(
      (value) => low <= value && value <= high && lists.every((list) => list.includes(value)),
    );
    if (hot) return values.map((value) => ({ cell, low: value, high: value, values: [value] }));
    return values.length === 0 ? [] : [{ cell, low: values[0]!, high: values.at(-1)!, values }];
  });
}

export function axesOf({ forest, region, second }: Subject): CutAxes {
  const axes: CutAxis[] = [];
  const of: [number[], number[]] = [[], []];
  const ordered: (readonly [number, number])[] = [];
  forest.columns.forEach((column, index) => {
    const regions = [region, second?.region];
    const hot = regions.map((each) => each?.oneHot?.some(({ columns }) => columns.includes(index)) ?? false);
    const valued = regions.map(
      (each) =>
        (each?.linear?.some(({ terms }) => terms.some((term) => term.column === index)) ?? false) ||
        (each?.derived?.some((derived) => derived.column === index || derived.of.includes(index)) ?? false),
    );
    const conditions = regions.map((each, copy): ColumnRegion[] => [
      ...(each?.columns.filter((named) => named.column === index) ?? []),
      ...(hot[copy] ? [{ column: index, values: [0, 1] }] : []),
    ]);
    const apart = second?.apart.find((each) => each.column === index);
    const inOrder = apart !== undefined && apart.how !== 'free';
    const add = (given: readonly ColumnRegion[], which: readonly number[]): number => {
      const [own, flag] = [which.some((copy) => valued[copy]), which.some((copy) => hot[copy])];
      const cuts = cellsOf(column, given, inOrder || own, flag);
      const [low, high] = [cuts.map((cut) => cut.low), cuts.map((cut) => cut.high)];
      let last = -1;
      const upTo = Array.from({ length: column.cells }, (_, cell) => {
        while (cuts[last + 1]?.cell === cell) last += 1;
        return last;
      });
      return axes.push({ cuts, low, high, upTo }) - 1;
    };
    of[0].push(apart === undefined ? add(conditions.flat(), [0, 1]) : add(conditions[0]!, [0]));
    of[1].push(apart === undefined ? of[0][index]! : add(conditions[1]!, [1]));
    if (apart?.how === 'ordered') ordered.push([of[0][index]!, of[1][index]!]);
    if (apart?.how === 'reversed') ordered.push([of[1][index]!, of[0][index]!]);
  });
  return { axes, of, ordered };
}
