import type { Field, Type } from '../model.js';

/** What a schema says about a value: its type, whether null counts too, and what a field carries beside the type. */
export interface SchemaReading {
  readonly type: Type;
  readonly nullable: boolean;
  /** True for `false` and for an empty union: no value at all. */
  readonly never?: boolean;
  /** Says nothing about null, so beside other schemas those decide; alone, null is no value of a required field. */
  readonly freeOfNull?: boolean;
  /** Only ever answered, never sent. */
  readonly readOnly?: boolean;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
}

export const ANY: Type = { kind: 'any' };

/** The field of a property. Null counts as absent, so a nullable property is optional. */
export function fieldOf(reading: SchemaReading, required: boolean): Field {
  const { type, nullable, description, examples, default: fallback } = reading;
  return {
    type,
    required: required && !nullable,
    ...(nullable && { nullable }),
    ...(description !== undefined && { description }),
    ...(examples !== undefined && { examples }),
    ...(fallback !== undefined && { default: fallback }),
  };
}
