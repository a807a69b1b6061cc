import { describe, expect, it } from 'vitest';
import { CATALOGUE_LIMITS } from '../limits.js';
import { readAnyCatalogue } from './any.js';

const list = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, index) => make(index));
const byName = (length: number, schema: unknown): object =>
  Object.fromEntries(list(length, (index) => [`p${index}`, schema]));
const nested = (levels: number, wrap: (inner: unknown) => unknown, core: unknown): unknown => {
  let value = core;
  for (let level = 0; level < levels; level += 1) value = wrap(value);
  return value;
};

/** Refers to itself twice at each level: 2^levels types when written out. */
const unfolding = (levels: number): object => ({
  type: 'object',
  properties: { r: { $ref: '#/$defs/d0' } },
  $defs: Object.fromEntries(
    list(levels, (level) => {
      const next = { $ref: `#/$defs/d${level + 1}` };
      return [
        `d${level}`,
        level === levels - 1 ? { type: 'string' } : { type: 'object', properties: { a: next, b: next } },
      ];
    }),
  ),
});

const object = (properties: unknown, more: object = {}): object => ({ type: 'object', properties, ...more });

function errors(...schemas: readonly unknown[]): readonly string[] {
  const result = readAnyCatalogue({
    tools: schemas.map((inputSchema, index) => ({ name: `tool_${index}`, inputSchema })),
  });
  const found = result.ok ? [] : result.problems.filter(({ severity }) => severity === 'error');
  return found.map(({ slug }) => slug);
}

/** Each of these took from seconds to the whole heap before it was bounded; all are far smaller than a request may be. */
describe('a hostile document', () => {
  it.each<[string, readonly unknown[], readonly string[]]>([
    ['unfolds exponentially', [unfolding(25)], ['too_large']],
    ['unfolds a little in each of many tools', list(200, () => unfolding(15)), ['too_large']],
    ['unfolds within the limit', [unfolding(12)], []],
    [
      'refers to a large set of values again and again',
      [object(byName(20_000, { $ref: '#/$defs/e' }), { $defs: { e: { enum: list(50_000, String) } } })],
      ['too_large'],
    ],
    [
      'has many fields, all required',
      [object(byName(20_000, { type: 'string' }), { required: list(20_000, (i) => `p${i}`) })],
      [],
    ],
    [
      'has many alternatives',
      [object({ a: { anyOf: list(10_000, (i) => object({ [`q${i}`]: { type: 'string' } })) } })],
      [],
    ],
    ['has many parts', [{ allOf: list(10_000, (i) => object({ [`q${i}`]: { type: 'string' } })) }], []],
    ['is wide beyond the limit', [object(byName(CATALOGUE_LIMITS.types + 10, true))], ['too_large']],
    ['nests types deeply', [nested(5_000, (inner) => object({ a: inner }), { type: 'string' })], ['too_deep']],
    [
      'nests alternatives deeply',
      [object({ a: nested(5_000, (inner) => ({ anyOf: [inner] }), { type: 'string' }) })],
      ['too_deep'],
    ],
    [
      'nests a default deeply',
      [object({ a: { type: 'string', default: nested(50_000, (inner) => [inner], 1) } })],
      ['too_deep'],
    ],
    ['nests a value deeply', [object({ a: { enum: [nested(50_000, (inner) => [inner], 1), 2] } })], ['too_deep']],
    [
      'goes in circles',
      [object({ a: { $ref: '#' }, b: { $ref: '#/properties/c' }, c: { $ref: '#/properties/b' } })],
      [],
    ],
  ])('that %s is read or refused at once', (_, schemas, expected) => {
    expect(errors(...schemas)).toEqual(expected);
  });

  it('counts nesting also where a reference was followed before', () => {
    const deep = nested(40, (inner) => object({ a: inner }), { type: 'string' });
    const below = (levels: number) => nested(levels, (inner) => object({ b: inner }), { $ref: '#/$defs/deep' });
    expect(errors(object({ first: { $ref: '#/$defs/deep' }, second: below(10) }, { $defs: { deep } }))).toEqual([]);
    expect(errors(object({ first: { $ref: '#/$defs/deep' }, second: below(30) }, { $defs: { deep } }))).toEqual([
      'too_deep',
    ]);
  });

  it('reads what is referred to within a circle and outside of it, in any order', () => {
    const $defs = {
      a: object({ b: { $ref: '#/$defs/b' }, m: { type: 'boolean' } }),
      b: object({ a: { $ref: '#/$defs/a' }, n: { type: 'integer' } }),
    };
    for (const names of [
      ['a', 'b'],
      ['b', 'a'],
    ]) {
      const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]));
      const result = readAnyCatalogue({ tools: [{ name: 't', inputSchema: object(properties, { $defs }) }] });
      const n = { type: { fields: { n: { type: { kind: 'int' } } } } };
      const m = { type: { fields: { m: { type: { kind: 'bool' } } } } };
      expect(result.ok && result.catalogue.tools[0]?.args.fields).toMatchObject({
        a: { type: { fields: { b: n, ...m.type.fields } } },
        b: { type: { fields: { a: m, ...n.type.fields } } },
      });
    }
  });
});
