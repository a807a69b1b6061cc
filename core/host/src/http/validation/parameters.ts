import { ProblemError, type ProblemItem } from '@ostiary/plugin-api';
import { z } from 'zod';
import { parameterItem } from '../../problems/parameter-item.js';
import { problemItems } from './issues.js';
import { KnownFields, nearest } from './known-fields.js';
import { strictly } from './strict.js';

const NOTHING = z.object({});

type Values = Readonly<Record<string, unknown>>;

/**
 * Parameters of the query, checked: those that nobody declared are refused, so that typing errors show.
 * @param schema undefined where the operation has no parameters
 * @throws ProblemError `invalid_request`
 */
export function validateQuery(schema: z.ZodType | undefined, value: Values): Values {
  const strict = strictly(schema ?? NOTHING);
  const result = z.safeParse(strict, value);
  if (result.success) return result.data as Values;
  throw new ProblemError('invalid_request', { errors: queryItems(result.error.issues, value, strict) });
}

/**
 * As `validateQuery`, for operations that cannot answer 400: a parameter that is wrong or unknown counts as not sent.
 * @throws when the schema does not take an empty query: then the declaration is wrong
 */
export function lenientQuery<Schema extends z.ZodType>(schema: Schema, value: Values): z.output<Schema> {
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

function queryItems(issues: readonly z.core.$ZodIssue[], value: Values, schema: z.ZodType): readonly ProblemItem[] {
  const known = new KnownFields(schema);
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((name) => unknown(name, known.at([])));
    const parameter = String(issue.path[0] ?? '');
    return problemItems([issue], value, known).map((item) => ({ ...withoutPointer(item), parameter, in: 'query' }));
  });
}

/** A parameter is named; only a body has places to point at. */
function withoutPointer(item: ProblemItem): ProblemItem {
  const { pointer: _pointer, slug, detail, ...rest } = item;
  return { slug, detail, ...rest };
}

function unknown(name: string, names: readonly string[]): ProblemItem {
  const meant = nearest(name, names);
  const list = names.map((known) => `\`${known}\``).join(', ');
  const [en, pt] =
    meant !== undefined
      ? [
          `There is no such parameter; did you mean \`${meant}\`?`,
          `Não existe tal parâmetro; queria dizer \`${meant}\`?`,
        ]
      : names.length > 0
        ? [
            `There is no such parameter; the parameters here are ${list}.`,
            `Não existe tal parâmetro; os parâmetros aqui são ${list}.`,
          ]
        : ['There is no such parameter; there are none here.', 'Não existe tal parâmetro; aqui não há nenhum.'];
  return parameterItem('query', name, 'unknown_parameter', { en, pt });
}
