/** Inputs around a record: how far each feature may go, and what that costs. */
import type { CellForest } from '../cells/index.js';
import type { Distance } from '../search/index.js';
import {
  type Allowed,
  intersect,
  type Interval,
  largest,
  type Names,
  nextDown,
  nextUp,
  type Precision,
  type Property,
  type RecordRow,
  type Region,
  regionOf,
  type Tolerance,
  type Value,
} from '../table/index.js';
import { Unsupported } from './unsupported.js';
import { placeOf, pointOf } from './space.js';

type Ways = Pick<Property, 'free' | 'epsilon' | 'direction'>;

/** Ways of a row together with those that the schema leaves open: what may only grow never shrinks, and what may do neither stays. */
export function waysOf<T extends Ways>(ways: T, { vocabulary }: Names): T {
  const own = new Map(
    vocabulary.features.flatMap(({ column, mutable }) =>
      mutable === 'up' || mutable === 'down' ? [[column, mutable] as const] : [],
    ),
  );
  const stays = (column: number): boolean =>
    own.has(column) && ways.direction.has(column) && own.get(column) !== ways.direction.get(column);
  return {
    ...ways,
    free: ways.free.filter((column) => !stays(column)),
    direction: new Map([...ways.direction, ...own]),
  };
}

/** What a record may become: features that are free as far as the row lets them, all others as they are. */
export function rangeAround(record: RecordRow, { free, epsilon, direction }: Ways, names: Names): Region {
  return regionOf([], names).map((domain, column) => {
    const value = record.values[column] ?? null;
    if (!free.includes(column)) return pointOf(value);
    const amount = epsilon?.get(column);
    if (domain.kind === 'texts' || typeof value !== 'number' || Number.isNaN(value)) {
      // Of what has no number, an amount says only whether it may change, and a share of it is nothing.
      const stays = amount === undefined || amount.value === 0 || (amount.relative && typeof value === 'number');
      if (epsilon !== null && stays) return pointOf(value);
      // Nothing becomes missing by an amount, nor where a way is said.
      const missing = domain.missing && (value === null || (epsilon === null && !direction.has(column)));
      return domain.kind === 'texts' ? { ...domain, missing } : domain;
    }
    const reach =
      epsilon === null
        ? Infinity
        : amount === undefined
          ? 0
          : amount.relative
            ? amount.value * Math.abs(value)
            : amount.value;
    const way = direction.get(column);
    const around: Interval = {
      low: way === 'up' ? value : value - reach,
      high: way === 'down' ? value : value + reach,
    };
    const missing = domain.missing && epsilon === null && way === undefined;
    return { kind: 'numbers', intervals: withOwn(intersect(domain.intervals, [around]), value), missing };
  });
}

/** A record is as it is, also where the schema would not let it be: it may always stay so. */
function withOwn(intervals: readonly Interval[], value: number): readonly Interval[] {
  if (intervals.some(({ low, high }) => low <= value && value <= high)) return intervals;
  return [...intervals, { low: value, high: value }].toSorted((a, b) => a.low - b.low);
}

/** Neighbours of a record in the number format, or within an amount. */
export function changes(record: RecordRow, { free }: Ways, tolerance: Tolerance, names: Names): Region {
  return regionOf([], names).map((domain, column): Allowed => {
    const value: Value = record.values[column] ?? null;
    const precision = names.vocabulary.features[column]?.precision;
    if (!free.includes(column) || domain.kind === 'texts' || typeof value !== 'number' || Number.isNaN(value))
      return pointOf(value);
    const around =
      'amount' in tolerance
        ? { low: value - tolerance.amount, high: value + tolerance.amount }
        : steps(value, tolerance.ulps, precision === 'text' || precision === undefined ? 'float64' : precision);
    return { kind: 'numbers', intervals: withOwn(intersect(domain.intervals, [around]), value), missing: false };
  });
}

function steps(value: number, count: number, precision: Precision): Interval {
  // Whole numbers have no neighbours that somebody could mean.
  if (precision === 'int64') return { low: value, high: value };
  let [low, high] = [value, value];
  for (let step = 0; step < count; step += 1) [low, high] = [nextDown(low, precision), nextUp(high, precision)];
  const most = largest(precision);
  return { low: Math.max(low, -most), high: Math.min(high, most) };
}

/** How far from a record: what free features are changed by, each at its price. What may not change has no price: the region holds it. */
export function distanceOf(
  norm: Distance['norm'],
  record: RecordRow,
  ways: Ways,
  names: Names,
  forest: CellForest,
  price: (column: number) => number,
): Distance {
  const { features } = names.vocabulary;
  const { free, direction } = waysOf(ways, names);
  return {
    norm,
    from: record.values.map((value, column) => placeOf(value, column, forest)),
    prices: free.map((column) => {
      // A feature that changes counts as one, whatever its price.
      const own = norm === 'count' ? 1 : price(column);
      const way = direction.get(column);
      const missing = features[column]?.missing === 'allow' ? own : undefined;
      return {
        column,
        up: way === 'down' ? Number.POSITIVE_INFINITY : own,
        down: way === 'up' ? Number.POSITIVE_INFINITY : own,
        ...(missing !== undefined && { missing }),
      };
    }),
  };
}

/** Choices that are asked one by one, at most. */
const MOST_CHOICES = 256;

/**
 * All choices of so many of the features; one where all may change.
 * @throws Unsupported where they are too many
 */
export function subsets(free: readonly number[], size: number): number[][] {
  if (size >= free.length) return [[...free]];
  let count = 1;
  for (let at = 0; at < size; at += 1) count = (count * (free.length - at)) / (at + 1);
  if (count > MOST_CHOICES)
    throw new Unsupported({
      en: `There are ${Math.round(count)} ways to choose ${size} of ${free.length} features, which is too many. Name fewer in "vary".`,
      pt: `Há ${Math.round(count)} maneiras de escolher ${size} de ${free.length} características, o que é demasiado. Indique menos em "vary".`,
    });
  const choose = (from: number, left: number): number[][] =>
    left === 0
      ? [[]]
      : free.flatMap((column, at) => (at < from ? [] : choose(at + 1, left - 1).map((rest) => [column, ...rest])));
  return choose(0, size);
}
