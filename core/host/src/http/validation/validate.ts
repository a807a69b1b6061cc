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
