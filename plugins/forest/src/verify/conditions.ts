/** Conditions of a question over its axes: sums that are bounded, and values that follow from others. */
import type { CellColumn } from '../cells/index.js';
import type { Distance, Region, Subject } from '../question/index.js';
import type { Cut, CutAxes, CutAxis } from './axes.js';
import type { Bound, Following } from './normal-form.js';

export interface Within {
  readonly distance: Distance;
  readonly radius: number;
}

/** A value of an axis times a weight: least at one end. */
const weighted = ({ low, high }: CutAxis, weight: number): Bound['parts'][number]['least'] =>
  weight > 0 ? (first) => weight * low[first]! : (_first, last) => weight * high[last]!;

/** Of each pair the value on the first axis is at most that on the second: their difference is at most nothing. */
export function ordersOf({ axes, ordered }: CutAxes): Bound[] {
  return ordered.map(([lesser, greater]) => ({
    parts: [
      { axis: lesser, least: weighted(axes[lesser]!, 1) },
      { axis: greater, least: weighted(axes[greater]!, -1) },
    ],
    most: 0,
  }));
}

/** What is bounded of each input, and by the radius. */
export function boundsOf({ forest, region, second }: Subject, cut: CutAxes, within: Within | undefined): Bound[] {
  const of = ({ oneHot = [], linear = [] }: Partial<Region>, copy: 0 | 1): Bound[] => {
    const sum = (terms: readonly { readonly column: number; readonly weight: number }[], most: number): Bound => {
      const axis = (column: number): number => cut.of[copy][column]!;
      const part = ({ column, weight }: (typeof terms)[number]): Bound['parts'][number] => ({
        axis: axis(column),
        least: weighted(cut.axes[axis(column)]!, weight),
      });
      return { parts: terms.map(part), most };
    };
    return [
      // Just one is 1: the sum is at most 1, and at least.
      ...oneHot.flatMap(({ columns }) =>
        [1, -1].map((weight) =>
          sum(
            columns.map((column) => ({ column, weight })),
            weight,
          ),
        ),
      ),
      ...linear.map(({ terms, most }) => sum(terms, most)),
    ];
  };
  return [
    ...of(region, 0),
    ...of(second?.region ?? {}, 1),
    ...(within === undefined ? [] : near(forest.columns, cut, within)),
  ];
}

/** Prices are added in the order of columns, as distances are; the greatest of them is within a radius where each is. */
function near(columns: readonly CellColumn[], { axes, of }: CutAxes, { distance, radius }: Within): Bound[] {
  if (radius === Infinity) return [];
  const parts = distance.prices
    .toSorted((one, other) => one.column - other.column)
    .map((listed) => {
      const axis = of[0][listed.column]!;
      const prices = axes[axis]!.cuts.map((each) => priceOf(each, distance, listed, columns[listed.column]!));
      return {
        axis,
        least: (first: number, last: number): number => {
          let found = prices[first]!;
          for (let at = first + 1; at <= last; at += 1) found = Math.min(found, prices[at]!);
          return found;
        },
      };
    });
  // Nothing is nearer than 0.
  const none = { parts: [{ axis: 0, least: () => 0 }], most: radius };
  return [
    none,
    ...(distance.norm === 'max' ? parts.map((part) => ({ parts: [part], most: radius })) : [{ parts, most: radius }]),
  ];
}

/** What it costs to come from the record into a cell. */
function priceOf(
  { cell, low, high, values }: Cut,
  { from: record, norm }: Distance,
  listed: Distance['prices'][number],
  { categories }: CellColumn,
): number {
  const from = record[listed.column]!;
  const priceTo = (value: number): number => {
    const rate = value > from ? listed.up : listed.down;
    return value === from || rate === 0 ? 0 : Math.abs(value - from) * rate;
  };
  const [missing, before] = [Number.isNaN(low), Number.isNaN(from)];
  let price = Math.min(...(values ?? [Math.min(Math.max(from, low), high)]).map(priceTo));
  if (categories !== undefined) price = cell === from ? 0 : listed.up;
  else if (missing || before) price = missing && before ? 0 : (listed.missing ?? Infinity);
  return norm === 'count' && price > 0 && price < Infinity ? 1 : price;
}

/** Values that follow from others, of each input. */
export function followingsOf({ forest, region, second }: Subject, { of }: CutAxes): Following[] {
  return [region, second?.region].flatMap((each, copy) =>
    (each?.derived ?? []).map(({ column, operation, of: [one, other] }) => ({
      axis: of[copy]![column]!,
      operation,
      of: [of[copy]![one]!, of[copy]![other]!] as const,
      rounded: roundedTo(forest.columns[column]!.spacing),
    })),
  );
}

function roundedTo(spacing: CellColumn['spacing']): (value: number) => number {
  if (spacing === 'float64') return (value) => value;
  return spacing === 'float32' ? Math.fround : (value) => Math.round(value / spacing) * spacing;
}
