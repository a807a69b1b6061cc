/** Where the inputs of a property may lie: for each feature the values it may have. */
import type { Condition } from './conditions.js';
import { CellFault, meant, shown, type Words } from './flaw.js';
import { largest, nextDown, nextUp } from './floats.js';
import { type Precision, readNumber } from './number.js';
import type { FeatureFact, Names } from './vocabulary.js';
import { nearestNames } from '@ostiary/policy';

/** From `low` to `high`, both included. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The values that a feature may have. Intervals ascend and do not touch. */
export type Allowed =
  | { readonly kind: 'numbers'; readonly intervals: readonly Interval[]; readonly missing: boolean }
  /** `values` null: any. `except` is what is left out then. */
  | {
      readonly kind: 'texts';
      readonly values: readonly string[] | null;
      readonly except: readonly string[];
      readonly missing: boolean;
    };

/** By column of the model. */
export type Region = readonly Allowed[];

/** All values a feature can have: those of its precision, within what the schema says. */
export function domainOf(feature: FeatureFact): Allowed {
  const { precision, values } = feature;
  const missing = feature.missing === 'allow';
  if (precision === 'text') return { kind: 'texts', values, except: [], missing };
  const [least, most] = boundsOf(feature, precision);
  const within: Interval[] = [{ low: least, high: most }];
  const code = typeof feature.missing === 'string' ? null : feature.missing.code;
  if (code !== null && (code < least || code > most)) within.push(at(code));
  const intervals =
    values === null
      ? within
      : [
          ...intersect(
            within,
            values.map((text) => at(readNumber(text, precision))),
          ),
          ...(code === null ? [] : [at(code)]),
        ];
  return { kind: 'numbers', intervals: sorted(intervals), missing };
}

function boundsOf({ type, min, max }: FeatureFact, precision: Precision): readonly [number, number] {
  const flag = type === 'bool' || type === 'onehot';
  return [min ?? (flag ? 0 : -largest(precision)), max ?? (flag ? 1 : largest(precision))];
}

const at = (value: number): Interval => ({ low: value, high: value });

/**
 * The region of some conditions: every value that the schema allows and that meets all of them that are about one feature. It may be empty.
 * @throws CellFault for a name or a value that does not fit
 */
export function regionOf(conditions: readonly Condition[], names: Names): Region {
  const region = names.vocabulary.features.map((feature) => onGrid(feature, domainOf(feature)));
  for (const condition of conditions) {
    if (condition.kind === 'sum') continue;
    const feature = names.feature(condition.name);
    const own = region[feature.column];
    if (own !== undefined) region[feature.column] = onGrid(feature, narrowed(own, condition, feature));
  }
  return region;
}

function narrowed(allowed: Allowed, condition: Exclude<Condition, { kind: 'sum' }>, feature: FeatureFact): Allowed {
  if (condition.kind === 'missing') {
    if (feature.missing !== 'allow' && feature.missing !== 'never') {
      const { code } = feature.missing;
      return narrowed(
        allowed,
        { kind: 'compare', name: feature.name, op: condition.is ? '=' : '!=', value: String(code) },
        feature,
      );
    }
    if (!condition.is) return { ...allowed, missing: false };
    return allowed.kind === 'numbers'
      ? { kind: 'numbers', intervals: [], missing: allowed.missing }
      : { kind: 'texts', values: [], except: [], missing: allowed.missing };
  }
  if (allowed.kind === 'texts') return narrowedTexts(allowed, condition, feature);
  const precision = feature.precision as Precision;
  const wanted =
    condition.kind === 'among'
      ? among(
          condition.values.map((value) => valueOf(value, feature)),
          condition.not,
          precision,
        )
      : compared(condition.op, valueOf(condition.value, feature), precision);
  // A value that is missing compares with nothing.
  return { kind: 'numbers', intervals: intersect(allowed.intervals, wanted), missing: false };
}

function narrowedTexts(
  allowed: Extract<Allowed, { kind: 'texts' }>,
  condition: Extract<Condition, { kind: 'compare' | 'among' }>,
  feature: FeatureFact,
): Allowed {
  const values = condition.kind === 'among' ? condition.values : [condition.value];
  const not = condition.kind === 'among' ? condition.not : condition.op === '!=';
  if (condition.kind === 'compare' && condition.op !== '=' && condition.op !== '!=')
    throw new CellFault('comparison_of_text', {
      en: `"${shown(feature.name)}" is text. Compare it with =, != or in.`,
      pt: `"${shown(feature.name)}" é texto. Compare-o com =, != ou in.`,
    });
  for (const value of values) knownText(value, feature);
  const { values: own, except } = allowed;
  if (not)
    return own === null
      ? { ...allowed, except: [...new Set([...except, ...values])], missing: false }
      : { ...allowed, values: own.filter((value) => !values.includes(value)), missing: false };
  const kept = [...new Set(values)].filter((value) => (own === null ? !except.includes(value) : own.includes(value)));
  return { kind: 'texts', values: kept, except: [], missing: false };
}

function knownText(value: string, { values, name }: FeatureFact): void {
  if (values === null || values.includes(value)) return;
  const near = meant(nearestNames(value, values));
  throw new CellFault('value_unknown', {
    en: `"${shown(value)}" is not a value of "${shown(name)}".${near.en}`,
    pt: `"${shown(value)}" não é um valor de "${shown(name)}".${near.pt}`,
  });
}

/**
 * The value of a feature as a table spells it: a number, or yes/no of a flag.
 * @throws CellFault
 */
export function valueOf(text: string, { type, precision }: FeatureFact): number {
  const word = text.trim().toLowerCase();
  if ((type === 'bool' || type === 'onehot') && FLAGS.has(word)) return FLAGS.get(word) ?? 0;
  return readNumber(text, precision as Precision);
}

const FLAGS: ReadonlyMap<string, number> = new Map([
  ['yes', 1],
  ['true', 1],
  ['no', 0],
  ['false', 0],
]);

function compared(op: Extract<Condition, { kind: 'compare' }>['op'], value: number, precision: Precision): Interval[] {
  const [least, most] = [-largest(precision), largest(precision)];
  switch (op) {
    case '<=':
      return [{ low: least, high: value }];
    case '<':
      return [{ low: least, high: nextDown(value, precision) }];
    case '>=':
      return [{ low: value, high: most }];
    case '>':
      return [{ low: nextUp(value, precision), high: most }];
    case '=':
      return [at(value)];
    case '!=':
      return among([value], true, precision);
  }
}

function among(values: readonly number[], not: boolean, precision: Precision): Interval[] {
  if (!not) return sorted(values.map(at));
  let left: Interval[] = [{ low: -largest(precision), high: largest(precision) }];
  for (const value of values) {
    left = left.flatMap(({ low, high }) =>
      value < low || value > high
        ? [{ low, high }]
        : [
            { low, high: nextDown(value, precision) },
            { low: nextUp(value, precision), high },
          ].filter((each) => each.low <= each.high),
    );
  }
  return left;
}

/** What two lists of intervals share. */
export function intersect(one: readonly Interval[], other: readonly Interval[]): Interval[] {
  return sorted(
    one.flatMap((a) =>
      other
        .map((b) => ({ low: Math.max(a.low, b.low), high: Math.min(a.high, b.high) }))
        .filter(({ low, high }) => low <= high),
    ),
  );
}

function sorted(intervals: readonly Interval[]): Interval[] {
  const rising = intervals.toSorted((a, b) => a.low - b.low);
  const merged: Interval[] = [];
  for (const each of rising) {
    const last = merged.at(-1);
    if (last !== undefined && each.low <= last.high)
      merged[merged.length - 1] = { low: last.low, high: Math.max(last.high, each.high) };
    else merged.push(each);
  }
  return merged;
}

/** Values between the steps of a feature are none it can have: intervals begin and end on steps. */
function onGrid(feature: FeatureFact, allowed: Allowed): Allowed {
  const grid = gridOf(feature);
  if (grid === null || allowed.kind === 'texts') return allowed;
  const intervals = allowed.intervals
    .map(({ low, high }) => (isCode(feature, low) ? { low, high } : { low: grid.from(low), high: grid.to(high) }))
    .filter(({ low, high }) => low <= high);
  return { ...allowed, intervals };
}

/** Whether a number stands for a value that is missing. */
export const isCode = ({ missing }: FeatureFact, value: number): boolean =>
  missing !== 'allow' && missing !== 'never' && missing.code === value;

/** The values that a feature with steps can have. */
export interface Grid {
  readonly step: number;
  /** The first of them that is not below a number. */
  readonly from: (value: number) => number;
  /** The last of them that is not above a number. */
  readonly to: (value: number) => number;
}

/** Null for a feature that takes every number of its precision, or those of a list. */
export function gridOf({ step: own, min, type, precision, values }: FeatureFact): Grid | null {
  const step = own ?? (type === 'float' || type === 'enum' || values !== null ? null : 1);
  if (step === null || precision === 'text') return null;
  const origin = min ?? 0;
  // The value is what the decimal steps come to in the precision of the column.
  const nth = (steps: number): number =>
    precision === 'float32' ? Math.fround(origin + steps * step) : origin + steps * step;
  const near = (value: number): number => Math.round((value - origin) / step);
  // Beyond 2^53 steps neighbours cannot be told apart by their number.
  const far = (value: number): boolean => Math.abs((value - origin) / step) > Number.MAX_SAFE_INTEGER / 4;
  return {
    step,
    from: (value) => {
      if (far(value)) return value;
      const steps = near(value);
      return [nth(steps - 1), nth(steps)].find((each) => each >= value) ?? nth(steps + 1);
    },
    to: (value) => {
      if (far(value)) return value;
      const steps = near(value);
      return [nth(steps + 1), nth(steps)].find((each) => each <= value) ?? nth(steps - 1);
    },
  };
}

/** Why a region holds nothing; null where it may hold something. */
export function emptiness(region: Region, names: Names): Words | null {
  const { features } = names.vocabulary;
  const bare = features.find(({ column }) => isEmpty(region[column]));
  if (bare !== undefined)
    return {
      en: `No value of "${shown(bare.name)}" meets all conditions.`,
      pt: `Nenhum valor de "${shown(bare.name)}" cumpre todas as condições.`,
    };
  for (const [group, members] of names.oneHot()) {
    const set = members.filter(({ column }) => isOnly(region[column], 1));
    const possible = members.filter(({ column }) => mayBe(region[column], 1));
    if (set.length > 1) {
      const both = set.map(({ name }) => `"${shown(name)}"`);
      return {
        en: `${both.join(' and ')} belong to the one-hot group "${shown(group)}", where only one feature can be 1.`,
        pt: `${both.join(' e ')} são do grupo one-hot "${shown(group)}", em que só uma característica pode ser 1.`,
      };
    }
    if (possible.length === 0)
      return {
        en: `No feature of the one-hot group "${shown(group)}" can be 1.`,
        pt: `Nenhuma característica do grupo one-hot "${shown(group)}" pode ser 1.`,
      };
  }
  return null;
}

function isEmpty(allowed: Allowed | undefined): boolean {
  if (allowed === undefined || allowed.missing) return false;
  return allowed.kind === 'numbers' ? allowed.intervals.length === 0 : allowed.values?.length === 0;
}

const mayBe = (allowed: Allowed | undefined, value: number): boolean =>
  allowed?.kind === 'numbers' && allowed.intervals.some(({ low, high }) => low <= value && value <= high);

const isOnly = (allowed: Allowed | undefined, value: number): boolean =>
  allowed?.kind === 'numbers' &&
  !allowed.missing &&
  allowed.intervals.length === 1 &&
  allowed.intervals.every(({ low, high }) => low === value && high === value);
