/**
 * Side conditions over values: sums that are bounded, one column of a group that is 1, columns that follow from others. A box is narrowed
 * by what its ends allow, which takes away nothing that could be met; whether a point of it meets them all is tried with values.
 */
import type { Derived, Region, Subject } from '../question/index.js';
import type { Axis } from './axis.js';
import { roundDown, roundUp } from './floats.js';

export type Rule =
  | {
      readonly kind: 'linear';
      readonly axes: readonly number[];
      readonly weights: readonly number[];
      readonly most: number;
    }
  | { readonly kind: 'derived'; readonly axes: readonly number[]; readonly operation: Derived['operation'] };

/** Rules of both inputs, over axes. */
export function rulesOf({ region, second }: Subject, axisOf: readonly [Int32Array, Int32Array]): Rule[] {
  const of = (given: Region, copy: 0 | 1): Rule[] => {
    const axis = (column: number): number => axisOf[copy][column]!;
    const sum = (columns: readonly number[], weights: readonly number[], most: number): Rule => ({
      kind: 'linear',
      axes: columns.map(axis),
      weights,
      most,
    });
    return [
      ...(given.linear ?? []).map(({ terms, most }) =>
        sum(
          terms.map(({ column }) => column),
          terms.map(({ weight }) => weight),
          most,
        ),
      ),
      ...(given.oneHot ?? []).flatMap(({ columns }) => [
        sum(
          columns,
          columns.map(() => 1),
          1,
        ),
        sum(
          columns,
          columns.map(() => -1),
          -1,
        ),
      ]),
      ...(given.derived ?? []).map(({ column, operation, of: [one, other] }): Rule => ({
        kind: 'derived',
        operation,
        axes: [axis(column), axis(one), axis(other)],
      })),
    ];
  };
  return [...of(region, 0), ...(second === undefined ? [] : of(second.region, 1))];
}

/** What an operation gives, rounded to what the column can have. */
function derive(operation: Derived['operation'], one: number, other: number, axis: Axis): number {
  const exact =
    operation === 'ratio'
      ? one / other
      : operation === 'product'
        ? one * other
        : operation === 'sum'
          ? one + other
          : one - other;
  if (axis.spacing === 'float32') return Math.fround(exact);
  return axis.spacing === 'float64' ? exact : Math.round(exact / axis.spacing) * axis.spacing;
}

/** Part of the sizes added within which a difference of sums is in doubt. */
const ROOM = 1e-9;

/**
 * Narrows ranges of positions by one rule through `set`; false where nothing is left. Rounded products and sums never fall where an
 * operand grows, so a bounded sum at the ends of ranges, added as `met` adds, is the least that there is, bit for bit.
 */
export function tighten(
  rule: Rule,
  axes: readonly Axis[],
  lo: Int32Array,
  hi: Int32Array,
  set: (axis: number, lo: number, hi: number) => boolean,
): boolean {
  if (rule.kind === 'derived') return tightenDerived(rule, axes, lo, hi, set);
  let least = 0;
  let size = Math.abs(rule.most);
  rule.axes.forEach((axis, k) => {
    const term = leastTerm(axes[axis]!, rule.weights[k]!, lo[axis]!, hi[axis]!);
    least += term;
    size += Math.abs(term);
  });
  const room = ROOM * size;
  if (!Number.isFinite(least)) return true;
  if (least > rule.most) return false;
  const ends = [lo, hi] as const;
  for (let k = 0; k < rule.axes.length; k += 1) {
    const axis = rule.axes[k]!;
    const { low, high } = axes[axis]!;
    const weight = rule.weights[k]!;
    const rest = rule.most - (least - leastTerm(axes[axis]!, weight, lo[axis]!, hi[axis]!));
    const over = (term: number): boolean =>
      term > rest + room || (term > rest - room && leastWith(rule, axes, ends, k, term) > rule.most);
    let [from, to] = [lo[axis]!, hi[axis]!];
    if (weight > 0) while (to >= from && over(weight * low[to]!)) to -= 1;
    else while (from <= to && over(weight * high[from]!)) from += 1;
    if ((from > lo[axis]! || to < hi[axis]!) && !set(axis, from, to)) return false;
  }
  return true;
}

/** The least sum where one term is given. */
function leastWith(
  { axes: own, weights }: Extract<Rule, { kind: 'linear' }>,
  axes: readonly Axis[],
  [lo, hi]: readonly [Int32Array, Int32Array],
  at: number,
  term: number,
): number {
  return own.reduce(
    (sum, axis, k) => sum + (k === at ? term : leastTerm(axes[axis]!, weights[k]!, lo[axis]!, hi[axis]!)),
    0,
  );
}

function leastTerm({ low, high }: Axis, weight: number, lo: number, hi: number): number {
  return weight > 0 ? weight * low[lo]! : weight * high[hi]!;
}

function tightenDerived(
  { operation, axes: [target, one, other] }: Extract<Rule, { kind: 'derived' }>,
  axes: readonly Axis[],
  lo: Int32Array,
  hi: Int32Array,
  set: (axis: number, lo: number, hi: number) => boolean,
): boolean {
  const ends = (axis: number): [number, number] => [axes[axis]!.low[lo[axis]!]!, axes[axis]!.high[hi[axis]!]!];
  const [a, b] = [ends(one!), ends(other!)];
  if (operation === 'ratio' && b[0] <= 0 && b[1] >= 0) return true;
  // Over a box each operation is greatest and least at corners.
  const corners = a.flatMap((left) => b.map((right) => derive(operation, left, right, axes[target!]!)));
  if (corners.some(Number.isNaN)) return true;
  const [least, most] = [Math.min(...corners), Math.max(...corners)];
  const { low, high } = axes[target!]!;
  let [from, to] = [lo[target!]!, hi[target!]!];
  while (from <= to && high[from]! < least) from += 1;
  while (to >= from && low[to]! > most) to -= 1;
  return (from === lo[target!] && to === hi[target!]) || set(target!, from, to);
}

/** Whether values (by axis) meet a rule. */
function met(rule: Rule, axes: readonly Axis[], values: Float64Array): boolean {
  if (rule.kind === 'linear')
    return rule.axes.reduce((sum, axis, k) => sum + rule.weights[k]! * values[axis]!, 0) <= rule.most;
  const [target, one, other] = rule.axes;
  return values[target!] === derive(rule.operation, values[one!]!, values[other!]!, axes[target!]!);
}

/** Values that are tried together, at most. */
const TRIED = 4096;

/** The operand that gives a result together with the other operand: the first of the two, or the second. */
function operandOf(operation: Derived['operation'], result: number, other: number, first: boolean): number {
  if (operation === 'ratio') return first ? result * other : other / result;
  if (operation === 'product') return result / other;
  if (operation === 'sum') return result - other;
  return first ? result + other : other - result;
}

/** Values that a column can have, from `least` to `most`, at a value and beside it. */
function near(
  value: number,
  { values: listed, spacing }: Axis,
  position: number,
  least: number,
  most: number,
): number[] {
  const step = typeof spacing === 'number' ? spacing : Math.abs(value) * (spacing === 'float32' ? 2 ** -23 : 2 ** -52);
  return [value, value - step, value + step]
    .flatMap((each) => [roundDown(each, spacing, least), roundUp(each, spacing, least)])
    .filter((each) => each >= least && each <= most && (listed?.[position]?.includes(each) ?? true));
}

/**
 * Values of a column that follow where the others of a rule are known: near those from which a derived column gets the ends of its cell,
 * and those at which a bounded sum just comes to its bound.
 */
function solved(
  rules: readonly Rule[],
  axes: readonly Axis[],
  axis: number,
  point: Int32Array,
  knows: (axis: number) => number,
): number[] {
  const { low, high } = axes[axis]!;
  const [least, most] = [low[point[axis]!]!, high[point[axis]!]!];
  if (least === most) return [];
  const beside = (value: number): number[] => near(value, axes[axis]!, point[axis]!, least, most);
  return rules.flatMap((rule) => {
    if (rule.kind === 'linear') {
      const at = rule.axes.indexOf(axis);
      if (at < 0) return [];
      const rest = rule.axes.reduce((sum, each, k) => (k === at ? sum : sum + rule.weights[k]! * knows(each)), 0);
      return beside((rule.most - rest) / rule.weights[at]!);
    }
    if (rule.axes[1] !== axis && rule.axes[2] !== axis) return [];
    const first = rule.axes[1] === axis;
    const target = axes[rule.axes[0]!]!;
    const other = knows(rule.axes[first ? 2 : 1]!);
    return [target.low[point[rule.axes[0]!]!]!, target.high[point[rule.axes[0]!]!]!].flatMap((result) => {
      return beside(operandOf(rule.operation, result, other, first));
    });
  });
}

/** Moves values to the ends of their cells, one by one, until each bounded sum is met in turn; whether all are in the end. */
function leans(rules: readonly Rule[], axes: readonly Axis[], point: Int32Array, values: Float64Array): boolean {
  for (const rule of rules) {
    if (rule.kind !== 'linear') return false;
    for (let k = 0; k < rule.axes.length && !met(rule, axes, values); k += 1) {
      const { low, high } = axes[rule.axes[k]!]!;
      const end = (rule.weights[k]! > 0 ? low : high)[point[rule.axes[k]!]!]!;
      if (Number.isFinite(end)) values[rule.axes[k]!] = end;
    }
  }
  return rules.every((rule) => met(rule, axes, values));
}

/**
 * Looks for values at a point that meet all rules: `preferred` values, the ends of cells, what follows from them, and what they follow
 * from. False where none of these do; there may be others, unless every axis of a rule has one value at the point.
 */
export function assign(
  rules: readonly Rule[],
  axes: readonly Axis[],
  point: Int32Array,
  values: Float64Array,
): boolean {
  const follows = new Set(rules.flatMap((rule) => (rule.kind === 'derived' ? [rule.axes[0]!] : [])));
  const free = [...new Set(rules.flatMap((rule) => rule.axes))].filter((axis) => !follows.has(axis));
  const preferred = values.slice();
  const choices = free.map((axis) => {
    const { low, high, values: listed } = axes[axis]!;
    const position = point[axis]!;
    const list = listed?.[position] ?? [low[position]!, high[position]!];
    return [...new Set([preferred[axis]!, ...list])].filter((value) => Number.isFinite(value));
  });
  if (follows.size === 0 && leans(rules, axes, point, values)) return true;
  let left = TRIED;
  const go = (at: number): boolean => {
    if (at < free.length) {
      const axis = free[at]!;
      const knows = (other: number): number => (free.indexOf(other) < at && !follows.has(other) ? values[other]! : NaN);
      for (const value of new Set([...choices[at]!, ...solved(rules, axes, axis, point, knows)])) {
        values[axis] = value;
        if (go(at + 1)) return true;
      }
      return false;
    }
    left -= 1;
    if (left < 0) return false;
    for (const rule of rules) {
      if (rule.kind !== 'derived') continue;
      const [target, one, other] = rule.axes;
      const { low, high } = axes[target!]!;
      const value = derive(rule.operation, values[one!]!, values[other!]!, axes[target!]!);
      if (!(value >= low[point[target!]!]! && value <= high[point[target!]!]!)) return false;
      values[target!] = value;
    }
    return rules.every((rule) => met(rule, axes, values));
  };
  return go(0);
}
