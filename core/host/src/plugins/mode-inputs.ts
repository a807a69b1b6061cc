import { ARTEFACT_KEYWORD, INPUT_KEYWORD } from '@ostiary/plugin-api';
import { z } from 'zod';

/** The files that requests of one schema may name. */
export interface ModeInputs {
  /** Every purpose named in it, each once. */
  readonly purposes: readonly string[];
  /** Purposes of the fields that every request has and that take nothing but a file. */
  readonly needed: readonly string[];
  /** Whether a request may name any file. */
  readonly any: boolean;
}

const known = new WeakMap<z.ZodType, ModeInputs>();

/** Which files the requests of a mode or a variant may name, by its schema. */
export function inputsOf(request: z.ZodType): ModeInputs {
  const found = known.get(request) ?? read(request);
  known.set(request, found);
  return found;
}

type Json = Readonly<Record<string, unknown>>;

function read(request: z.ZodType): ModeInputs {
  const root = schemaOf(request);
  const { required, properties } = root;
  const fields = isObject(properties) ? properties : {};
  const needed = (Array.isArray(required) ? required : []).flatMap((name) => purposeOf(fields[String(name)]));
  const purposes = [...new Set(purposesIn(root))];
  return { purposes, needed: [...new Set(needed)], any: purposes.length > 0 || takesArtefacts(root) };
}

/** Nothing for a schema that cannot be written as JSON Schema: with that it is refused as `contract_invalid`. */
function schemaOf(request: z.ZodType): Json {
  try {
    return z.toJSONSchema(request, { io: 'input', unrepresentable: 'any' });
  } catch {
    return {};
  }
}

function purposesIn(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(purposesIn);
  if (!isObject(schema)) return [];
  return [...purposeOf(schema), ...Object.values(schema).flatMap(purposesIn)];
}

function takesArtefacts(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(takesArtefacts);
  return isObject(schema) && (ARTEFACT_KEYWORD in schema || Object.values(schema).some(takesArtefacts));
}

function purposeOf(schema: unknown): readonly string[] {
  const purpose = isObject(schema) ? schema[INPUT_KEYWORD] : undefined;
  return typeof purpose === 'string' ? [purpose] : [];
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
