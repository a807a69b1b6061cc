/**
 * The axes that a certificate speaks of, made from the question anew: column by column, one axis that both inputs share, or one of the
 * first input and then one of the second. An axis holds the cells that its region leaves, in order.
 */
import type { CellColumn } from '../cells/index.js';
import type { ColumnRegion, Distance, Subject } from '../question/index.js';
import { nextDown, nextUp } from '../table/index.js';

/** A cell of a column, cut to what is asked: from a least to a greatest value (NaN: missing), or these alone. */
interface Cut {
  readonly cell: number;
  readonly low: number;
  readonly high: number;
  readonly values?: readonly number[];
}

export interface CheckedAxis {
  readonly cells: readonly (Cut & { readonly price: number })[];
  /** By cell of the column: the last position up to it; -1: none. */
  readonly upTo: readonly number[];
}

export interface CheckedAxes {
  readonly axes: readonly CheckedAxis[];
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

/** What it costs to come from the record into a cell; 0 where the column has no price. */
function priceOf(
  column: CellColumn,
  { cell, low, high, values }: Cut,
  distance: Distance | undefined,
  at: number,
): number {
  const listed = distance?.prices.find((each) => each.column === at);
  if (distance === undefined || listed === undefined) return 0;
  const from = distance.from[at]!;
  const priceTo = (value: number): number => {
    const rate = value > from ? listed.up : listed.down;
    return value === from || rate === 0 ? 0 : Math.abs(value - from) * rate;
  };
  const [missing, before] = [Number.isNaN(low), Number.isNaN(from)];
  let price = Math.min(...(values ?? [Math.min(Math.max(from, low), high)]).map(priceTo));
  if (column.categories !== undefined) price = cell === from ? 0 : listed.up;
  else if (missing || before) price = missing && before ? 0 : (listed.missing ?? Infinity);
  return distance.norm === 'count' && price > 0 && price < Infinity ? 1 : price;
}

export function axesOf({ forest, region, second }: Subject, distance?: Distance): CheckedAxes {
  const axes: CheckedAxis[] = [];
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
    const add = (given: readonly ColumnRegion[], which: readonly number[], priced: boolean): number => {
      const [own, flag] = [which.some((copy) => valued[copy]), which.some((copy) => hot[copy])];
      const cells = cellsOf(column, given, inOrder || own, flag).map((cut) => ({
        ...cut,
        price: priced ? priceOf(column, cut, distance, index) : 0,
      }));
      const upTo = Array.from({ length: column.cells }, (_, at) => cells.findLastIndex(({ cell }) => cell <= at));
      return axes.push({ cells, upTo }) - 1;
    };
    of[0].push(apart === undefined ? add(conditions.flat(), [0, 1], true) : add(conditions[0]!, [0], true));
    of[1].push(apart === undefined ? of[0][index]! : add(conditions[1]!, [1], false));
    if (apart?.how === 'ordered') ordered.push([of[0][index]!, of[1][index]!]);
    if (apart?.how === 'reversed') ordered.push([of[1][index]!, of[0][index]!]);
  });
  return { axes, of, ordered };
}
