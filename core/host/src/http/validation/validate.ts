import { ProblemError } from '@ostiary/plugin-api';
import { z } from 'zod';
import { problemItems } from './issues.js';
import { KnownFields } from './known-fields.js';

/**
 * A body checked by its schema, defaults filled in. `beside`: fields that stand in the same body and are checked elsewhere.
 * @throws ProblemError `invalid_request` with a pointer for each thing that is wrong
 */
export function validateBody<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  beside: readonly string[] = [],
): z.output<Schema> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const known = new KnownFields(schema, beside);
  throw new ProblemError('invalid_request', { errors: problemItems(result.error.issues, value, known) });
}

/**
 * Parameters of the query, checked. `parameter` names each that is wrong.
 * @throws ProblemError `invalid_request`
 */
export function validateQuery<Schema extends z.ZodType>(
  schema: Schema,
  value: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  throw new ProblemError('invalid_request', { errors: parameterItems(result.error, value, schema) });
}

/**
 * As `validateQuery`, for operations that cannot answer 400: a parameter that is wrong or unknown counts as not sent.
 * @throws when the schema does not take an empty query: then the declaration is wrong
 */
export function lenientQuery<Schema extends z.ZodType>(
  schema: Schema,
  value: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  const left = new Map(Object.entries(value));
  for (;;) {
    const result = z.safeParse(schema, Object.fromEntries(left));
    if (result.success) return result.data;
    const wrong = result.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' ? issue.keys : issue.path.slice(0, 1).map(String),
    );
    const dropped = wrong.filter((name) => left.delete(name));
    if (dropped.length === 0) throw new Error(`the query schema refuses an empty query: ${result.error.message}`);
  }
}

/**
 * Parts of the path, checked.
 * @throws ProblemError `not_found`: an id that cannot be one is as unknown as any other
 */
export function validateParams<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  throw new ProblemError('not_found');
}

function parameterItems(error: z.ZodError, value: unknown, schema: z.ZodType) {
  return problemItems(error.issues, value, new KnownFields(schema)).map((item) => ({
    ...item,
    pointer: '',
    parameter: item.pointer.slice(1),
    in: 'query',
  }));
}
