import type { z } from 'zod';

/** What a schema made of a value: the value it read, and its issues as they were raised, without words; none when it fits. */
interface Ran<Schema extends z.ZodType> {
  readonly value: z.output<Schema>;
  readonly issues: readonly z.core.$ZodRawIssue[];
}

/**
 * Runs a schema as zod runs one inside another: no error is made, with its stack and the words of every issue, of which one is read. A
 * table may have tens of thousands of rows that are none.
 * @throws Error when the schema is asynchronous; none of ours is
 */
export function runSchema<Schema extends z.ZodType>(schema: Schema, value: unknown): Ran<Schema> {
  const payload = schema._zod.run({ value, issues: [] }, { async: false });
  if (payload instanceof Promise) throw new Error('a schema of a request is asynchronous');
  return { value: payload.value as z.output<Schema>, issues: payload.issues };
}
