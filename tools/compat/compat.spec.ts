import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { compareContracts } from './document.ts';
import type { Json, JsonObject } from './json.ts';

/** A contract of one operation that takes and answers the given schemas. */
function contract(sent: Json, answered: Json, more: JsonObject = {}): JsonObject {
  const operation = {
    operationId: 'make',
    security: [{ key: ['tea'] }],
    requestBody: { required: true, content: { 'application/json': { schema: sent } } },
    responses: {
      '200': { headers: { Location: {} }, content: { 'application/json': { schema: answered } } },
      '400': { content: { 'application/problem+json': { schema: {}, examples: { invalid: {}, kettle_empty: {} } } } },
    },
    ...more,
  };
  return {
    paths: { '/v1/tea': { post: operation } },
    components: { schemas: { Leaf: { type: 'object', properties: { next: { $ref: '#/components/schemas/Leaf' } } } } },
  };
}

const number = { type: 'integer', minimum: 1, maximum: 9 };
const object = (properties: JsonObject, required: string[] = []): JsonObject => ({
  type: 'object',
  properties,
  required,
});

/** Severities of what changed, as `severity: what`. */
function changes(before: JsonObject, after: JsonObject): string[] {
  return compareContracts(before, after).map(({ severity, what }) => `${severity}: ${what}`);
}

const sent = (before: Json, after: Json): string[] => changes(contract(before, {}), contract(after, {}));
const answered = (before: Json, after: Json): string[] => changes(contract({}, before), contract({}, after));

describe('what clients are answered', () => {
  test.each([
    ['a field is added', object({ a: number }), object({ a: number, b: number }), ['compatible: a field was added']],
    [
      'a field is removed',
      object({ a: number, b: number }),
      object({ a: number }),
      ['breaking: the field was removed'],
    ],
    [
      'a type changes',
      object({ a: { type: 'string' } }),
      object({ a: { type: 'integer' } }),
      ['breaking: the type changed from string to integer'],
    ],
    [
      'null becomes possible',
      { type: 'string' },
      { type: ['string', 'null'] },
      ['breaking: the type changed from string to null or string'],
    ],
    [
      'a field need not be there any more',
      object({ a: number }, ['a']),
      object({ a: number }),
      ['breaking: the field is not always answered any more'],
    ],
    ['a value is added', { enum: ['x'] }, { enum: ['x', 'y'] }, ['dangerous: the value "y" was added']],
    ['a value is removed', { enum: ['x', 'y'] }, { enum: ['x'] }, ['breaking: the value "y" was removed']],
    [
      'an alternative is added',
      { anyOf: [object({ a: number })] },
      { anyOf: [object({ a: number }), object({ b: number })] },
      ['compatible: the alternative object was added'],
    ],
    [
      'an alternative of another type is added',
      { anyOf: [object({})] },
      { anyOf: [object({}), { type: 'null' }] },
      ['breaking: the alternative null was added'],
    ],
    [
      'a limit is lifted',
      { type: 'integer', maximum: 9 },
      { type: 'integer' },
      ['dangerous: maximum changed from 9 to none'],
    ],
    [
      'items change their type',
      { type: 'array', items: { type: 'integer' } },
      { type: 'array', items: { type: 'string' } },
      ['breaking: the type changed from integer to string'],
    ],
    [
      'a field of an event is removed',
      { type: 'string', contentSchema: object({ a: number }) },
      { type: 'string', contentSchema: object({}) },
      ['breaking: the field was removed'],
    ],
    ['texts change', { type: 'string', description: 'a' }, { type: 'string', description: 'b' }, []],
    ['a recursive schema stays', { $ref: '#/components/schemas/Leaf' }, { $ref: '#/components/schemas/Leaf' }, []],
  ] as [string, Json, Json, string[]][])('%s', (_, before, after, expected) => {
    expect(answered(before, after)).toEqual(expected);
  });
});

describe('what clients send', () => {
  test.each([
    ['an optional field is added', object({}), object({ a: number }), ['compatible: a field was added']],
    ['a required field is added', object({}), object({ a: number }, ['a']), ['breaking: a required field was added']],
    [
      'a field becomes required',
      object({ a: number }),
      object({ a: number }, ['a']),
      ['breaking: the field is required now'],
    ],
    ['a field is removed', object({ a: number }), object({}), ['breaking: the field was removed']],
    [
      'a type is added',
      { type: 'string' },
      { type: ['string', 'integer'] },
      ['compatible: takes integer or string now'],
    ],
    ['a limit is narrowed', number, { ...number, maximum: 5 }, ['breaking: maximum changed from 9 to 5']],
    ['a limit is widened', number, { ...number, maximum: 50 }, ['compatible: maximum changed from 9 to 50']],
    ['a lower limit is raised', number, { ...number, minimum: 2 }, ['breaking: minimum changed from 1 to 2']],
    ['a pattern is added', { type: 'string' }, { type: 'string', pattern: '^a' }, ['breaking: pattern changed']],
    [
      'other fields are refused',
      object({}),
      { ...object({}), additionalProperties: false },
      ['breaking: other fields are refused now'],
    ],
    [
      'a mode is added',
      { oneOf: [object({ mode: { const: 'a' } })] },
      { oneOf: [object({ mode: { const: 'a' } }), object({ mode: { const: 'b' } })] },
      ['compatible: the alternative object was added'],
    ],
    [
      'a mode is removed',
      { oneOf: [object({ mode: { const: 'a' } }), object({ mode: { const: 'b' } })] },
      { oneOf: [object({ mode: { const: 'a' } })] },
      ['breaking: the alternative object was removed'],
    ],
    [
      'a default changes',
      { type: 'integer', default: 1 },
      { type: 'integer', default: 2 },
      ['dangerous: the default changed'],
    ],
  ] as [string, Json, Json, string[]][])('%s', (_, before, after, expected) => {
    expect(sent(before, after)).toEqual(expected);
  });
});

describe('operations', () => {
  const base = contract({}, {});
  test.each([
    ['removed', base, { paths: {} }, ['breaking: the operation was removed']],
    ['added', { paths: {} }, base, ['compatible: an operation was added']],
    [
      'renamed',
      base,
      contract({}, {}, { operationId: 'brew' }),
      ['breaking: the operation id changed from make to brew'],
    ],
    [
      'an answer removed',
      base,
      contract({}, {}, { responses: {} }),
      ['breaking: the answer was removed', 'breaking: the answer was removed'],
    ],
    [
      'another grant needed',
      base,
      contract({}, {}, { security: [{ key: ['coffee'] }] }),
      ['breaking: a key is not enough any more: {"key":["tea"]}'],
    ],
    ['any key will do', base, contract({}, {}, { security: [{ key: [] }] }), []],
    [
      'a required parameter added',
      base,
      contract({}, {}, { parameters: [{ name: 'cup', in: 'query', required: true, schema: {} }] }),
      ['breaking: a parameter was added'],
    ],
    [
      'a body no longer taken',
      base,
      contract({}, {}, { requestBody: undefined as unknown as Json }),
      ['breaking: the body was removed'],
    ],
  ] as [string, JsonObject, JsonObject, string[]][])('%s', (_, before, after, expected) => {
    expect(changes(before, after)).toEqual(expected);
  });

  test('a slug removed', () => {
    const responses = {
      '200': { headers: { Location: {} }, content: { 'application/json': { schema: {} } } },
      '400': { content: { 'application/problem+json': { schema: {}, examples: { invalid: {} } } } },
    };
    expect(changes(base, contract({}, {}, { responses }))).toEqual(['breaking: the slug kettle_empty was removed']);
  });
});

describe('the committed contract', () => {
  const present = parse(readFileSync(join(import.meta.dirname, '../../contract/openapi.yaml'), 'utf8')) as JsonObject;

  test('does not differ from itself with its components under other names', () => {
    const renamed = parse(
      JSON.stringify(present).replace(/#\/components\/schemas\/(\w+)/g, '#/components/schemas/New$1'),
    ) as JsonObject;
    const components = renamed['components'] as JsonObject;
    const schemas = Object.fromEntries(
      Object.entries(components['schemas'] as JsonObject).map(([name, schema]) => [`New${name}`, schema]),
    );
    expect(compareContracts(present, { ...renamed, components: { ...components, schemas } })).toEqual([]);
  });

  test('does not differ from itself', () => {
    expect(compareContracts(present, present)).toEqual([]);
  });

  test('breaks when any one of its operations is taken out', () => {
    const paths = present['paths'] as JsonObject;
    for (const path of Object.keys(paths)) {
      const { [path]: _, ...rest } = paths;
      const broken = compareContracts(present, { ...present, paths: rest }).filter(
        ({ severity }) => severity === 'breaking',
      );
      expect(broken.map(({ where }) => where.split(' ')[1])).toEqual(
        Object.keys(paths[path] as JsonObject).map(() => path),
      );
    }
  });
});
