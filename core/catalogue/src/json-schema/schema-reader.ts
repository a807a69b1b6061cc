import { CATALOGUE_LIMITS } from '../limits.js';
import type { Field, MoneyType, RecordType } from '../model.js';
import type { Findings } from '../report/findings.js';
import { deeperThan, emptyRecord, get, isObject, kindOf, type JsonObject } from '../report/json.js';
import { child } from '../report/pointer.js';
import { baseType } from './base.js';
import { intersectAll, unite } from './combine.js';
import { numberType } from './numbers.js';
import { isFieldName } from './objects.js';
import { ANY, fieldOf, type SchemaReading } from './reading.js';
import { resolveRef } from './refs.js';
import type { Place, SchemaOptions, Schemas } from './schemas.js';
import { readSchemaVendor, VENDOR_KEY } from './vendor.js';
import { isZod } from './zod.js';

/** Keywords that narrow a schema in ways the model has no word for. */
const IGNORED = ['not', 'if', 'dependentSchemas', 'dependentRequired', 'dependencies', 'unevaluatedItems'] as const;
const UNKNOWN: SchemaReading = { type: ANY, nullable: false, freeOfNull: true };
const NULL_ONLY: SchemaReading = { type: ANY, nullable: true, never: true };

interface Known {
  readonly reading: SchemaReading;
  /** What it costs of the budget, and how deep it nests: both count wherever it stands. */
  readonly types: number;
  readonly height: number;
}

/** Reads JSON Schema (draft 4 to 2020-12 and the OpenAPI variants) of one document into types. See docs/adr/0041. */
export class SchemaReader implements Schemas {
  /** What references lead to, read once however often it is referred to. */
  private readonly known = new Map<string, Known>();
  /** The deepest place so far. */
  private deepest = 0;
  /** The outermost reference being followed that a cycle was cut at, by its index. */
  private cut = Infinity;

  constructor(
    private readonly root: unknown,
    readonly findings: Findings,
    readonly options: SchemaOptions,
  ) {}

  /** Takes types from the budget; false, and an error the first time, when there are not so many. */
  charge(types: number, pointer: string): boolean {
    const room = this.options.budget.take(types);
    if (room === 'spent') this.findings.error(pointer, 'too_large', { limit: CATALOGUE_LIMITS.types });
    return room === 'taken';
  }

  /** The type of the schema at `pointer`. What the model cannot express is `any`, and a warning says so. */
  read(schema: unknown, pointer: string): SchemaReading {
    return this.readAt(schema, { pointer, depth: 0, following: [] });
  }

  /** The arguments of a tool: an object schema. `undefined` is a tool without arguments. */
  readArguments(schema: unknown, pointer: string): RecordType {
    if (schema === undefined || schema === null) return { kind: 'record', fields: emptyRecord<Field>() };
    const { type } = this.read(schema, pointer);
    if (type.kind === 'record') return type;
    if (type.kind === 'any' || type.kind === 'map') return { kind: 'record', fields: emptyRecord<Field>(), open: true };
    this.findings.error(pointer, 'wrong_type', { expected: 'object schema', found: type.kind });
    return { kind: 'record', fields: emptyRecord<Field>() };
  }

  /** Arguments as a bare map of name to schema: those without a default are required. */
  readArgumentMap(map: JsonObject, pointer: string): RecordType {
    const fields = emptyRecord<Field>();
    for (const [name, schema] of Object.entries(map)) {
      const at = child(pointer, name);
      if (!isFieldName(name, at, this.findings)) continue;
      const reading = this.read(schema, at);
      fields[name] = fieldOf(reading, reading.default === undefined);
    }
    return { kind: 'record', fields };
  }

  readAt(schema: unknown, place: Place): SchemaReading {
    const { pointer } = place;
    this.deepest = Math.max(this.deepest, place.depth);
    if (!this.charge(1, pointer)) return { type: ANY, nullable: false };
    if (place.depth > CATALOGUE_LIMITS.depth) {
      this.findings.error(pointer, 'too_deep', { limit: CATALOGUE_LIMITS.depth });
      return { type: ANY, nullable: false };
    }
    if (schema === false) return { type: ANY, nullable: false, never: true };
    if (schema === true) return this.anything(pointer, {});
    if (isObject(schema) && !isZod(schema)) return this.readObject(stated(schema), place);
    if (typeof schema === 'string') this.findings.error(pointer, 'schema_text');
    else if (isObject(schema)) this.findings.error(pointer, 'form_zod');
    else this.findings.error(pointer, 'wrong_type', { expected: 'schema', found: kindOf(schema) });
    return { type: ANY, nullable: false };
  }

  private readObject(schema: JsonObject, place: Place): SchemaReading {
    const { pointer } = place;
    const ref = get(schema, '$ref');
    if (typeof ref === 'string' && this.options.refHidesSiblings) return this.follow(ref, place);
    const vendor = readSchemaVendor(schema, pointer, this.findings);
    const remarks = remarksOf(schema, pointer, this.findings);
    if (vendor.type) return { ...remarks, type: vendor.type, nullable: get(schema, 'nullable') === true };
    if (vendor.money)
      return { ...remarks, type: this.money(vendor.money, schema, pointer), nullable: admitsNull(schema) };
    for (const keyword of IGNORED) {
      if (get(schema, keyword) !== undefined)
        this.findings.warn(child(pointer, keyword), 'constraint_ignored', { keyword });
    }

    const parts: SchemaReading[] = [];
    if (typeof ref === 'string') parts.push(this.follow(ref, place));
    parts.push(...this.members(schema, 'allOf', place));
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      if (get(schema, keyword) !== undefined) parts.push(this.union(schema, keyword, place));
    }
    const base = baseType(this, schema, vendor, place, parts.length > 0);
    if (base) parts.push(base);
    if (vendor.format && base?.type.kind !== 'string')
      parts.push({ type: { kind: 'string', format: vendor.format }, nullable: base?.nullable ?? true });
    if (parts.length === 0) return this.anything(pointer, remarks);
    return { ...this.meet(parts, schema, pointer), ...remarks };
  }

  /** Bounds of the number on the wire hold for money only when both count minor units. */
  private money(money: MoneyType, schema: JsonObject, pointer: string): MoneyType {
    if (money.unit === 'minor') {
      const { min, max } = numberType(schema, true, 0, pointer, this.findings);
      return { ...money, ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
    }
    for (const keyword of ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']) {
      if (get(schema, keyword) !== undefined)
        this.findings.warn(child(pointer, keyword), 'constraint_ignored', { keyword });
    }
    const bare = get(schema, 'type') === 'number' || get(schema, 'type') === 'integer';
    if (bare && money.currency === undefined && money.currencyFrom === undefined)
      this.findings.error(child(pointer, VENDOR_KEY), 'money_currency');
    return money;
  }

  private meet(parts: readonly SchemaReading[], schema: JsonObject, pointer: string): SchemaReading {
    const nullable = get(schema, 'nullable') === true || everyTakesNull(parts);
    const remarks = parts.length === 1 ? parts[0] : undefined;
    if (parts.some((part) => part.never)) return { type: ANY, nullable, never: true };
    const type = intersectAll(parts.map((part) => part.type));
    if (type === null)
      this.findings.warn(pointer, 'schema_conflict', {
        keyword: get(schema, 'allOf') === undefined ? 'schema' : 'allOf',
      });
    const readOnly = parts.some((part) => part.readOnly) ? { readOnly: true } : {};
    const free = parts.every((part) => part.freeOfNull) ? { freeOfNull: true } : {};
    return { ...remarks, ...readOnly, ...free, type: type ?? ANY, nullable };
  }

  private union(schema: JsonObject, keyword: 'anyOf' | 'oneOf', place: Place): SchemaReading {
    const pointer = child(place.pointer, keyword);
    const readings = this.members(schema, keyword, place);
    const nullable = readings.some((reading) => reading.nullable);
    const live = readings.filter((reading) => !reading.never);
    if (live.length === 0) return { type: ANY, nullable, never: true };
    const [only] = live;
    if (live.length === 1 && only) return { ...only, nullable };
    const united = unite(live.map((reading) => reading.type));
    if (united === null) this.findings.warn(pointer, 'schema_inexpressible', { keyword });
    else if (!united.exact) this.findings.warn(pointer, 'union_widened', { keyword });
    const free = live.some((reading) => reading.freeOfNull) ? { freeOfNull: true } : {};
    return { type: united?.type ?? ANY, nullable, ...free };
  }

  private members(schema: JsonObject, keyword: string, place: Place): readonly SchemaReading[] {
    const list = get(schema, keyword);
    if (list === undefined) return [];
    const pointer = child(place.pointer, keyword);
    if (!Array.isArray(list)) {
      this.findings.error(pointer, 'wrong_type', { expected: 'array', found: kindOf(list) });
      return [];
    }
    return list.map((member: unknown, index) =>
      isNull(member)
        ? NULL_ONLY
        : this.readAt(member, { ...place, pointer: child(pointer, index), depth: place.depth + 1 }),
    );
  }

  private follow(ref: string, place: Place): SchemaReading {
    const pointer = child(place.pointer, '$ref');
    const found = resolveRef(this.root, ref);
    if (found.kind === 'found') {
      const open = place.following.indexOf(found.pointer);
      if (open < 0) return this.target(found, place);
      this.cut = Math.min(this.cut, open);
      this.findings.warn(pointer, 'ref_cycle', { ref });
    } else if (found.kind === 'external') this.findings.warn(pointer, 'ref_external', { ref });
    else this.findings.error(pointer, 'ref_unresolved', { ref });
    return UNKNOWN;
  }

  /** INVARIANT: what is kept depends on nothing outside it, so a reading that was cut at an outer reference is not kept. */
  private target(
    { value, pointer }: { readonly value: unknown; readonly pointer: string },
    place: Place,
  ): SchemaReading {
    const depth = place.depth + 1;
    const at = `${this.options.base ?? ''}${pointer}`;
    const known = this.known.get(pointer);
    if (known && depth + known.height <= CATALOGUE_LIMITS.depth) {
      this.deepest = Math.max(this.deepest, depth + known.height);
      return this.charge(known.types, at) ? known.reading : { type: ANY, nullable: false };
    }
    const outer = { deepest: this.deepest, cut: this.cut };
    const before = this.options.budget.used;
    this.deepest = depth;
    this.cut = Infinity;
    const reading = this.readAt(value, { pointer: at, depth, following: [...place.following, pointer] });
    const whole = this.cut >= place.following.length;
    if (whole)
      this.known.set(pointer, { reading, types: this.options.budget.used - before, height: this.deepest - depth });
    this.deepest = Math.max(outer.deepest, this.deepest);
    this.cut = whole ? outer.cut : Math.min(outer.cut, this.cut);
    return reading;
  }

  private anything(pointer: string, remarks: Partial<SchemaReading>): SchemaReading {
    this.findings.warn(pointer, 'schema_any');
    return { ...remarks, ...UNKNOWN };
  }
}

/** Whether null fits all parts of a schema: one of them must say so, the others not deny it. */
function everyTakesNull(parts: readonly SchemaReading[]): boolean {
  return parts.some((part) => part.nullable) && parts.every((part) => part.nullable || part.freeOfNull === true);
}

/** A schema that only null satisfies. */
function isNull(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const values = get(schema, 'enum');
  return (
    get(schema, 'type') === 'null' ||
    get(schema, 'const') === null ||
    (Array.isArray(values) && values.length === 1 && values[0] === null)
  );
}

function admitsNull(schema: JsonObject): boolean {
  const type = get(schema, 'type');
  return get(schema, 'nullable') === true || (Array.isArray(type) && type.includes('null'));
}

/** Keywords for which null is a value. Of any other one it says nothing: programs write out what they leave unset. */
const NULL_SAYS = new Set(['const', 'default', 'example', VENDOR_KEY]);

function stated(schema: JsonObject): JsonObject {
  const silent = Object.keys(schema).some((keyword) => schema[keyword] === null && !NULL_SAYS.has(keyword));
  if (!silent) return schema;
  const kept = Object.entries(schema).filter(([keyword, value]) => value !== null || NULL_SAYS.has(keyword));
  return Object.fromEntries(kept);
}

function remarksOf(schema: JsonObject, pointer: string, findings: Findings): Partial<SchemaReading> {
  const description = get(schema, 'description');
  const list = get(schema, 'examples');
  const single = get(schema, 'example');
  const examples: unknown[] = [...(Array.isArray(list) ? list : []), ...(single === undefined ? [] : [single])];
  const fallback = get(schema, 'default');
  const limit = CATALOGUE_LIMITS.depth;
  for (const [keyword, value] of [['examples', examples] as const, ['default', fallback] as const]) {
    if (deeperThan(value, limit)) findings.error(child(pointer, keyword), 'too_deep', { limit });
  }
  return {
    ...(get(schema, 'readOnly') === true && { readOnly: true }),
    ...(typeof description === 'string' && { description }),
    ...(examples.length > 0 && { examples: examples.slice(0, CATALOGUE_LIMITS.examples) }),
    ...(fallback !== undefined && fallback !== null && { default: fallback }),
  };
}
