/** What the model answers as two features change and all others stay: the region around a witness. */
import type { CellForest } from '../cells/index.js';
import type { FeatureFact, Value } from '../table/index.js';
import { decimal } from '../table/index.js';
import type { Audit } from './audit.js';
import type { RowResult } from './result.js';

export interface PlaneAxis {
  readonly name: string;
  readonly unit: string | null;
  /** Ends of the stretches of the axis, ascending: one more than there are stretches. */
  readonly ends: readonly string[];
  /** Stretch in which the record is, and the witness. */
  readonly from: number | null;
  readonly to: number;
}

export interface AnswerPlane {
  readonly x: PlaneAxis;
  readonly y: PlaneAxis;
  /** Of the model, in its order. */
  readonly labels: readonly string[];
  /** Whether the two marks are the two inputs of a pair, and not a record and what it becomes. */
  readonly pair: boolean;
  /** By row from the bottom, then by column: index into `labels`. */
  readonly grid: readonly (readonly number[])[];
}

/** Stretches of an axis: what can still be told apart in a picture. */
const STRETCHES = 40;

/** The plane of the two features of a row's witness that changed first; null where there are not two of numbers, or no labels. */
export function planeOf({ model, vocabulary }: Audit, { shown }: RowResult): AnswerPlane | null {
  const witness = shown?.witness ?? null;
  const input = witness?.inputs[0];
  if (witness === null || input === undefined || input.label === null) return null;
  const changed = vocabulary.features.filter(
    ({ name, precision }) => witness.changed.includes(name) && precision !== 'text',
  );
  const [x, y] = changed;
  if (x === undefined || y === undefined) return null;
  const values = input.values.map(({ value, bits }): Value =>
    bits === null ? value : value === null ? Number.NaN : Number(value),
  );
  const second = witness.inputs[1]?.model === input.model ? witness.inputs[1] : null;
  const other = (second ?? shown?.from ?? witness.inputs[1])?.values ?? [];
  const axes = [x, y].map((feature) => axisOf(feature, values, other[feature.column]?.value, model.cells));
  const [across, up] = axes;
  if (across === undefined || up === undefined || across === null || up === null) return null;
  const own = vocabulary.labels?.map(String) ?? [];
  const grid = up.samples.map((high) =>
    across.samples.map((wide) => {
      const asked = values.with(x.column, wide).with(y.column, high);
      return own.indexOf(String(model.score(asked).label));
    }),
  );
  return { x: across.axis, y: up.axis, labels: own, pair: second !== null || (shown?.from ?? null) === null, grid };
}

/** Stretches between the thresholds that lie around two values. */
function axisOf(
  { name, unit, column, precision }: FeatureFact,
  values: readonly Value[],
  other: string | null | undefined,
  forest: CellForest,
): { readonly axis: PlaneAxis; readonly samples: readonly number[] } | null {
  const own = forest.columns[column];
  const value = values[column];
  const before = Number(other ?? Number.NaN);
  if (own === undefined || typeof value !== 'number' || Number.isNaN(value)) return null;
  const cells = own.missing ? own.cells - 1 : own.cells;
  const cellOf = (at: number): number => own.high.subarray(0, cells).findIndex((high) => at <= high);
  const to = cellOf(value);
  const from = Number.isNaN(before) ? null : cellOf(before);
  const [low, high] = [Math.min(to, from ?? to), Math.max(to, from ?? to)];
  const spare = Math.max(2, Math.floor((STRETCHES - (high - low + 1)) / 2));
  const first = Math.max(0, low - spare);
  const last = Math.min(cells - 1, high + spare);
  if (to < 0 || last - first + 1 > 2 * STRETCHES) return null;
  const shownCells = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const text = (each: number): string => decimal(each, precision === 'text' ? 'float64' : precision);
  return {
    axis: {
      name,
      unit,
      ends: [...shownCells.map((cell) => text(own.low[cell] ?? 0)), text(own.high[last] ?? 0)],
      from: from === null || from < 0 ? null : from - first,
      to: to - first,
    },
    samples: shownCells.map((cell) => own.low[cell] ?? 0),
  };
}
