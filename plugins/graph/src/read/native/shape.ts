import { pointerChild } from '@ostiary/catalogue';
import { isList, isRecord, kindOf, type TreeRecord } from '../source/tree.js';
import { nearestTo, type Problems } from '../source/problems.js';

/**
 * What a value may be. `ok` is the fast answer for the million values that are right; `explain` is asked only of one that is wrong, and adds
 * a problem at least. `schema` says the same in JSON Schema.
 */
export interface Shape {
  ok(value: unknown): boolean;
  explain(value: unknown, pointer: string, problems: Problems): void;
  readonly schema: Schema;
}
export type Schema = Readonly<Record<string, unknown>>;

/** A shape that has no parts: what it expects is said in words. */
function leaf(ok: (value: unknown) => boolean, expected: string, schema: Schema): Shape {
  return {
    ok,
    explain: (value, pointer, problems) => problems.add('graph_value', pointer, { expected, found: foundIn(value) }),
    schema,
  };
}

/** A short value says more than its type. */
function foundIn(value: unknown): string {
  return typeof value === 'object' || value === undefined || value === '' ? kindOf(value) : JSON.stringify(value);
}

export const text = leaf((value) => typeof value === 'string', 'a text', { type: 'string' });

export const name = leaf((value) => typeof value === 'string' && value !== '', 'a text that is not empty', {
  type: 'string',
  minLength: 1,
});

export const number = leaf((value) => Number.isFinite(value), 'a number that a double holds exactly', {
  type: 'number',
});

export const bool = leaf((value) => typeof value === 'boolean', 'true or false', { type: 'boolean' });

export const isTrue = leaf((value) => value === true, 'true, or the member left out', { const: true });

export const isNull = leaf((value) => value === null, 'null', { type: 'null' });

/** A whole number that is not negative. */
export const count = leaf((value) => Number.isSafeInteger(value) && (value as number) >= 0, 'a whole number from 0', {
  type: 'integer',
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
});

export function oneOf(...values: readonly string[]): Shape {
  const known = new Set<unknown>(values);
  const expected = values.length === 1 ? values.join('') : `one of ${values.join(', ')}`;
  return leaf((value) => known.has(value), expected, values.length === 1 ? { const: values[0] } : { enum: values });
}

/** The first that fits; the last explains. */
export function either(expected: string, ...shapes: readonly Shape[]): Shape {
  return leaf((value) => shapes.some((shape) => shape.ok(value)), expected, {
    anyOf: shapes.map(({ schema }) => schema),
  });
}

export function listOf(item: Shape, { atLeast = 0 }: { readonly atLeast?: number } = {}): Shape {
  return {
    ok: (value) => isList(value) && value.length >= atLeast && value.every((one) => item.ok(one)),
    explain: (value, pointer, problems) => {
      if (!isList(value) || value.length < atLeast)
        return problems.add('graph_value', pointer, {
          expected: atLeast > 0 ? 'a list that is not empty' : 'a list',
          found: kindOf(value),
        });
      for (const [at, one] of value.entries()) {
        if (problems.full) return;
        if (!item.ok(one)) item.explain(one, pointerChild(pointer, at), problems);
      }
    },
    schema: { type: 'array', items: item.schema, ...(atLeast > 0 && { minItems: atLeast }) },
  };
}

/** Members by name; those of `required` must be there, and no others than these may be. */
export function recordOf(members: Readonly<Record<string, Shape>>, required: readonly string[]): Shape {
  const shapes = new Map(Object.entries(members));
  const missing = (value: TreeRecord): readonly string[] => required.filter((one) => !Object.hasOwn(value, one));
  return {
    ok: (value) => {
      if (!isRecord(value)) return false;
      for (const key in value) {
        const shape = shapes.get(key);
        if (!shape?.ok(value[key])) return false;
      }
      // By an index: this is asked of each of a million edges.
      for (let at = 0; at < required.length; at += 1) if (!Object.hasOwn(value, required[at] as string)) return false;
      return true;
    },
    explain: (value, pointer, problems) => {
      if (!isRecord(value))
        return problems.add('graph_value', pointer, { expected: 'a record', found: foundIn(value) });
      for (const key of missing(value)) problems.add('graph_field_missing', pointer, { field: key });
      for (const [key, one] of Object.entries(value)) {
        const shape = shapes.get(key);
        const at = pointerChild(pointer, key);
        if (!shape) problems.add('graph_field_unknown', at, { field: key, ...nearestTo(key, shapes.keys()) });
        else if (!shape.ok(one)) shape.explain(one, at, problems);
      }
    },
    schema: {
      type: 'object',
      properties: Object.fromEntries([...shapes].map(([key, { schema }]) => [key, schema])),
      required,
      additionalProperties: false,
    },
  };
}

/** A record whose shape is told by one of its members; `choose` gives the shape for a record. */
export function chosenBy(
  choose: (value: TreeRecord) => Shape | undefined,
  expected: string,
  shapes: readonly Shape[],
): Shape {
  return {
    ok: (value) => isRecord(value) && choose(value)?.ok(value) === true,
    explain: (value, pointer, problems) => {
      const shape = isRecord(value) ? choose(value) : undefined;
      if (shape) shape.explain(value, pointer, problems);
      else problems.add('graph_value', pointer, { expected, found: foundIn(value) });
    },
    schema: { oneOf: shapes.map(({ schema }) => schema) },
  };
}
