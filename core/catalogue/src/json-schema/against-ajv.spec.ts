import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Field, Type } from '../model.js';
import { Findings } from '../report/findings.js';
import { TypeBudget } from './budget.js';
import { SchemaReader } from './schema-reader.js';

/** Whether a call may carry a value where the type stands: what the model says in words, in the plainest code. */
function admits(type: Type, value: unknown): boolean {
  switch (type.kind) {
    case 'any':
      return true;
    case 'bool':
      return typeof value === 'boolean';
    case 'int':
      return typeof value === 'number' && Number.isInteger(value) && within(value, type);
    case 'decimal':
      return typeof value === 'number' && within(value * 10 ** (type.scale ?? 0), type);
    case 'string':
      return (
        typeof value === 'string' &&
        (type.enum?.includes(value) ?? true) &&
        Array.from(value).length >= (type.minLength ?? 0) &&
        Array.from(value).length <= (type.maxLength ?? Infinity)
      );
    case 'list':
      return (
        Array.isArray(value) &&
        value.length <= (type.maxItems ?? Infinity) &&
        value.every((item: unknown) => item === null || admits(type.of, item))
      );
    case 'record':
      return isObject(value) && admitsFields(type.fields, type.open === true, value);
    default:
      throw new Error(`no generator makes a ${type.kind}`);
  }
}

function admitsFields(fields: Readonly<Record<string, Field>>, open: boolean, value: Record<string, unknown>): boolean {
  const present = Object.entries(value).filter(([, item]) => item !== undefined);
  return (
    Object.entries(fields).every(([name, field]) => {
      const item = value[name];
      if (item === undefined) return !field.required;
      return item === null && field.nullable === true ? true : admits(field.type, item);
    }) &&
    (open || present.every(([name]) => Object.hasOwn(fields, name)))
  );
}

const within = (value: number, { min = -Infinity, max = Infinity }: { readonly min?: number; readonly max?: number }) =>
  value >= min && value <= max;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const names = fc.constantFrom('a', 'b', 'c');
const small = fc.integer({ min: -4, max: 4 });
const half = small.map((n) => n / 2);
const word = fc.constantFrom('', 'x', 'yy', 'zzz', '😀😀');
const some = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(model, { requiredKeys: [] });

/** Schemas of every keyword the reader knows. Objects name all properties: see ADR 0041 for open alternatives. */
const { schema } = fc.letrec<{ schema: object; object: object }>((tie) => ({
  object: fc
    .record({
      properties: fc.record({ a: tie('schema'), b: tie('schema'), c: tie('schema') }),
      more: some({ required: fc.uniqueArray(names), additionalProperties: fc.boolean() }),
    })
    .map(({ properties, more }) => ({ type: 'object', properties, ...more })),
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    some({ minimum: half, maximum: half, exclusiveMinimum: half, exclusiveMaximum: half }).map((bounds) => ({
      type: 'number',
      ...bounds,
    })),
    some({ minimum: half, exclusiveMaximum: half, multipleOf: fc.constantFrom(1, 2) }).map((bounds) => ({
      type: 'integer',
      ...bounds,
    })),
    some({ minLength: fc.nat({ max: 2 }), maxLength: fc.nat({ max: 3 }), pattern: fc.constant('^x') }).map((more) => ({
      type: 'string',
      ...more,
    })),
    fc.constantFrom<object>(
      { type: 'boolean' },
      { type: 'null' },
      { type: ['string', 'null'] },
      { type: ['integer', 'boolean'] },
      {},
    ),
    fc
      .array(fc.oneof(small, word, fc.boolean(), fc.constant(null)), { minLength: 1, maxLength: 4 })
      .map((values) => ({ enum: values })),
    fc.oneof(small, word, fc.boolean(), fc.constant(null)).map((value) => ({ const: value })),
    fc.record({ items: tie('schema'), maxItems: fc.nat({ max: 3 }) }).map((more) => ({ type: 'array', ...more })),
    tie('object'),
    fc.constantFrom('#/$defs/one', '#/$defs/two', '#/$defs/ring').map(($ref) => ({ $ref })),
    fc
      .tuple(fc.constantFrom('allOf', 'anyOf', 'oneOf'), fc.array(tie('schema'), { minLength: 1, maxLength: 3 }))
      .map(([keyword, members]) => ({ [keyword]: members })),
    fc.tuple(tie('schema'), tie('schema')).map(([own, other]) => ({ ...own, allOf: [other] })),
    fc.tuple(tie('object'), fc.array(names, { minLength: 1 })).map(([object, needed]) => ({
      ...object,
      type: ['object', 'null'],
      anyOf: needed.map((name) => ({ required: [name] })),
    })),
    fc.tuple(tie('schema'), half).map(([own, minimum]) => ({ ...own, allOf: [{ minimum }] })),
  ),
}));
const ring = { type: 'object', properties: { a: { $ref: '#/$defs/ring' }, b: {}, c: {} } };
const root = fc
  .record({ schema, one: schema, two: schema })
  // `one` may lead to `two` and to the ring, but not back: a reference that leads only to itself means nothing.
  .map(({ schema: top, one, two }) => ({
    ...top,
    $defs: { one: withoutRefs(one, ['two', 'ring']), two: withoutRefs(two, ['ring']), ring },
  }));

function withoutRefs(value: object, kept: readonly string[]): object {
  return JSON.parse(
    JSON.stringify(value, (_, inner: unknown) => {
      const ref = isObject(inner) ? inner['$ref'] : undefined;
      return typeof ref === 'string' && !kept.some((name) => ref.endsWith(name)) ? { type: 'string' } : inner;
    }),
  ) as object;
}

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    half,
    small,
    word,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3 }),
  ),
}));

/** Schemas that the model can say all of, with `allOf` in one another; a field may be null by one part and not by the other. */
const { plain } = fc.letrec<{ plain: object; fields: object }>((tie) => ({
  fields: fc
    .record({
      properties: fc.record({ a: tie('plain'), b: tie('plain'), c: tie('plain') }),
      more: some({ required: fc.uniqueArray(names, { maxLength: 1 }), additionalProperties: fc.constant(false) }),
    })
    .map(({ properties, more }) => ({ type: 'object', properties, ...more })),
  plain: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    some({ minimum: small, maximum: small, exclusiveMinimum: small, exclusiveMaximum: small }).map((bounds) => ({
      type: 'integer',
      ...bounds,
    })),
    some({ minLength: fc.nat({ max: 2 }), maxLength: fc.nat({ max: 3 }) }).map((more) => ({ type: 'string', ...more })),
    fc.constantFrom<object>(
      { type: 'boolean' },
      { type: ['string', 'null'] },
      { type: ['integer', 'null'] },
      {
        type: ['object', 'null'],
        properties: { a: { type: 'integer' }, b: { type: 'string' }, c: { type: 'boolean' } },
      },
    ),
    fc.uniqueArray(word, { minLength: 1, maxLength: 3 }).map((values) => ({ type: 'string', enum: values })),
    fc
      .uniqueArray(fc.oneof(word, fc.constant(null)), { minLength: 1, maxLength: 3 })
      .map((values) => ({ type: ['string', 'null'], enum: values })),
    fc.record({ items: tie('plain'), maxItems: fc.nat({ max: 3 }) }).map((more) => ({ type: 'array', ...more })),
    tie('fields'),
    fc.array(tie('plain'), { minLength: 1, maxLength: 3 }).map((allOf) => ({ allOf })),
    fc.tuple(tie('fields'), tie('fields')).map(([own, other]) => ({ ...own, allOf: [{ allOf: [other] }] })),
  ),
}));

/** As {@link admits}, without the absence that null stands for: null is admitted where the model says that it is a value. */
function takes(
  { type, nullable = false }: { readonly type: Type; readonly nullable?: boolean },
  one: unknown,
): boolean {
  if (one === null) return nullable || type.kind === 'any';
  if (type.kind === 'list')
    return (
      admits({ ...type, of: { kind: 'any' } }, one) &&
      (one as unknown[]).every((item) => takes({ type: type.of }, item))
    );
  if (type.kind !== 'record') return admits(type, one);
  if (!isObject(one)) return false;
  return (
    Object.entries(type.fields).every(([name, field]) =>
      one[name] === undefined ? !field.required : takes(field, one[name]),
    ) &&
    (type.open === true || Object.keys(one).every((name) => Object.hasOwn(type.fields, name)))
  );
}

/** A value that the model admits, mostly; `pick` chooses one of so many. */
function sample(type: Type, pick: (of: number) => number): unknown {
  switch (type.kind) {
    case 'bool':
      return pick(2) === 1;
    case 'int':
      return (type.min ?? (type.max ?? 2) - 4) + pick(5);
    case 'string':
      return type.enum ? type.enum[pick(type.enum.length)] : 'x'.repeat((type.minLength ?? 0) + pick(3));
    case 'list':
      return Array.from({ length: pick(3) }, () => sample(type.of, pick));
    case 'record':
      return Object.fromEntries(
        Object.entries(type.fields).flatMap(([name, field]) => {
          if (!field.required && pick(3) === 0) return [];
          return [[name, field.nullable === true && pick(3) === 0 ? null : sample(field.type, pick)] as const];
        }),
      );
    default:
      return pick(3);
  }
}

/** With null where a field may be null and is not there: null and absence are one to the model. */
function filled(type: Type, one: unknown): unknown {
  if (type.kind === 'list' && Array.isArray(one)) return one.map((item: unknown) => filled(type.of, item));
  if (type.kind !== 'record' || !isObject(one)) return one;
  const nulls = Object.entries(type.fields).flatMap(([name, field]) => (field.nullable ? [[name, null] as const] : []));
  const given = Object.entries(one).map(
    ([name, item]) => [name, filled(type.fields[name]?.type ?? { kind: 'any' }, item)] as const,
  );
  return Object.fromEntries([...nulls, ...given]);
}

describe('a type read from a schema', () => {
  it('admits every value that another validator finds valid', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    let valid = 0;
    fc.assert(
      fc.property(root, fc.array(value, { minLength: 10, maxLength: 10 }), (document, values) => {
        const findings = new Findings();
        const reading = new SchemaReader(document, findings, {
          budget: new TypeBudget(),
          refHidesSiblings: false,
        }).read(document, '');
        if (findings.failed) return;
        const check = ajv.compile(document);
        for (const one of values) {
          if (!check(one)) continue;
          valid += 1;
          const admitted = (one === null && reading.nullable) || (reading.never !== true && admits(reading.type, one));
          expect({ one, admitted, type: reading.type }).toMatchObject({ admitted: true });
        }
      }),
      { numRuns: 2_000 },
    );
    expect(valid).toBeGreaterThan(1_000);
  });

  it('says so where it admits a value that another validator does not', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const [taken, nulls] = [new Set<string>(), new Set<string>()];
    const schemas = fc.oneof({ arbitrary: plain, weight: 3 }, { arbitrary: root, weight: 1 });
    fc.assert(
      fc.property(schemas, fc.array(fc.nat(59), { minLength: 40, maxLength: 40 }), (document, choices) => {
        const findings = new Findings();
        const reading = new SchemaReader(document, findings, {
          budget: new TypeBudget(),
          refHidesSiblings: false,
        }).read(document, '');
        if (findings.failed || findings.warningList().length > 0) return;
        const check = ajv.compile(document);
        let at = 0;
        const pick = (of: number): number => (choices[at++ % choices.length] ?? 0) % of;
        for (const one of [...Array.from({ length: 10 }, () => sample(reading.type, pick)), null, {}, []]) {
          if (reading.never === true ? !(one === null && reading.nullable) : !takes(reading, one)) continue;
          expect({ one, type: reading.type, valid: check(one) || check(filled(reading.type, one)) }).toMatchObject({
            valid: true,
          });
          taken.add(JSON.stringify(one));
          if (one === null) nulls.add(JSON.stringify(document));
        }
      }),
      { numRuns: 1_000 },
    );
    expect(taken.size).toBeGreaterThan(80);
    expect(nulls.size).toBeGreaterThan(10);
  });
});
