/** What a row and a schema let be changed of a record, and how far the change is. */
import type { FeatureFact, Property, Value } from '../table/index.js';
import { isMissing, isSame, must } from './input.js';

/** Features, by column, that two inputs have other values of. */
export const changedBetween = (one: readonly Value[], other: readonly Value[]): number[] =>
  one.flatMap((value, column) => (isSame(value, other[column] ?? null) ? [] : [column]));

/** By what a record may be changed. */
export interface Leave {
  readonly free: readonly number[];
  readonly epsilon: Property['epsilon'];
  readonly direction: Property['direction'];
  /** Whether the schema has a say in which way a feature moves. */
  readonly mutable: boolean;
}

/** @throws WitnessFalse where a feature changes that must not, or the other way, or too far */
export function mustBeAllowed(
  record: readonly Value[],
  values: readonly Value[],
  features: readonly FeatureFact[],
  leave: Leave,
): void {
  for (const column of changedBetween(record, values)) {
    const feature = features[column]!;
    const said = `"${feature.name}" changes from ${record[column]!} to ${values[column]!}`;
    must(leave.free.includes(column), `${said}, and is not to change`);
    must(!leave.mutable || feature.mutable !== 'no', `${said}, and never changes`);
    const ways = [leave.direction.get(column), leave.mutable ? feature.mutable : undefined];
    const way = ways.flatMap((each) => (each === 'up' || each === 'down' ? [each] : []));
    must(new Set(way).size < 2, `${said}, and may go neither way`);
    mustBeNear(
      record[column]!,
      values[column]!,
      way[0],
      leave.epsilon === null ? null : leave.epsilon.get(column),
      said,
    );
  }
}

type Amount = NonNullable<ReturnType<NonNullable<Property['epsilon']>['get']>>;

/** @param amount null: no limit; undefined: none is given where others have one */
function mustBeNear(
  from: Value,
  to: Value,
  way: 'up' | 'down' | undefined,
  amount: Amount | null | undefined,
  said: string,
): void {
  must(amount !== undefined && amount?.value !== 0, `${said}, and has no amount`);
  if (isMissing(to)) return must(amount === null && way === undefined, `${said}: a value does not become missing`);
  // A share of what is missing is nothing; of what has no number an amount says only that it may change.
  if (typeof from !== 'number' || Number.isNaN(from))
    return must(from === null || typeof from === 'string' || amount?.relative !== true, `${said}: a share of nothing`);
  const [reach, number] = [
    amount === null ? Infinity : amount.relative ? amount.value * Math.abs(from) : amount.value,
    Number(to),
  ];
  must(from - reach <= number && number <= from + reach, `${said}, by more than ${reach}`);
  must(way !== 'up' || number > from, `${said}, and may only grow`);
  must(way !== 'down' || number < from, `${said}, and may only shrink`);
}

/** The part of a budget that a change takes, where amounts are shared (`l1`). */
export function shareOf(
  record: readonly Value[],
  values: readonly Value[],
  epsilon: NonNullable<Property['epsilon']>,
): number {
  return changedBetween(record, values).reduce((sum, column) => {
    const [amount, from, to] = [epsilon.get(column), record[column]!, values[column]!];
    if (amount === undefined || typeof from !== 'number' || typeof to !== 'number') return Infinity;
    const unit = 1 / (amount.relative ? amount.value * Math.abs(from) : amount.value);
    return sum + (Number.isNaN(from) ? unit : Math.abs(to - from) * unit);
  }, 0);
}

/** How far an input lies from a record: each unit at its price, to or from a missing value and of texts one unit. */
export function distanceFrom(
  record: readonly Value[],
  values: readonly Value[],
  norm: 'linf' | 'l1' | 'l0',
  price: (column: number) => number,
): number {
  const prices = changedBetween(record, values).map((column) => {
    const [from, to] = [record[column]!, values[column]!];
    const units =
      typeof from === 'number' && typeof to === 'number' && !Number.isNaN(to - from) ? Math.abs(to - from) : 1;
    return units * price(column);
  });
  if (norm === 'l0') return prices.length;
  return norm === 'linf' ? Math.max(0, ...prices) : prices.reduce((sum, each) => sum + each, 0);
}

const view = new DataView(new ArrayBuffer(8));

/** A number by its place among all of its precision, in their order; both zeros have one place. */
function placeOf(value: number, precision: 'float32' | 'float64'): bigint {
  let bits: bigint;
  if (precision === 'float32') {
    view.setFloat32(0, Math.abs(value));
    bits = BigInt(view.getUint32(0));
  } else {
    view.setFloat64(0, Math.abs(value));
    bits = view.getBigUint64(0);
  }
  return value < 0 ? -bits : bits;
}

/** @throws WitnessFalse where a number moves that is to stay, or by more than its last digits, or than an amount */
export function mustBeNeighbour(
  record: readonly Value[],
  values: readonly Value[],
  features: readonly FeatureFact[],
  { free, tolerance }: Pick<Property, 'free' | 'tolerance'>,
): void {
  for (const column of changedBetween(record, values)) {
    const { name, precision, mutable } = features[column]!;
    const [from, to] = [record[column]!, values[column]!];
    const said = `"${name}" moves from ${from} to ${to}`;
    must(free.includes(column) && mutable !== 'no' && precision !== 'text', `${said}, and stays`);
    must(!isMissing(from) && !isMissing(to), `${said}: what is missing stays`);
    const [one, other] = [Number(from), Number(to)];
    if (tolerance !== null && 'amount' in tolerance) {
      must(one - tolerance.amount <= other && other <= one + tolerance.amount, `${said}, by more than the tolerance`);
      continue;
    }
    must(precision !== 'int64', `${said}: whole numbers stay`);
    const steps = placeOf(other, precision) - placeOf(one, precision);
    const most = BigInt(tolerance?.ulps ?? 1);
    must(-most <= steps && steps <= most, `${said}, by more than ${most} steps`);
  }
}
