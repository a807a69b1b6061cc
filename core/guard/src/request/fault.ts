import { pointerChild } from '@ostiary/catalogue';
import { nearestNames } from '@ostiary/policy';
import { z } from 'zod';
import type { Words } from '../words.js';
import { runSchema } from './run-schema.js';

/** The first thing that is wrong with a call, a context or a row. */
export interface Fault {
  /** JSON pointer into what was checked. */
  readonly pointer: string;
  readonly detail: Words;
}

/** A value that a schema has read, or what is wrong with it. */
export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: Fault };

/** Reads a value by one of the schemas of this folder; what it finds wrong first is put in words. */
export function readAs<Schema extends z.ZodType>(schema: Schema, value: unknown): Read<z.output<Schema>> {
  const { value: read, issues } = runSchema(schema, value);
  const [raw] = issues;
  if (!raw) return { ok: true, value: read };
  const issue = z.core.util.finalizeIssue(raw, undefined, z.config());
  const pointer = issue.path.reduce<string>((base, key) => pointerChild(base, String(key)), '');
  return { ok: false, fault: { pointer, detail: wordsOf(schema, issue) } };
}

function wordsOf(schema: z.ZodType, issue: z.core.$ZodIssue): Words {
  switch (issue.code) {
    case 'custom':
      return { en: issue.message, pt: String(issue.params?.['pt'] ?? issue.message) };
    case 'unrecognized_keys':
      return unknownField(issue.keys[0] ?? '', fieldsAt(schema, issue.path));
    case 'invalid_type':
      return { en: `must be of type ${issue.expected}`, pt: `tem de ser do tipo ${issue.expected}` };
    case 'invalid_value': {
      const values = issue.values.map(String).join(', ');
      return { en: `must be one of ${values}`, pt: `tem de ser um de ${values}` };
    }
    default:
      return { en: issue.message, pt: `não é válido (${issue.message})` };
  }
}

function unknownField(key: string, names: readonly string[]): Words {
  const shown = `\`${key.slice(0, 80)}\``;
  const [meant] = nearestNames(key, names);
  if (meant !== undefined)
    return {
      en: `unknown field ${shown}; did you mean \`${meant}\`?`,
      pt: `campo desconhecido ${shown}; queria dizer \`${meant}\`?`,
    };
  const list = names.map((name) => `\`${name}\``).join(', ');
  return { en: `unknown field ${shown}; there are ${list}`, pt: `campo desconhecido ${shown}; existem ${list}` };
}

type Json = Readonly<Record<string, unknown>>;

/** A schema as JSON Schema, and by their ids those it refers to. */
interface Described {
  readonly root: Json;
  readonly named: ReadonlyMap<string, Json>;
}

const described = new WeakMap<z.ZodType, Described>();

/** A schema as JSON Schema, made once: a table may have 50,000 rows with a field that nobody knows. */
function describedAs(schema: z.ZodType): Described {
  const known = described.get(schema);
  if (known) return known;
  const root = z.toJSONSchema(schema, { io: 'input' }) as Json;
  const made = { root, named: new Map(namedIn(root)) };
  described.set(schema, made);
  return made;
}

/** The schemas under `$defs`, at every depth: a schema that is described by its JSON brings its own along. */
function namedIn(value: unknown): readonly (readonly [string, Json])[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Object.hasOwn(value, '$defs') ? Object.entries((value as { readonly $defs: Json }).$defs) : [];
  return [...(own as (readonly [string, Json])[]), ...Object.values(value).flatMap(namedIn)];
}

/** Names of the fields that the schema knows at a path through objects. */
function fieldsAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  const { root, named } = describedAs(schema);
  const followed = (place: Json): Json =>
    typeof place['$ref'] === 'string' ? followed(named.get(place['$ref'].replace('#/$defs/', '')) ?? {}) : place;
  let place = followed(root);
  for (const step of path) {
    const { properties, items } = place as { readonly properties?: Json; readonly items?: Json };
    place = followed(((typeof step === 'number' ? items : properties?.[String(step)]) ?? {}) as Json);
  }
  return Object.keys(place['properties'] ?? {});
}
