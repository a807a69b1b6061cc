import { countBefore } from '../../search.js';
import { compareNums, productOf, sumOf } from '../../values/numbers/num.js';
import type { Money, Num, Value } from '../../values/value.js';

/**
 * The values of one slot, cut at the constants that some tests compare them with: values in one cell pass and fail the
 * same tests. `samples[i]` is a value of cell i, and `cellOf` finds the cell of a value.
 */
export interface Cells {
  readonly samples: readonly Value[];
  /**
   * First cells of stretches. INVARIANT: inside one, cells with no constant of a test between them pass or fail it alike.
   */
  readonly regions: readonly number[];
  readonly cellOf: (value: Value) => number;
}

/** Cuts by constants of one scalar type, none of them a `Decimal`: numbers into points and the gaps between, money so in each currency. */
export function cellsOf(constants: readonly Value[]): Cells {
  const [first] = constants;
  if (typeof first === 'number') return numberCells(constants as readonly number[]);
  return typeof first === 'object'
    ? moneyCells(constants as readonly Money[])
    : namedCells(constants as readonly (string | boolean)[]);
}

/** Cell 2i + 1 is the i-th smallest constant, cell 2i lies below it, the last above all. */
function numberCells(constants: readonly number[]): Cells {
  const points = Float64Array.from(new Set(constants)).toSorted();
  const samples: Num[] = [Number.NEGATIVE_INFINITY];
  points.forEach((point, i) => samples.push(point, between(point, points[i + 1])));
  return {
    samples,
    regions: [0],
    cellOf: (value) => (typeof value === 'number' ? search(points, value) : searchExactly(points, value as Num)),
  };
}

function between(point: number, next: number | undefined): Num {
  if (next === undefined) return Number.POSITIVE_INFINITY;
  const middle = point / 2 + next / 2;
  // Between neighbouring doubles there still are decimals.
  if (middle > point && middle < next) return middle;
  return productOf(sumOf(point, next) ?? point, 0.5) ?? point;
}

function searchExactly(points: Float64Array, value: Num): number {
  let cell = 0;
  while (cell < points.length && compareNums(points[cell] ?? 0, value) < 0) cell += 1;
  // A value that is not a number is not one of the points.
  return 2 * cell;
}

function search(points: Float64Array, value: number): number {
  const cell = countBefore(points.length, (index) => (points[index] ?? 0) < value);
  return points[cell] === value ? 2 * cell + 1 : 2 * cell;
}

/** One cell for each constant, and cell 0 for all other texts. */
function namedCells(constants: readonly (string | boolean)[]): Cells {
  const names = [...new Set(constants)];
  const numbers = new Map(names.map((name, i) => [name, i + 1]));
  const longest = names.reduce((most, name) => Math.max(most, String(name).length), 0);
  return {
    samples: ['\0'.repeat(longest + 1), ...names],
    regions: [0],
    cellOf: (value) => numbers.get(value as string | boolean) ?? 0,
  };
}

/** Cell 0 is for currencies that no constant has. */
function moneyCells(constants: readonly Money[]): Cells {
  const samples: Value[] = [{ minor: 0, currency: '' }];
  const byCurrency = new Map<string, { readonly offset: number; readonly cells: Cells }>();
  for (const currency of new Set(constants.map((money) => money.currency))) {
    const amounts = constants.filter((money) => money.currency === currency);
    const cells = numberCells(amounts.map(({ minor }) => minor));
    byCurrency.set(currency, { offset: samples.length, cells });
    for (const minor of cells.samples) samples.push({ minor: minor as Num, currency });
  }
  return {
    samples,
    regions: [0, ...Array.from(byCurrency.values(), ({ offset }) => offset)],
    cellOf: (value) => {
      const { minor, currency } = value as Money;
      const found = byCurrency.get(currency);
      return found ? found.offset + found.cells.cellOf(minor) : 0;
    },
  };
}
