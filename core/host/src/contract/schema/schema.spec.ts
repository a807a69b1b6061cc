import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ContractError } from '../contract-error.js';
import { combine } from './combine.js';
import { SchemaComponents } from './components.js';
import { convert } from './convert.js';

describe('convert', () => {
  test('writes JSON Schema 2020-12: tuples, numeric bounds, constants', () => {
    const { schema } = convert(z.strictObject({ pair: z.tuple([z.number().gt(0), z.literal('x')]) }), 'input', 'here');
    expect(schema).toEqual({
      type: 'object',
      properties: {
        pair: {
          type: 'array',
          prefixItems: [
            { type: 'number', exclusiveMinimum: 0 },
            { type: 'string', const: 'x' },
          ],
          items: false,
          minItems: 2,
          maxItems: 2,
        },
      },
      required: ['pair'],
      additionalProperties: false,
    });
  });

  test('an answer never says that it has no other fields; a request does', () => {
    const strict = z.strictObject({ inner: z.strictObject({}) });
    expect(JSON.stringify(convert(strict, 'output', 'here'))).not.toContain('additionalProperties');
    expect(JSON.stringify(convert(strict, 'input', 'here')).match(/"additionalProperties":false/g)).toHaveLength(2);
  });

  test('fields whose names mean something to JSON Schema stay fields', () => {
    const names = z.object({
      pattern: z.iso.datetime(),
      propertyNames: z.string(),
      additionalProperties: z.literal(false),
      id: z.string(),
    });
    expect(Object.keys(convert(names, 'output', 'here').schema['properties'] as object)).toEqual([
      'pattern',
      'propertyNames',
      'additionalProperties',
      'id',
    ]);
  });

  test.each([
    ['a transform in an answer', z.string().transform(Number), 'output'],
    ['a Date', z.date(), 'input'],
    ['a bigint', z.bigint(), 'input'],
  ] as const)('%s is refused, with the place', (_, schema, direction) => {
    expect(() => convert(schema, direction, 'POST /v1/tea, body')).toThrow(ContractError);
    expect(() => convert(schema, direction, 'POST /v1/tea, body')).toThrow('POST /v1/tea, body');
  });

  test('a recursive schema needs a name', () => {
    const nameless = z.object({
      get next() {
        return nameless.optional();
      },
    });
    expect(() => convert(nameless, 'input', 'here')).toThrow('a recursive schema needs a name');
    const named = z
      .object({
        get next() {
          return named.optional();
        },
      })
      .meta({ id: 'SpecChain' });
    expect(convert(named, 'input', 'here').named.get('SpecChain')).toMatchObject({
      properties: { next: { $ref: '#/$defs/SpecChain' } },
    });
  });
});

const Leaf = z.object({ colour: z.string().default('green') }).meta({ id: 'SpecLeaf' });
const Cup = z.object({ leaf: Leaf }).meta({ id: 'SpecCup' });
const Spoon = z.object({ length: z.number() }).meta({ id: 'SpecSpoon' });

describe('SchemaComponents', () => {
  test('what is sent and answered in two forms has two names, also through what it refers to', () => {
    const schemas = new SchemaComponents();
    const sent = schemas.add(Cup, 'input', 'a');
    const answered = schemas.add(Cup, 'output', 'b');
    expect([...schemas.components().keys()].toSorted()).toEqual([
      'SpecCup',
      'SpecCupOutput',
      'SpecLeaf',
      'SpecLeafOutput',
    ]);
    expect(schemas.resolve([sent, answered])).toEqual([
      { $ref: '#/components/schemas/SpecCup' },
      { $ref: '#/components/schemas/SpecCupOutput' },
    ]);
    expect(schemas.components().get('SpecLeaf')).not.toHaveProperty('required');
    expect(schemas.components().get('SpecLeafOutput')).toHaveProperty('required', ['colour']);
  });

  test('what is the same both ways has one name', () => {
    const schemas = new SchemaComponents();
    schemas.add(Spoon, 'input', 'a');
    schemas.add(Spoon, 'output', 'b');
    expect([...schemas.components().keys()]).toEqual(['SpecSpoon']);
  });

  test('what is only answered keeps its name', () => {
    const schemas = new SchemaComponents();
    schemas.add(Cup, 'output', 'b');
    expect([...schemas.components().keys()].toSorted()).toEqual(['SpecCup', 'SpecLeaf']);
  });

  test('a name that the answered form of another one needs is refused', () => {
    const schemas = new SchemaComponents();
    schemas.add(Leaf, 'input', 'a');
    schemas.add(Leaf, 'output', 'b');
    schemas.add(z.object({}).meta({ id: 'SpecLeafOutput' }), 'input', 'c');
    expect(() => schemas.components()).toThrow('the schema id SpecLeafOutput is taken');
  });
});

describe('combine', () => {
  const envelope = { type: 'object', properties: { mode: { const: 'tea' } }, required: ['mode'] };
  const nowhere = () => undefined;

  test('one object of the fields of both, and no others', () => {
    expect(combine(envelope, { type: 'object', properties: { leaf: {} }, required: ['leaf'] }, nowhere, 'tea')).toEqual(
      {
        type: 'object',
        properties: { mode: { const: 'tea' }, leaf: {} },
        required: ['mode', 'leaf'],
        additionalProperties: false,
      },
    );
  });

  test('each alternative of a union gets the fields of the host, through references too', () => {
    const combined = combine(
      envelope,
      { anyOf: [{ $ref: '#/a' }, { type: 'object', properties: { b: {} } }] },
      () => ({ type: 'object', properties: { a: {} } }),
      'tea',
    );
    expect((combined['anyOf'] as { properties: object }[]).map(({ properties }) => Object.keys(properties))).toEqual([
      ['mode', 'a'],
      ['mode', 'b'],
    ]);
  });

  test.each([
    ['a field of the host', { type: 'object', properties: { mode: {} } }, "the field mode is the host's"],
    ['not an object', { type: 'string' }, 'must be an object'],
    ['a reference to nothing', { $ref: '#/lost' }, 'leads nowhere'],
  ])('refuses %s', (_, body, message) => {
    expect(() => combine(envelope, body, nowhere, 'mode tea')).toThrow(message);
  });

  test('a field called __proto__ is a field', () => {
    const body = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') as { type: string };
    const { properties } = combine(envelope, body, nowhere, 'tea');
    expect(Object.hasOwn(properties as object, '__proto__')).toBe(true);
  });
});
