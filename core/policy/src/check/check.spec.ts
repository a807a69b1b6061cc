import type { Catalogue, Type } from '@ostiary/catalogue';
import { describe, expect, it } from 'vitest';
import type { CoreExpr } from '../core/ir.js';
import { corpus, randomPolicy, seededRandom, zoo } from '../testing/index.js';
import { resolvePath } from './environment.js';
import { loadPolicy } from './load.js';

const [shop, , , db] = corpus.map(({ catalogue }) => catalogue);

function core(text: string, catalogue?: Catalogue) {
  const loaded = loadPolicy(text, catalogue && { catalogue });
  expect(loaded.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  if (!loaded.ok) throw new Error('not loaded');
  return loaded;
}

const codes = (text: string, catalogue?: Catalogue): string[] =>
  loadPolicy(text, catalogue && { catalogue }).diagnostics.map(({ code }) => code);

/** The guard of the first variant of the first rule, without spans. */
function guard(test: string, options: { tool?: string; catalogue?: Catalogue } = {}): unknown {
  const { tool = 'feed', catalogue = zoo } = options;
  const [rule] = core(`dialect 2; allow (tool == "${tool}") when { ${test} };`, catalogue).core.rules;
  return plain(rule?.variants[0]?.guard);
}

const plain = (expr: CoreExpr | undefined): unknown =>
  JSON.parse(
    JSON.stringify(expr, (name, value: unknown) => (name === 'span' || name === 'unasked' ? undefined : value)),
  );

const int: Type = { kind: 'int' };
const bool: Type = { kind: 'bool' };
const read = { op: 'read', slot: 0 };
const constant = (value: unknown, type: Type) => ({ op: 'const', value, type });

describe('constants', () => {
  it.each<[string, unknown]>([
    ['args.kind == " DROP "', 'drop'],
    ['args.share == 0.5', 50],
    ['args.share == -3', -300],
    ['args.cost == 10_000.00 EUR', { minor: 1_000_000, currency: 'EUR' }],
    ['args.cost == 150 JPY', { minor: 150, currency: 'JPY' }],
    ['args.every == 1h30m', 5_400_000],
    ['args.due == "2026-03-01"', Date.UTC(2026, 2, 1)],
    ['args.due == "2026-03-01T01:00:00+01:00"', Date.UTC(2026, 2, 1)],
    ['args.size == "low"', 'low'],
    ['"low" == args.size', 'low'],
  ])('%s has the value in normal form', (test, value) => {
    const expr = guard(test) as { left: { value?: unknown }; right: { value?: unknown } };
    expect(expr.left.value ?? expr.right.value).toEqual(value);
  });

  it('makes one member of spellings of one value', () => {
    expect(guard('args.kind in ["a", "A", " a ", "b"]')).toMatchObject({ op: 'member', values: ['a', 'b'] });
    expect(guard('args.kind in ["a", "A"]')).toMatchObject({ op: 'compare', cmp: '==' });
  });
});

describe('numbers', () => {
  it('counts both sides in units of the finer one', () => {
    const type: Type = { kind: 'decimal', scale: 2 };
    const scaled = { op: 'mul', left: read, right: constant(100, type), type };
    expect(guard('args.count < args.share')).toEqual({
      op: 'compare',
      cmp: '<',
      left: scaled,
      right: { op: 'read', slot: 1 },
      type,
    });
  });

  it('adds the scales of a product', () => {
    expect(guard('args.count * 0.5 > 4.5')).toMatchObject({
      left: { op: 'mul', type: { kind: 'decimal', scale: 1 } },
      right: { value: 45 },
    });
    expect(guard('args.cost * 3 > 4.50 EUR')).toMatchObject({
      left: { op: 'mul', type: { kind: 'money' } },
      right: { value: { minor: 450 } },
    });
  });
});

describe('patterns', () => {
  it.each<[string, string, boolean]>([
    ['feed', 'args.kind like "DROP*"', false],
    ['feed', 'args.kind like "dr*p"', true],
    ['feed', 'args.kind like "\ufb01ne*"', false],
    ['feed', 'args.kind like "* x *"', true],
    ['feed', 'args.note like "ORD-*"', true],
    ['post', 'args.owner like "*@Corp.example"', false],
    ['post', 'args.owner like "*@b\u00fccher.example"', false],
    ['post', 'args.owner like "b\u00fc*"', true],
    ['post', 'args.host like "*.\u00e9xample"', false],
    ['post', 'args.iban like "de*"', false],
    ['post', 'args.iban like "DE*"', true],
    ['post', 'args.link like "https://Corp.example/*"', false],
    ['post', 'args.link like "*/Path/*"', true],
    ['post', 'args.file like "/a/../b*"', false],
    ['post', 'args.file like "/a/*/b"', true],
    ['post', 'args.file.name like "A*"', true],
    ['feed', 'args.kind matches "[A-Z]+"', false],
    ['feed', 'args.kind matches "[A-Z]*"', true],
    ['feed', 'args.kind matches "DROP|drop"', true],
    ['feed', 'args.kind matches "(?:a|b)C"', false],
    ['post', 'args.iban matches "[a-z]{2}.*"', false],
    ['feed', 'args.note matches "[A-Z]+"', true],
  ])('%s: %s can match: %s', (tool, test, can) => {
    expect(codes(`dialect 2; refuse (tool == "${tool}") when { ${test} };`, zoo)).toEqual(
      can ? [] : ['pattern_unmatchable'],
    );
  });
});

describe('folding', () => {
  it.each<[string, unknown]>([
    ['true && args.slow', read],
    ['false || !!args.slow', read],
    ['args.slow && false', constant(false, bool)],
    ['args.slow || true', constant(true, bool)],
    ['tool == "feed"', constant(true, bool)],
    ['tool in ["post"]', constant(false, bool)],
    ['if tool == "feed" then args.slow else false', read],
    ['args.slow && (args.slow && args.slow)', { op: 'and', operands: [read, read, read] }],
  ])('%s', (test, expected) => expect(guard(test)).toEqual(expected));

  it('ranks by position, and negates what is negated', () => {
    expect(guard('args.size in_order ["low", "mid", "high"] >= "mid"')).toEqual({
      op: 'compare',
      cmp: '>=',
      left: { op: 'rank', operand: read, order: ['low', 'mid', 'high'] },
      right: constant(1, int),
      type: int,
    });
    expect(guard('args.kind not like "a*"')).toEqual({
      op: 'not',
      operand: { op: 'like', operand: read, pattern: 'a*' },
    });
  });
});

describe('definitions', () => {
  const variants = (text: string) => core(text, zoo).core.rules[0]?.variants.map(({ guard: each }) => plain(each));

  it('reads an argument in the scope it was written in, not where it is used', () => {
    const text = `dialect 2; define has_any(x: keyword) = args.tags.any(a, a == x);
      allow (tool == "post") when { args.tags.all(a, has_any(a)) };`;
    expect(variants(text)).toMatchObject([
      {
        op: 'all',
        body: { op: 'any', body: { op: 'compare', left: { op: 'item', depth: 0 }, right: { op: 'item', depth: 1 } } },
      },
    ]);
  });

  it.each([
    ['define f(x: email) = x.domain == "a.example"; allow (tool == "post") when { f(args.kind) };', 'type_mismatch'],
    ['define f(x: int) = x > 1; allow (tool == "feed") when { f("a") };', 'literal_type'],
    ['define f = args.nothing; allow (tool == "feed") when { f };', 'argument_unknown'],
    ['allow (tool == "feed") when { f(1) };', 'name_unknown'],
  ])('%s', (text, code) => expect(codes(`dialect 2; ${text}`, zoo)).toContain(code));
});

describe('tools', () => {
  it('types a rule once for each group of tools that type its paths alike', () => {
    const { rules } = core('dialect 1; refuse [feed, post, peek] when kind == "a" and has cost;', zoo).core;
    expect(rules[0]?.variants.map(({ tools }) => tools)).toEqual([['feed'], ['post'], ['peek']]);
    expect(plain(rules[0]?.variants[2]?.guard)).toEqual(constant(false, bool));
    const alike = core('dialect 1; refuse [post, peek] when kind == "a";', zoo).core.rules[0];
    expect(alike?.variants.map(({ tools }) => tools)).toEqual([['post', 'peek']]);
  });

  it('takes a path some tool lacks for undefined there, and says so', () => {
    const text = 'dialect 1; refuse [post, peek] when count > 1 and owner == "a@b.example";';
    expect(codes(text, zoo)).toEqual(['attribute_missing', 'attribute_missing']);
    const [rule] = core(text, zoo).core.rules;
    expect(plain(rule?.variants[1]?.guard)).toMatchObject({
      op: 'and',
      operands: [{ op: 'compare' }, { op: 'undefined' }],
    });
    expect(codes('dialect 1; allow [feed, peek] when cost > 1.00 EUR;', zoo)).toEqual(['attribute_missing_allow']);
  });

  it.each([
    'refuse (tool in ["feed", "peek"]) when { args has cost && args.cost > 1.00 EUR };',
    'refuse (tool in ["feed", "peek"]) when { tool == "feed" && args.cost > 1.00 EUR };',
    'refuse (tool in ["feed", "peek"]) when { (args.cost or else 0.00 EUR) > 1.00 EUR };',
    'refuse (tool in ["feed", "peek"]) when { if args has cost then args.cost > 1.00 EUR else false };',
    'never "x": args.cost > 1.00 EUR;',
  ])('does not warn of a gap that is spoken of: %s', (rule) => expect(codes(`dialect 2; ${rule}`, zoo)).toEqual([]));

  it.each([
    'dialect 2; refuse (tool) when { tool == "feeed" };',
    'dialect 2; refuse (tool) when { "feeed" != tool };',
    'dialect 2; refuse (tool) when { tool in ["feed", "feeed"] };',
    'dialect 2; refuse (tool == "feeed");',
    'dialect 1; refuse [feed, feeed];',
    'dialect 2; refuse (tool == "feed") when history { formerly within 1h feeed.ok };',
  ])('finds the misspelt tool in %s, and how it is spelt', (text) => {
    const { diagnostics } = loadPolicy(text, { catalogue: zoo });
    expect(diagnostics.map(({ code }) => code)).toEqual(['tool_unknown']);
    const fix = diagnostics[0]?.fix;
    if (!fix) throw new Error('no fix');
    expect(codes(text.slice(0, fix.span.start) + fix.text + text.slice(fix.span.end), zoo)).toEqual([]);
  });

  it('takes a choice between two gaps for a gap', () => {
    const text =
      'dialect 2; refuse (tool in ["feed", "peek"]) when { if args.count > 1 then args.slow else args.slow };';
    expect(codes(text, zoo)).toEqual(['attribute_missing', 'attribute_missing']);
  });

  it('expands classes and `*` to the tools of the catalogue', () => {
    const rules = core('dialect 1; confirm @write; allow *;', zoo).core.rules;
    expect(rules.map(({ variants }) => variants.map(({ tools }) => tools))).toEqual([
      [['feed', 'post']],
      [['feed', 'post', 'peek']],
    ]);
  });
});

describe('without a catalogue', () => {
  const number: Type = { kind: 'decimal' };
  const typeOf = (text: string, tool: string, path: string): unknown => {
    const { environment } = core(`dialect 2; ${text}`);
    return resolvePath(environment, tool, 'args', path.split('.'))?.type;
  };

  it.each<[string, string, unknown]>([
    ['args.x > 5', 'x', number],
    ['args.x > 5 && args.x < 7.25', 'x', number],
    ['args.x <= 1.00 EUR', 'x', { kind: 'money' }],
    ['args.x < 15m', 'x', { kind: 'duration' }],
    ['args.x < "2026-01-01"', 'x', { kind: 'time' }],
    ['args.x < now.time', 'x', { kind: 'time' }],
    ['args.x == "a"', 'x', { kind: 'string', format: 'text' }],
    ['args.x == principal.type', 'x', { kind: 'string', format: 'keyword' }],
    ['args.x', 'x', bool],
    ['has args.x', 'x', { kind: 'any' }],
    ['args.x.contains(3)', 'x', { kind: 'list', of: number }],
    ['args.x.any(i, i.price > 1.00 EUR)', 'x.price', undefined],
    ['args.x.size() > 2', 'x', { kind: 'list', of: { kind: 'any' } }],
    ['args.x.size() > 2 && args.x != ""', 'x', { kind: 'string', format: 'text' }],
    ['args.x == args.y && args.y > 2', 'x', number],
    ['args.x.y == "a"', 'x.y', { kind: 'string', format: 'text' }],
    ['args.x * 2 > 5.00 EUR', 'x', { kind: 'money' }],
    ['args.x * 0.5 > 5.00 EUR', 'x', { kind: 'money' }],
    ['args.x * args.y > 5', 'x', number],
    ['now.time - args.x > 30d', 'x', { kind: 'time' }],
    ['args.x + 30d > now.time', 'x', { kind: 'time' }],
    ['args.x - 1h > 30d', 'x', { kind: 'duration' }],
    ['args.x or else true', 'x', bool],
  ])('%s', (test, path, type) => expect(typeOf(`allow (tool == "t") when { ${test} };`, 't', path)).toEqual(type));

  it('lets a typed parameter say the format, and then its parts', () => {
    const text =
      'define ours(a: email) = a.domain == "a.example"; allow (tool == "t") when { args.to.all(a, ours(a)) };';
    expect(typeOf(text, 't', 'to')).toEqual({ kind: 'list', of: { kind: 'string', format: 'email' } });
  });

  it('types events by their own tool', () => {
    const text = 'allow (tool == "t") when history { formerly within 1h u.ok{ id: args.id } } when { args.id == 5 };';
    expect(typeOf(text, 'u', 'id')).toEqual(number);
  });

  it('types `*` for tools nobody names, and fills in for the others', () => {
    const { core: policy, environment } = core('dialect 1; refuse * when x > 5 and y == "a"; allow t when x <= 2.50;');
    expect(policy.rules[0]?.variants.map(({ tools }) => tools)).toEqual([null]);
    expect(environment.typeOf('t', 'args', ['x'])?.type).toEqual(number);
    expect(environment.typeOf('t', 'args', ['y'])?.type).toEqual({ kind: 'string', format: 'text' });
    expect(environment.typeOf('unheard_of', 'args', ['x'])?.type).toEqual(number);
    expect(policy.tools).toEqual(['t']);
  });

  it('reports uses that contradict each other', () => {
    expect(codes('dialect 1; allow t when x > 5 and x == "a";')).toEqual(['literal_type']);
    expect(codes('dialect 1; allow t when x == 1.00 EUR and x;')).toContain('not_boolean');
    expect(codes('dialect 1; allow t when x == 1.00 EUR and x == 5;')).toEqual(['money_bare_number']);
  });

  it('survives types that hold themselves', () => {
    expect(codes('dialect 2; allow (tool == "t") when { args.x.contains(args.x) };')).toContain('not_comparable');
    expect(codes('dialect 2; allow (tool == "t") when { args.x == args.x.y };')).not.toEqual([]);
  });
});

describe('names from customers', () => {
  it('treats names of built-in properties as names', () => {
    const text =
      'dialect 1; @__proto__("x") @constructor("y") allow __proto__ when __proto__ == "a" and constructor == 5 and has toString;';
    const { core: policy } = core(text);
    expect({ ...policy.rules[0]?.annotations }).toEqual(
      Object.fromEntries([
        ['__proto__', 'x'],
        ['constructor', 'y'],
      ]),
    );
    expect(policy.slots.map(({ path }) => path)).toEqual([['__proto__'], ['constructor'], ['toString']]);
    expect(codes('dialect 1; allow feed when toString == "a";', zoo)).toEqual(['argument_unknown']);
    expect(codes('dialect 2; allow (tool == "feed") when { toString };', zoo)).toEqual(['name_unknown']);
  });
});

describe('core policy', () => {
  it('gives rules their ids, lines and columns', () => {
    const { rules } = core('dialect 1;\n  @id("a") allow t;\nrefuse t;', undefined).core;
    expect(rules.map(({ id, index, line, column }) => [id, index, line, column])).toEqual([
      ['a', 0, 2, 3],
      ['rule-2', 1, 3, 1],
    ]);
  });

  it('numbers slots so that every read has one', () => {
    const rng = seededRandom(5);
    for (let i = 0; i < 200; i++) {
      const { core: policy } = core(randomPolicy(rng, zoo, 2), zoo);
      expect(policy.slots.map(({ index }) => index)).toEqual(policy.slots.map((_, index) => index));
      const text = JSON.stringify(policy.rules);
      for (const match of text.matchAll(/"slot":(\d+)/g)) expect(policy.slots[Number(match[1])]).toBeDefined();
    }
  });

  it('lowers a policy of dialect 1 as the same policy of dialect 2', () => {
    const flat =
      'dialect 1; confirm feed when kind in ["a", "b"] and not has cost unless slow and count not in [1, 2];';
    const rich =
      'dialect 2; confirm (tool == "feed") when { args.kind in ["a", "b"] && !(args has cost) } unless { args.slow && !(args.count in [1, 2]) };';
    const shape = (text: string) =>
      core(text, zoo).core.rules.map(({ variants }) => variants.map((each) => plain(each.guard)));
    expect(shape(flat)).toEqual(shape(rich));
  });

  it('pins the catalogue by name, and by version when both say one', () => {
    expect(codes('dialect 1; catalogue "shop@7"; allow refund_order;', shop)).toEqual([]);
    expect(codes('dialect 1; catalogue "shop"; allow refund_order;', shop)).toEqual([]);
    expect(codes('dialect 1; catalogue "db@5"; allow refund_order;', shop)).toEqual(['catalogue_mismatch']);
    expect(codes('dialect 1; catalogue "db@5"; allow refund_order;')).toEqual(['catalogue_absent']);
    expect(codes('dialect 1; refuse all; refuse "github.*"; allow allow_all; refuse *;')).toEqual([
      'tool_name_pattern',
      'tool_name_pattern',
    ]);
    for (const [operator, catalogue] of [
      ['<=', undefined],
      ['<=', shop],
      ['==', shop],
    ] as const)
      expect(codes(`dialect 1; allow refund_order when amount ${operator} "100.00 EUR";`, catalogue)).toEqual([
        'money_quoted',
      ]);
    expect(codes('dialect 1; catalogue "db@5"; allow run_sql;', db)).toEqual([]);
  });
});
