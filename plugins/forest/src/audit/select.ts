import {
  type Condition,
  LABEL,
  meetsSum,
  type Property,
  type RecordRow,
  type Region,
  type Value,
} from '../table/index.js';
import type { Scored } from './model.js';

/** Records that a row is about: those whose values lie in its region, and of which the model says what the row asks for. */
export function isSelected(property: Property, record: RecordRow, score: () => Scored): boolean {
  if (!property.region.every((allowed, column) => isWithin(record.values[column] ?? null, allowed))) return false;
  if (!property.sums.every((bound) => meetsSum(bound, record.values))) return false;
  return property.where.conditions.every(
    (condition) => condition.kind === 'sum' || condition.name !== LABEL || labelMeets(condition, score().label),
  );
}

function isWithin(value: Value, allowed: Region[number]): boolean {
  if (value === null || (typeof value === 'number' && Number.isNaN(value))) return allowed.missing;
  if (allowed.kind === 'texts')
    return typeof value === 'string' && (allowed.values?.includes(value) ?? true) && !allowed.except.includes(value);
  return typeof value === 'number' && allowed.intervals.some(({ low, high }) => low <= value && value <= high);
}

function labelMeets(condition: Exclude<Condition, { kind: 'sum' }>, label: string | number | null): boolean {
  const text = String(label);
  if (condition.kind === 'missing') return condition.is === (label === null);
  if (condition.kind === 'among') return condition.values.includes(text) !== condition.not;
  return condition.op === '!=' ? condition.value !== text : condition.op === '=' && condition.value === text;
}
