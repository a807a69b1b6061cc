import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Type } from '../model.js';
import { Findings } from '../report/findings.js';
import { decimalPlaces } from './numbers.js';
import { resolveRef } from './refs.js';
import { TypeBudget } from './budget.js';
import { SchemaReader } from './schema-reader.js';

function read(schema: unknown, refHidesSiblings = false): { type: unknown; nullable: boolean; notes: string[] } {
  const findings = new Findings();
  const reading = new SchemaReader(schema, findings, { budget: new TypeBudget(), refHidesSiblings }).read(schema, '');
  return {
    type: reading.type,
    nullable: reading.nullable,
    notes: findings.problems().map((p) => `${p.pointer} ${p.slug}`),
  };
}

const text = { kind: 'string', format: 'text' };

describe('JSON Schema to types', () => {
  it.each([
    [{ type: 'boolean' }, { kind: 'bool' }],
    [{ type: 'integer' }, { kind: 'int' }],
    [
      { type: 'integer', minimum: 1.2, exclusiveMaximum: 5 },
      { kind: 'int', min: 2, max: 4 },
    ],
    [
      { type: 'integer', format: 'int32', maximum: 4_294_967_295 },
      { kind: 'int', min: -2_147_483_648, max: 4_294_967_295 },
    ],
    [
      { type: 'integer', format: 'int32', minimum: 3_000_000_000 },
      { kind: 'int', min: 3_000_000_000 },
    ],
    [
      { type: 'integer', format: 'int32', maximum: -3_000_000_000 },
      { kind: 'int', max: -3_000_000_000 },
    ],
    [
      { type: 'integer', minimum: 1, exclusiveMinimum: true },
      { kind: 'int', min: 2 },
    ],
    [
      { type: 'integer', format: 'int32' },
      { kind: 'int', min: -(2 ** 31), max: 2 ** 31 - 1 },
    ],
    [{ type: 'integer', maximum: 1e300 }, { kind: 'int' }],
    [
      { type: ['integer', 'number'], multipleOf: 0.01 },
      { kind: 'decimal', scale: 2 },
    ],
    [
      { type: 'number', multipleOf: 1e-7, minimum: 0.29 },
      { kind: 'decimal', scale: 7, min: 2_900_000 },
    ],
    [
      { type: 'number', multipleOf: 0.01, minimum: 0.29, exclusiveMaximum: 1.1 },
      { kind: 'decimal', scale: 2, min: 29, max: 109 },
    ],
    [{ type: 'number', multipleOf: 1 }, { kind: 'int' }],
    [
      { type: 'number', 'x-ostiary': { scale: 3 } },
      { kind: 'decimal', scale: 3 },
    ],
    [{ type: 'string' }, text],
    [{ type: 'string', format: 'date' }, text],
    [
      { type: 'string', format: 'idn-email', maxLength: 9 },
      { kind: 'string', format: 'email', maxLength: 9 },
    ],
    [
      { type: 'string', format: 'hostname' },
      { kind: 'string', format: 'domain' },
    ],
    [
      { type: 'string', format: 'uri' },
      { kind: 'string', format: 'url' },
    ],
    [{ type: 'string', format: 'date-time' }, { kind: 'time' }],
    [{ type: 'string', format: 'duration' }, { kind: 'duration' }],
    [{ const: 'a' }, { ...text, enum: ['a'] }],
    [
      { type: 'string', enum: ['a', 'b', 'a', 7] },
      { ...text, enum: ['a', 'b'] },
    ],
    [{ anyOf: [{ const: 'a' }, { enum: ['b'] }] }, { ...text, enum: ['a', 'b'] }],
    [{ allOf: [{ type: 'string' }, { enum: ['a', 'b'] }, { enum: ['b', 'c'] }] }, { ...text, enum: ['b'] }],
    [
      { type: 'string', 'x-ostiary': { format: 'path' } },
      { kind: 'string', format: 'path' },
    ],
    [
      { type: 'object', additionalProperties: false },
      { kind: 'record', fields: {} },
    ],
    [
      { type: 'object', unevaluatedProperties: false },
      { kind: 'record', fields: {} },
    ],
    [
      { properties: { a: { type: 'null' } }, additionalProperties: false },
      { kind: 'record', fields: { a: { type: { kind: 'any' }, required: false, nullable: true } } },
      ['/properties/a schema_inexpressible'],
    ],
    [
      { type: 'array', items: { type: 'integer' }, maxItems: 2 },
      { kind: 'list', of: { kind: 'int' }, maxItems: 2 },
    ],
    [
      { 'x-ostiary': { money: { unit: 'minor', currency: 'EUR' } }, type: 'integer', minimum: 1 },
      { kind: 'money', unit: 'minor', currency: 'EUR', min: 1 },
    ],
    [
      { 'x-ostiary': { type: { kind: 'duration', unit: 's' } }, type: 'integer' },
      { kind: 'duration', unit: 's' },
    ],
  ])('%j', (schema, type, notes: string[] = []) => {
    expect(read(schema)).toEqual({ type, nullable: false, notes });
  });

  it.each([
    [true, [' schema_any']],
    [{}, [' schema_any']],
    [{ description: 'x' }, [' schema_any']],
    [{ type: ['string', 'integer'] }, [' schema_inexpressible']],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, ['/anyOf schema_inexpressible']],
    [{ allOf: [{ type: 'string' }, { type: 'integer' }] }, [' schema_conflict']],
    [{ $ref: 'https://other.example/schema.json' }, ['/$ref ref_external']],
    [{ $ref: '#anchor' }, ['/$ref ref_external']],
    [{ $ref: '#' }, [' ref_cycle']],
  ])('%j is any value, with a warning', (schema, notes) => {
    const found = read(schema);
    expect(found.type).toEqual({ kind: 'any' });
    expect(found.notes.map((note) => note.split(' ')[1])).toEqual(notes.map((note) => note.split(' ')[1]));
  });

  it.each([
    [7, ' wrong_type'],
    ['x', ' schema_text'],
    [{ type: 'strnig' }, '/type value_invalid'],
    [{ type: 5 }, '/type value_invalid'],
    [{ $ref: '#/$defs/none' }, '/$ref ref_unresolved'],
    [{ $ref: '#/%zz' }, '/$ref ref_unresolved'],
    [{ type: 'object', properties: [] }, '/properties wrong_type'],
    [{ type: 'object', required: [1] }, '/required wrong_type'],
    [{ type: 'string', enum: [1] }, '/enum enum_unfit'],
    [{ enum: 'a' }, '/enum wrong_type'],
    [{ anyOf: {} }, '/anyOf wrong_type'],
    [{ type: 'string', minLength: -1 }, '/minLength value_invalid'],
    [{ type: 'integer', minimum: '1' }, '/minimum wrong_type'],
    [{ type: 'integer', minimum: 3, maximum: 2 }, ' range_empty'],
    [{ type: 'number', multipleOf: 0 }, '/multipleOf value_invalid'],
    [{ 'x-ostiary': { fromat: 'path' } }, '/x-ostiary/fromat field_unknown'],
    [{ 'x-ostiary': { format: 'pth' } }, '/x-ostiary/format value_invalid'],
    [{ type: 'number', 'x-ostiary': { money: {} } }, '/x-ostiary money_currency'],
  ])('%j is reported', (schema, problem) => {
    expect(read(schema).notes).toContain(problem);
  });

  it.each([
    [{ type: 'string', pattern: '^a' }, '/pattern'],
    [{ type: 'integer', multipleOf: 5 }, '/multipleOf'],
    [{ type: 'array', items: { type: 'string' }, uniqueItems: true }, '/uniqueItems'],
    [{ type: 'object', patternProperties: {} }, '/patternProperties'],
    [{ type: 'string', not: { const: 'a' } }, '/not'],
    [{ type: 'integer', enum: [1, 5] }, ''],
    [
      { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: { type: 'string' } },
      '/additionalProperties',
    ],
  ])('%j loses a constraint, and says so', (schema, pointer) => {
    expect(read(schema).notes).toEqual([`${pointer} constraint_ignored`]);
  });

  it.each([
    [{ type: ['string', 'null'] }],
    [{ type: 'string', nullable: true }],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }],
    [{ oneOf: [{ const: null }, { type: 'string' }] }],
    [{ $ref: '#/$defs/s', $defs: { s: { type: ['string', 'null'] } } }],
  ])('%j may be null', (schema) => {
    expect(read(schema)).toEqual({ type: text, nullable: true, notes: [] });
  });

  it('reads siblings of a reference only where the version does', () => {
    const schema = { $ref: '#/$defs/a', maxLength: 3, type: 'string', $defs: { a: { type: 'string' } } };
    expect(read(schema).type).toEqual({ ...text, maxLength: 3 });
    expect(read(schema, true).type).toEqual(text);
  });

  it('stops at depth 64 and at a document that unfolds for ever', () => {
    let deep: object = { type: 'boolean' };
    for (let i = 0; i < 70; i += 1) deep = { type: 'array', items: deep };
    expect(read(deep).notes.map((note) => note.split(' ')[1])).toEqual(['too_deep']);
    const $defs: Record<string, unknown> = { d0: { type: 'boolean' } };
    for (let i = 1; i < 30; i += 1)
      $defs[`d${i}`] = {
        type: 'object',
        properties: { a: { $ref: `#/$defs/d${i - 1}` }, b: { $ref: `#/$defs/d${i - 1}` } },
      };
    expect(read({ $defs, $ref: '#/$defs/d29' }).notes.map((note) => note.split(' ')[1])).toEqual(['too_large']);
  });

  it('never throws, and never leaves `any` unexplained', () => {
    const keyword = fc.constantFrom(
      'type',
      'enum',
      'const',
      'properties',
      'items',
      'anyOf',
      'allOf',
      'required',
      '$ref',
      'x-ostiary',
      'minimum',
      'format',
      'nullable',
    );
    fc.assert(
      fc.property(fc.dictionary(keyword, fc.jsonValue()), (schema) => {
        const findings = new Findings();
        const found = new SchemaReader(schema, findings, { budget: new TypeBudget(), refHidesSiblings: false }).read(
          schema,
          '',
        );
        expect(found.type.kind !== 'any' || found.never === true || findings.problems().length > 0).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('references', () => {
  const root: unknown = JSON.parse('{"a b":{"c/d":[{"e~":1}]},"__proto__":{"x":2}}');

  it('follows escapes and indexes, and own properties only', () => {
    expect(resolveRef(root, '#/a%20b/c~1d/0/e~0')).toEqual({ kind: 'found', value: 1, pointer: '/a b/c~1d/0/e~0' });
    expect(resolveRef(root, '#/__proto__/x')).toMatchObject({ kind: 'found', value: 2 });
    for (const ref of ['#/constructor', '#/a b/c~1d/length', '#/a b/c~1d/00', '#/toString'])
      expect(resolveRef(root, ref)).toEqual({ kind: 'unresolved' });
  });
});

describe('decimalPlaces', () => {
  it('is the least n with value * 10^n whole', () => {
    expect([0.01, 1e-7, 25, 1.5e-3, 1e21].map(decimalPlaces)).toEqual([2, 7, 0, 4, 0]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.nat({ max: 9 }), (units, places) => {
        const digits = decimalPlaces(Number(`${units}e-${places}`));
        return digits <= places && (digits === places || units % 10 === 0);
      }),
    );
  });
});

describe('a list of what nothing fits', () => {
  it.each([
    [false, { kind: 'list', of: { kind: 'any' }, maxItems: 0 }, []],
    [{ allOf: [{ type: 'string' }, false] }, { kind: 'list', of: { kind: 'any' }, maxItems: 0 }, []],
    [{ type: 'null' }, { kind: 'list', of: { kind: 'any' } }, ['/items null_item']],
  ])('is empty, or may hold null: %j', (items, type, notes) => {
    expect(read({ type: 'array', items })).toEqual({ type, nullable: false, notes });
  });
});

describe('what references lead to', () => {
  const ref = (name: string): object => ({ $ref: `#/$defs/${name}` });
  const $defs = {
    a: { type: 'object', properties: { b: ref('b') } },
    b: { type: 'object', properties: { a: ref('a'), c: ref('c') } },
    c: { type: 'object', properties: { b: ref('b') } },
  };

  it.each(['abc', 'acb', 'bac', 'bca', 'cab', 'cba'])(
    'is read whole wherever a circle was entered before: %s',
    (order) => {
      const properties = Object.fromEntries(order.split('').map((name) => [name, ref(name)]));
      const { type } = read({ type: 'object', properties, $defs }) as { type: Type };
      const kinds = (at: Type): unknown[] =>
        at.kind === 'record'
          ? Object.values(at.fields).flatMap((inner) => [inner.type.kind, ...kindsBelow(inner.type)])
          : [];
      const kindsBelow = (at: Type): string[] =>
        at.kind === 'record' ? Object.values(at.fields).map((inner) => inner.type.kind) : [];
      expect(new Set(kinds(type))).toEqual(new Set(['record']));
    },
  );
});
