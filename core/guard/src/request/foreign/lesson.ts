import { z } from 'zod';
import { runSchema } from '../run-schema.js';

/** What a value that is written for another program should look like here. */
export interface Lesson {
  readonly en: string;
  readonly pt: string;
  /** `form_foreign` when absent. */
  readonly slug?: string;
  /** The field that tells it; the value as a whole when absent. */
  readonly field?: string;
}

type Teacher = (value: unknown) => Lesson | null;

/**
 * The schema, asked only when the value is not written in a form of somebody else's. That form would break the schema
 * in many small ways, none of which says what to do; the lesson is then the only thing said about the value.
 */
export function taught<Schema extends z.ZodType>(schema: Schema, teacher: Teacher): Schema {
  const checked = z.unknown().check((context) => {
    const lesson = teacher(context.value);
    if (lesson !== null) {
      const { en, pt, slug = 'form_foreign', field } = lesson;
      const path = field === undefined ? [] : [field];
      context.issues.push({ code: 'custom', message: en, params: { pt, slug }, path, input: context.value });
      return;
    }
    const { value, issues } = runSchema(schema, context.value);
    if (issues.length === 0) context.value = value;
    else for (const issue of issues) context.issues.push({ ...issue, continue: false });
  });
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' });
  return checked.meta(json) as unknown as Schema;
}

export type Members = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object: neither null nor an array. */
export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Keys are the caller's: own members only. */
export function member(value: Members, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The first of some keys that is there. */
export function firstOf(value: Members, keys: readonly string[]): string | undefined {
  return keys.find((key) => Object.hasOwn(value, key));
}
