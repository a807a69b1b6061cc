import { z } from 'zod';
import { pointer } from '../../http/body/parse.js';

/** Parts that the forms of declarations are made of. Their messages say what must be there, for who writes a plugin. */

export const schema = z.custom<z.ZodType>(
  (value) => typeof value === 'object' && value !== null && '_zod' in value,
  'must be a schema made with zod 4',
);
export const callable = z.custom<() => void>((value) => typeof value === 'function', 'must be a function');
export const constructible = z.custom<object>((value) => typeof value === 'function', 'must be a class');
export const injectable = z.custom<object>(
  (value) => typeof value === 'function' || (typeof value === 'object' && value !== null && 'provide' in value),
  'must be a class, or an object with "provide"',
);
export const word = (what: string) =>
  z.string().regex(/^[a-z][a-z0-9_]{0,62}$/, `must be ${what}: lower case letters, digits and _`);
export const definition = (type: string, made: string) =>
  z.literal(`ostiary.${type}`, { error: `must be made with ${made}` });
export const text = z.strictObject({ en: z.string().min(1), pt: z.string().min(1) });
/** What is wrong with a value of a form, each with where it is (RFC 6901); nothing when it is well formed. */
export function formProblems(form: z.ZodType, value: unknown): readonly string[] {
  const result = form.safeParse(value);
  return result.success ? [] : result.error.issues.flatMap(told);
}

function told(issue: z.core.$ZodIssue): readonly string[] {
  const at = pointer(issue.path);
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `${at}/${key}: there is no such field`);
  if (issue.code === 'invalid_key') return issue.issues.map(({ message }) => `${at}: ${message}`);
  return [`${at}: ${issue.message}`];
}
