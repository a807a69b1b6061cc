/** Conditions as they are written, asked of a value. */
import { type Condition, type FeatureFact, LABEL, type Value } from '../table/index.js';
import { isMissing, numberIn } from './input.js';

/** A condition on one feature. */
type OfOne = Exclude<Condition, { kind: 'sum' }>;

/** Whether values meet all conditions on features; of records also those on what the model answers (`label`). */
export function meetsAll(
  conditions: readonly Condition[],
  values: readonly Value[],
  features: readonly FeatureFact[],
  label?: string | number | null,
): boolean {
  return conditions.every((condition) => {
    if (condition.kind === 'sum') {
      // Added from left to right in doubles; what is missing makes it none that compares.
      let sum = 0;
      for (const { name, weight } of condition.terms) {
        const value = values[features.find((each) => each.name === name)?.column ?? -1];
        sum += weight * (typeof value === 'number' ? value : Number.NaN);
      }
      return compares(sum, condition.op, condition.value);
    }
    if (label !== undefined && condition.name === LABEL)
      return meetsText(condition, label === null ? null : String(label));
    const feature = features.find(({ name }) => name === condition.name);
    return feature !== undefined && meets(condition, values[feature.column] ?? null, feature);
  });
}

function meets(condition: OfOne, value: Value, feature: FeatureFact): boolean {
  if (feature.precision === 'text') return meetsText(condition, typeof value === 'string' ? value : null);
  if (condition.kind === 'missing')
    return condition.is === (typeof feature.missing === 'object' ? value === feature.missing.code : isMissing(value));
  // A value that is missing compares with nothing.
  if (typeof value !== 'number' || Number.isNaN(value)) return false;
  if (condition.kind === 'among')
    return condition.values.some((text) => numberIn(text, feature) === value) !== condition.not;
  return compares(value, condition.op, numberIn(condition.value, feature));
}

function meetsText(condition: OfOne, text: string | null): boolean {
  if (condition.kind === 'missing') return condition.is === (text === null);
  if (text === null) return false;
  if (condition.kind === 'among') return condition.values.includes(text) !== condition.not;
  return condition.op === '=' ? text === condition.value : condition.op === '!=' && text !== condition.value;
}

export function compares(value: number, op: '<=' | '<' | '>=' | '>' | '=' | '!=', limit: number): boolean {
  switch (op) {
    case '<=':
      return value <= limit;
    case '<':
      return value < limit;
    case '>=':
      return value >= limit;
    case '>':
      return value > limit;
    case '=':
      return value === limit;
    case '!=':
      return value !== limit;
  }
}
