import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogueMessage, CATALOGUE_LIMITS, readCatalogue, type Catalogue } from '../index.js';

const args = (fields: object): object => ({ kind: 'record', fields });
const tool = (name: string, fields: object = {}): object => ({ name, args: args(fields), classes: ['write'] });
const shop = (...tools: object[]): object => ({ name: 'shop', tools });
const field = (type: object): object => ({ type, required: true });

function slugs(json: unknown): string[] {
  const result = readCatalogue(json);
  return result.ok
    ? ['ok', ...result.warnings.map((w) => `${w.pointer} ${w.slug}`)]
    : result.problems.map((p) => `${p.pointer} ${p.slug}`);
}

describe('readCatalogue, the canonical form', () => {
  it('takes every kind of type', () => {
    const fields = {
      a: field({ kind: 'bool' }),
      b: field({ kind: 'int', min: -1, max: 1, unit: 'days' }),
      c: field({ kind: 'decimal', scale: 2, min: 0 }),
      d: field({ kind: 'money', unit: 'minor', currencyFrom: 'cur', currencies: ['EUR'], max: 5 }),
      cur: field({ kind: 'string', format: 'keyword', enum: ['EUR'] }),
      e: field({ kind: 'duration', unit: 'min' }),
      f: field({ kind: 'time' }),
      g: field({ kind: 'list', of: { kind: 'string', format: 'email' }, maxItems: 3 }),
      h: field(args({ x: { type: { kind: 'any' }, required: false, description: 'X', examples: [1], default: 2 } })),
    };
    const json = {
      ...shop({ ...tool('t', fields), aliasGroup: 'g', labels: ['l'], examples: [{ a: true }] }),
      version: '7',
      principal: args({}),
      session: { ...args({}), open: true },
    };
    expect(readCatalogue(json)).toEqual({ ok: true, catalogue: json, warnings: [] });
  });

  it.each([
    [null, [' wrong_type']],
    [[], [' wrong_type']],
    [{}, [' field_missing', ' field_missing']],
    [{ name: 'x', tools: {} }, ['/tools wrong_type']],
    [{ name: 'x', tools: [], toolz: 1 }, ['/toolz field_unknown']],
    [shop({ name: 't', args: args({}) }), ['/tools/0 field_missing']],
    [shop({ ...tool('t'), classes: ['wirte'] }), ['/tools/0/classes/0 value_invalid']],
    [shop({ ...tool('t'), args: { kind: 'list', of: { kind: 'bool' } } }), ['/tools/0/args/kind value_invalid']],
    [shop({ ...tool('t'), args: { kind: 'recrod' } }), ['/tools/0/args/kind value_invalid']],
    [shop(tool('t', { a: { type: { kind: 'bool' } } })), ['/tools/0/args/fields/a field_missing']],
    [shop(tool('t', { a: field({ kind: 'int', min: 2, max: 1 }) })), ['/tools/0/args/fields/a/type range_empty']],
    [shop(tool('t', { a: field({ kind: 'int', min: 2 ** 53 }) })), ['/tools/0/args/fields/a/type/min value_invalid']],
    [
      shop(tool('t', { a: field({ kind: 'decimal', scale: 10 }) })),
      ['/tools/0/args/fields/a/type/scale value_invalid'],
    ],
    [
      shop(tool('t', { a: field({ kind: 'string', format: 'emial' }) })),
      ['/tools/0/args/fields/a/type/format value_invalid'],
    ],
    [
      shop(tool('t', { a: field({ kind: 'string', format: 'text', enum: [] }) })),
      ['/tools/0/args/fields/a/type/enum enum_empty'],
    ],
    [
      shop(tool('t', { a: field({ kind: 'string', format: 'text', enum: [1] }) })),
      ['/tools/0/args/fields/a/type/enum/0 wrong_type'],
    ],
    [shop(tool('t', { 'a/b~c': field({ kind: 'nope' }) })), ['/tools/0/args/fields/a~1b~0c/type/kind value_invalid']],
    [
      shop(tool('t', { a: field({ kind: 'money', currency: 'euro' }) })),
      ['/tools/0/args/fields/a/type/currency value_invalid'],
    ],
    [
      shop(tool('t', { a: field({ kind: 'money', currencyFrom: 'cur' }) })),
      ['/tools/0/args/fields/a currency_from_unknown'],
    ],
    [
      shop(tool('t', { a: field({ kind: 'money', currencyFrom: 'constructor' }) })),
      ['/tools/0/args/fields/a currency_from_unknown'],
    ],
    [shop(tool('')), ['/tools/0 name_invalid']],
    [shop(tool('a\u200bb')), ['/tools/0 name_invalid']],
    [shop(tool(' a')), ['/tools/0 name_invalid']],
    [shop(tool('pay'), tool('pay')), ['/tools/1 tool_duplicate']],
    [shop(tool('pay'), tool('ｐａｙ')), ['/tools/1 tool_duplicate']],
    [shop(tool('pay'), tool('рау')), ['/tools/1 tool_confusable']],
    [shop(tool('pаy')), ['/tools/0 tool_mixed_scripts']],
    [shop(tool('list_vl'), tool('list_v1')), ['ok', '/tools/1 tool_confusable']],
  ])('%j', (json, expected) => {
    expect(slugs(json)).toEqual(expected);
  });

  it('refuses `__proto__` as a name and keeps `constructor` as an ordinary one', () => {
    const poisoned: unknown = JSON.parse(
      '{"name":"x","tools":[{"name":"t","classes":[],"args":{"kind":"record","fields":{"__proto__":{"type":{"kind":"bool"},"required":true},"constructor":{"type":{"kind":"bool"},"required":true}}}}]}',
    );
    expect(slugs(poisoned)).toEqual(['/tools/0/args/fields/__proto__ name_reserved']);
    expect(({} as Record<string, unknown>)['kind']).toBeUndefined();
    const result = readCatalogue(shop(tool('t', { constructor: field({ kind: 'bool' }) })));
    if (!result.ok) throw new Error('expected a catalogue');
    expect(Object.keys(result.catalogue.tools[0]?.args.fields ?? {})).toEqual(['constructor']);
    expect(Object.getPrototypeOf(result.catalogue.tools[0]?.args.fields)).toBeNull();
  });

  it('adds `write` to what cannot be undone and sorts classes', () => {
    const result = readCatalogue(shop({ ...tool('t'), classes: ['sink', 'irreversible', 'sink'] }));
    expect(result.ok && result.catalogue.tools[0]?.classes).toEqual(['write', 'irreversible', 'sink']);
  });

  it('stops at its limits', () => {
    const many = shop(...Array.from({ length: CATALOGUE_LIMITS.tools + 1 }, (_, i) => tool(`t${i}`)));
    expect(slugs(many)).toEqual(['/tools too_many_tools']);
    let deep: object = { kind: 'bool' };
    for (let i = 0; i < 70; i += 1) deep = { kind: 'list', of: deep };
    expect(slugs(shop(tool('t', { a: field(deep) }))).map((text) => text.split(' ')[1])).toEqual(['too_deep']);
    expect(slugs(shop(tool('t'.repeat(257))))).toEqual(['/tools/0 name_invalid']);
  });

  it('shortens what it echoes and speaks Portuguese', () => {
    const result = readCatalogue(shop({ ...tool('t'), classes: ['x'.repeat(500)] }));
    const problem = result.ok ? undefined : result.problems[0];
    expect(problem?.detail).toMatch(/^`x{79}…`/);
    expect(problem && catalogueMessage(problem.slug, problem.params, 'pt')).toMatch(/^`x+…` não é/);
  });

  it('names each field that is known once, and all of them', () => {
    const result = readCatalogue(shop({ ...tool('t'), classes: ['read'], confirmation: true }));
    const known = result.ok ? [] : (/known: (.*)$/.exec(result.problems[0]?.detail ?? '')?.[1]?.split(', ') ?? []);
    expect(known).toEqual(expect.arrayContaining(['name', 'args', 'classes', 'checks', 'compensates']));
    expect(new Set(known).size).toBe(known.length);
  });

  it('answers for any JSON at all, without throwing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const result = readCatalogue(json);
        expect(result.ok || result.problems.length > 0).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('reads back what it has read', () => {
    const names = fc.stringMatching(/^[a-z][a-z0-9_]{0,6}$/);
    const type = fc.letrec<{ type: object }>((tie) => ({
      type: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(
          { kind: 'bool' },
          { kind: 'time' },
          { kind: 'any' },
          { kind: 'money' },
          { kind: 'string', format: 'path' },
        ),
        fc.integer().chain((min) => fc.nat().map((span) => ({ kind: 'int', min, max: min + span }))),
        tie('type').map((of) => ({ kind: 'list', of })),
        fc
          .dictionary(names, tie('type'), { maxKeys: 3 })
          .map((types) => args(Object.fromEntries(Object.entries(types).map(([k, t]) => [k, field(t)])))),
      ),
    })).type;
    fc.assert(
      fc.property(fc.dictionary(names, type, { maxKeys: 4 }), (types) => {
        const json = shop(tool('t', Object.fromEntries(Object.entries(types).map(([k, t]) => [k, field(t)]))));
        const result = readCatalogue(json);
        expect(result).toEqual({ ok: true, catalogue: json as unknown as Catalogue, warnings: [] });
      }),
      { numRuns: 200 },
    );
  });
});
