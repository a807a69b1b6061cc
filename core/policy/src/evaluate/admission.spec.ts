import { isDeepStrictEqual } from 'node:util';
import type { Catalogue, Field, RecordType, Type } from '@ostiary/catalogue';
import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../check/load.js';
import {
  corpus,
  pick,
  randomCall,
  randomContext,
  randomPolicy,
  type Rng,
  seededRandom,
  several,
  zoo,
} from '../testing/index.js';
import { compilePolicy } from './compile.js';
import { interpretPolicy } from './interpret.js';
import type { Call, Context, Decision } from './types.js';

const field = (type: Type, required = false): Field => ({ type, required });
const TEXT: Type = { kind: 'string', format: 'text' };
const address: RecordType = { kind: 'record', fields: { street: field(TEXT, true), zip: field(TEXT) } };
const catalogueOf = (open: boolean): Catalogue => ({
  name: 'c',
  tools: [
    {
      name: 'read',
      classes: ['read'],
      args: {
        kind: 'record',
        ...(open && { open }),
        fields: {
          path: field(TEXT, true),
          rows: field({ kind: 'int' }),
          to: field(address),
          all: field({ kind: 'list', of: address }),
          tags: field({ kind: 'map', of: { kind: 'int' } }),
          Path2: field(TEXT),
        },
      },
    },
  ],
  principal: { kind: 'record', fields: { level: field({ kind: 'int' }), org: field(address) } },
});

/** The decision both evaluators make. */
function decide(
  text: string,
  call: Call,
  context: Context = {},
  catalogue: Catalogue | null = catalogueOf(false),
): Decision {
  const loaded = loadPolicy(text, catalogue ? { catalogue } : {});
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
  const decision = compilePolicy(loaded.core).decide(call, context);
  expect(interpretPolicy(loaded.tree, loaded.environment, call, context)).toEqual(decision);
  return decision;
}

const ALLOW = 'dialect 1; default allow;';
const said = ({ answer, slug, pointer }: Decision): string =>
  [answer, slug, ...(pointer === undefined ? [] : [pointer])].join(' ');
const read = (args: unknown, more: Partial<Call> = {}): Call => ({ tool: 'read', args: args as Call['args'], ...more });

describe('what a call may carry', () => {
  it.each<[string, unknown, string]>([
    ['all it must', { path: 'a' }, 'allow no_rule'],
    ['nothing', {}, 'refuse argument_missing /path'],
    ['null for what is required', { path: null }, 'refuse argument_missing /path'],
    ['null for the rest', { path: 'a', rows: null, to: null, all: null, tags: null }, 'allow no_rule'],
    ['no object', [], 'refuse argument_ill_typed '],
    ['a name nobody declared', { path: 'a', x: 1 }, 'refuse argument_unknown /x'],
    ['such a name with null', { path: 'a', x: null }, 'refuse argument_unknown /x'],
    ['the first fault of several', { rows: 'x', y: 1 }, 'refuse argument_ill_typed /rows'],
    ['a fault before a gap', { x: 1 }, 'refuse argument_unknown /x'],
    ['a gap inside', { path: 'a', to: {} }, 'refuse argument_missing /to/street'],
    ['null inside', { path: 'a', to: { street: 's', zip: null } }, 'allow no_rule'],
    ['a name nobody declared inside', { path: 'a', to: { street: 's', x: 1 } }, 'refuse argument_unknown /to/x'],
    ['a gap in an item', { path: 'a', all: [{ street: 's' }, {}] }, 'refuse argument_missing /all/1/street'],
    ['null as an item', { path: 'a', all: [null] }, 'refuse argument_ill_typed /all/0'],
    ['any key of a map', { path: 'a', tags: { x: 1, X: 2, path: null } }, 'allow no_rule'],
    ['a value of no type in a map', { path: 'a', tags: { x: 1, y: 'z' } }, 'refuse argument_ill_typed /tags/y'],
    ['two declared names that look alike', { path: 'a', Path2: 'b' }, 'allow no_rule'],
  ])('%s', (_, args, expected) => expect(said(decide(ALLOW, read(args)))).toBe(expected));

  it.each<[string, unknown, string]>([
    ['as many as there may be', { ints: [1, 2], rows: [{ n: 1 }, { n: 2 }], inner: { ints: [1] } }, 'allow no_rule'],
    ['one too many', { ints: [1, 2, 3] }, 'refuse argument_ill_typed /ints'],
    ['one object too many', { rows: [{ n: 1 }, { n: 2 }, { n: 3 }] }, 'refuse argument_ill_typed /rows'],
    ['one too many further in', { inner: { ints: [1, 2, 3] } }, 'refuse argument_ill_typed /inner/ints'],
    ['one too many of those in a map', { map: { k: [1, 2, 3] } }, 'refuse argument_ill_typed /map/k'],
    ['none', { ints: [], rows: [] }, 'allow no_rule'],
  ])('items of a list: %s', (_, args, expected) => {
    const ints = field({ kind: 'list', of: { kind: 'int' }, maxItems: 2 });
    const inner = (fields: Record<string, Field>): RecordType => ({ kind: 'record', fields });
    const rows = field({ kind: 'list', of: inner({ n: field({ kind: 'int' }) }), maxItems: 2 });
    const map = field({ kind: 'map', of: ints.type });
    const catalogue: Catalogue = {
      name: 'c',
      tools: [{ name: 'read', classes: [], args: inner({ ints, rows, map, inner: field(inner({ ints })) }) }],
    };
    expect(said(decide(ALLOW, read(args), {}, catalogue))).toBe(expected);
  });

  const lookalikes = ['Path', 'PATH', 'pa\u0000th', 'p\u0430th', 'path\u200b', ' path', 'ｐath', '__proto__'];
  it.each(lookalikes.map((name) => [name]))('%j never, however open the tool is', (name) => {
    const args = JSON.parse(`{"path": "/srv/x", ${JSON.stringify(name)}: "/etc/passwd"}`) as unknown;
    const pointer = `/${name}`;
    const expected = { answer: 'refuse', slug: 'argument_unknown', deciding: [], pointer };
    expect(decide(ALLOW, read(args))).toEqual(expected);
    expect(decide(ALLOW, read(args), {}, catalogueOf(true))).toEqual(expected);
    expect(decide(ALLOW, read(args, { unknownArguments: 'allow' }))).toEqual(expected);
    expect(decide('dialect 1; allow read when path like "/srv/*";', read(args), {}, null)).toEqual(expected);
  });

  it('other names when the tool or the request says so', () => {
    const args = { path: 'a', x: 1, to: { street: 's', x: 1 } };
    expect(said(decide(ALLOW, read({ path: 'a', x: 1 }), {}, catalogueOf(true)))).toBe('allow no_rule');
    expect(said(decide(ALLOW, read(args, { unknownArguments: 'allow' })))).toBe('allow no_rule');
    expect(said(decide(ALLOW, read(args), {}, null))).toBe('allow no_rule');
  });

  it('not what it says is unknown', () => {
    expect(said(decide(ALLOW, read({}, { unknown: ['path'] })))).toBe('allow no_rule');
    expect(said(decide(ALLOW, read({ to: {} }, { unknown: ['path', 'street'] })))).toBe(
      'refuse argument_missing /to/street',
    );
  });
});

describe('attributes of the principal', () => {
  const policy = 'dialect 2; default allow; refuse (tool) when { principal has level };';
  const sees = (principal: Record<string, unknown>, text = policy): string =>
    said(decide(text, read({ path: 'a' }), { principal }));
  it('are undefined when they are not of their type, for `has` too', () => {
    expect(sees({ level: 1 })).toBe('refuse refused');
    expect(sees({ level: 'x' })).toBe('refuse guard_undefined');
    expect([sees({}), sees({ level: null })]).toEqual(['allow no_rule', 'allow no_rule']);
    const nested = 'dialect 2; default allow; refuse (tool) when { principal has org.zip };';
    expect(sees({ org: 7 }, nested)).toBe('refuse guard_undefined');
    expect([sees({ org: null }, nested), sees({ org: { x: 1 } }, nested)]).toEqual(['allow no_rule', 'allow no_rule']);
  });

  it('are so too where the policy declares them, and for the session', () => {
    const slugOf = (declared: string, test: string, context: Context): string =>
      decide(`dialect 2; default allow; ${declared} refuse (tool) when { ${test} };`, read({}), context, null).slug;
    const level = (value: unknown): readonly string[] =>
      (['principal', 'session'] as const).flatMap((root) =>
        [`has ${root}.level`, `${root}.level == 1`].map((test) =>
          slugOf(`${root} (level?: int);`, test, { [root]: { level: value } }),
        ),
      );
    expect(level(1)).toEqual(['refused', 'refused', 'refused', 'refused']);
    expect(level('1')).toEqual(['guard_undefined', 'guard_undefined', 'guard_undefined', 'guard_undefined']);
    expect(level(null)).toEqual(['no_rule', 'guard_undefined', 'no_rule', 'guard_undefined']);
  });
});

/** Spoils a JSON value somewhere: null, another type, a name that folds to one that is there, or one nobody declared. */
function spoiled(rng: Rng, value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject || rng() < 0.2) return pick(rng, [null, 'x', 7, [], {}, [null], { a: null }]);
  const entries = Object.entries(value);
  const at = Math.floor(rng() * (entries.length + 1));
  const [name, inner] = entries[at] ?? ['more', 1];
  const changed = pick(rng, [name, name, name.toUpperCase(), `${name}\u0000`, `${name}\u200d`, '__proto__']);
  const kept = rng() < 0.5 ? entries : entries.filter(([key]) => key !== name);
  return JSON.parse(
    JSON.stringify(Object.fromEntries(kept)).replace(
      /\}$/,
      `${kept.length > 0 ? ',' : ''}${JSON.stringify(changed)}:${JSON.stringify(spoiled(rng, inner) ?? null)}}`,
    ),
  );
}

describe('hostile calls', () => {
  it.each([1, 2] as const)('are judged alike by both evaluators (dialect %i)', (dialect) => {
    const rng = seededRandom(90 + dialect);
    const slugs = new Set<string>();
    const differing: unknown[] = [];
    const catalogues = [zoo, catalogueOf(true), ...corpus.map((entry) => entry.catalogue)];
    for (let i = 0; i < 150; i++) {
      const catalogue = pick(rng, catalogues);
      const loaded = loadPolicy(randomPolicy(rng, catalogue, dialect), rng() < 0.7 ? { catalogue } : {});
      if (!loaded.ok) continue;
      const decider = compilePolicy(loaded.core);
      for (let j = 0; j < 20; j++) {
        const plain = randomCall(rng, catalogue);
        const call: Call = {
          ...plain,
          args: (rng() < 0.8 ? spoiled(rng, plain.args) : plain.args) as Call['args'],
          ...(rng() < 0.3 && { unknownArguments: 'allow' }),
          ...(rng() < 0.3 && { unknown: several(rng, 0, 3, () => pick(rng, Object.keys(plain.args).concat('x'))) }),
        };
        const around = randomContext(rng, catalogue);
        const principal = rng() < 0.5 ? spoiled(rng, around.principal ?? {}) : around.principal;
        const context = {
          ...around,
          ...(principal !== undefined && { principal: principal as Context['principal'] }),
        } as Context;
        const compiled = decider.decide(call, context);
        const plainly = interpretPolicy(loaded.tree, loaded.environment, call, context);
        if (!isDeepStrictEqual(compiled, plainly)) differing.push({ call, context, compiled, plainly });
        slugs.add(compiled.slug);
      }
    }
    expect(differing).toEqual([]);
    expect([...slugs]).toEqual(
      expect.arrayContaining([
        'argument_unknown',
        'argument_missing',
        'argument_ill_typed',
        'guard_undefined',
        'no_rule',
      ]),
    );
  });
});
