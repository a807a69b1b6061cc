import {
  bitsOf,
  decimal,
  type FeatureFact,
  type Precision,
  type Property,
  quotedText,
  type Region,
  type Value,
} from '../table/index.js';
import type { CellForest } from '../cells/index.js';
import type { Scored } from './model.js';
import type { ShownInput, ShownValue } from './result.js';

/**
 * Values as the model takes them, from numbers and cells of the search.
 * @param record whose texts stay as they are where no test of the model tells them from others
 */
export function valuesOf(
  numbers: Float64Array,
  cells: Int32Array,
  forest: CellForest,
  features: readonly FeatureFact[],
  record: readonly Value[] | null,
): Value[] {
  return features.map(({ column, precision, values }): Value => {
    // The runtime is given the number as its column holds it.
    if (precision !== 'text') return inPrecision(numbers[column] ?? Number.NaN, precision);
    const own = forest.columns[column];
    const cell = cells[column] ?? 0;
    if (own?.missing === true && cell === own.cells - 1) return null;
    const category = own?.categories?.[cell];
    if (category !== null && category !== undefined) return String(category);
    return otherText(own?.categories ?? [], values, record?.[column] ?? null);
  });
}

const inPrecision = (value: number, precision: Precision): number =>
  precision === 'float32' ? Math.fround(value) : value;

/** A text that no test of the model knows: that of the record, one that the schema has, or one that nobody has. */
export function otherText(
  known: readonly (string | number | null)[],
  values: readonly string[] | null,
  before: Value,
): string {
  const texts = new Set(known.filter((each) => each !== null).map(String));
  if (typeof before === 'string' && !texts.has(before)) return before;
  const own = values?.find((value) => !texts.has(value));
  if (own !== undefined) return own;
  let text = 'other';
  while (texts.has(text)) text += '_';
  return text;
}

function shownValue(value: Value, { name, precision, unit }: FeatureFact): ShownValue {
  const own = { feature: name, ...(unit !== null && { unit }) };
  if (value === null) return { ...own, value: null, bits: null };
  if (typeof value === 'string' || precision === 'text') return { ...own, value: String(value), bits: null };
  const decimals = Number.isNaN(value) ? null : decimal(value, precision);
  return { ...own, value: decimals, bits: bitsOf(value, precision) };
}

/** A feature with the unit of its values: `income (EUR)`. */
export const nameText = ({ name, unit }: Pick<FeatureFact, 'name' | 'unit'>): string =>
  unit === null ? name : `${name} (${unit})`;

/** A value as people read it: a number, `missing`, or a text, between quotes where it could be taken for something else. */
export function valueText(value: Value, { precision }: Pick<FeatureFact, 'precision'>): string {
  if (value === null || Number.isNaN(value)) return 'missing';
  return typeof value === 'string' || precision === 'text' ? quotedText(String(value)) : decimal(value, precision);
}

export function shownInput(
  values: readonly Value[],
  { label, scores }: Pick<Scored, 'label' | 'scores'>,
  features: readonly FeatureFact[],
  precision: 'float32' | 'float64',
  model: ShownInput['model'] = 'model',
): ShownInput {
  return {
    model,
    values: features.map((feature) => shownValue(values[feature.column] ?? null, feature)),
    label,
    scores,
    score_bits: scores.map((score) => bitsOf(score, precision)),
  };
}

/** Whether two values are the same to the model: both missing, or equal, where -0 is 0. */
export const sameValue = (one: Value, other: Value): boolean =>
  one === other || (typeof one === 'number' && typeof other === 'number' && Number.isNaN(one) && Number.isNaN(other));

/** The conditions of a row with the numbers that were used: one text for each feature that it narrows, and for each sum. */
export function usedText({ where, region }: Property, features: readonly FeatureFact[], whole: Region): string[] {
  const named = new Set(where.conditions.map(({ name }) => name));
  const sums = where.conditions.flatMap((condition) => {
    if (condition.kind !== 'sum') return [];
    const terms = condition.terms.map(({ name, weight }) => `${decimal(weight, 'float64')} * ${name}`);
    return [`${terms.join(' + ')} ${condition.op} ${decimal(condition.value, 'float64')}`];
  });
  const alone = features.flatMap(({ name, column, precision }) => {
    const own = region[column];
    if (!named.has(name) || own === undefined || own === whole[column]) return [];
    const text = (value: number): string => decimal(value, precision === 'text' ? 'float64' : precision);
    const parts =
      own.kind === 'texts'
        ? [...(own.values?.map(quotedText) ?? ['*']), ...own.except.map((value) => `not ${quotedText(value)}`)]
        : own.intervals.map(({ low, high }) => (low === high ? text(low) : `${text(low)} .. ${text(high)}`));
    const held = [...parts, ...(own.missing ? ['missing'] : [])];
    // Of a feature that nothing is left of, the reason says so.
    return held.length === 0 ? [] : [`${name}: ${held.join(' | ')}`];
  });
  return [...alone, ...sums];
}
