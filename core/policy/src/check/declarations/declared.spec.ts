import type { Catalogue } from '@ostiary/catalogue';
import { exactNumber } from '@ostiary/json';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interpretPolicy } from '../../evaluate/interpret.js';
import { compilePolicy } from '../../evaluate/compile.js';
import { workOf } from '../../evaluate/work.js';
import { corpus, randomCall, randomContext, randomPolicy, seededRandom, zoo } from '../../testing/index.js';
import { declarable, declarationsOf } from '../../testing/declared.js';
import { loadPolicy } from '../load.js';

const codes = (text: string, catalogue?: Catalogue): string[] =>
  loadPolicy(text, catalogue ? { catalogue } : {}).diagnostics.map(({ code }) => code);

function catalogueOf(text: string, given?: Catalogue): Catalogue | null {
  const loaded = loadPolicy(text, given ? { catalogue: given } : {});
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
  return loaded.core.catalogue;
}

const answer = (text: string, tool: string, args = {}, catalogue?: Catalogue): string => {
  const loaded = loadPolicy(text, catalogue ? { catalogue } : {});
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
  const call = { tool, args };
  const decision = compilePolicy(loaded.core).decide(call, {});
  expect(interpretPolicy(loaded.tree, loaded.environment, call, {})).toEqual(decision);
  return `${decision.answer} ${decision.slug}`;
};

const refund = { name: 'refund', args: { kind: 'record', fields: {} }, classes: ['write'] } as const;
const small: Catalogue = { name: 'small', version: '1', tools: [refund] };

describe('declarations', () => {
  it('make a catalogue', () => {
    const text = `dialect 1; policy "p";
      tool read_file @read @source (path: path, mode?: keyword in ["r", "w"], rows?: int 0..1000, share: decimal2 ..9.99,
        amount: money EUR 0.01..500.00, fee: money in ["EUR", "USD"], tags: [keyword], meta: { a: int, b?: text, ... },
        when: time, wait: duration, what: any, sizes?: map int, "odd name": bool, ...);
      tool drop @irreversible ();
      tool plain (a?: email);
      principal (level: int, groups: [text]);
      session (channel: keyword);`;
    expect(catalogueOf(text)).toEqual({
      name: 'p',
      tools: [
        {
          name: 'read_file',
          classes: ['read', 'source'],
          args: {
            kind: 'record',
            open: true,
            fields: {
              path: { type: { kind: 'string', format: 'path' }, required: true },
              mode: { type: { kind: 'string', format: 'keyword', enum: ['r', 'w'] }, required: false },
              rows: { type: { kind: 'int', min: 0, max: 1000 }, required: false },
              share: { type: { kind: 'decimal', scale: 2, max: 999 }, required: true },
              amount: {
                type: { kind: 'money', currency: 'EUR', currencies: ['EUR'], min: 1, max: 50_000 },
                required: true,
              },
              fee: { type: { kind: 'money', currencies: ['EUR', 'USD'] }, required: true },
              tags: { type: { kind: 'list', of: { kind: 'string', format: 'keyword' } }, required: true },
              meta: {
                type: {
                  kind: 'record',
                  open: true,
                  fields: {
                    a: { type: { kind: 'int' }, required: true },
                    b: { type: { kind: 'string', format: 'text' }, required: false },
                  },
                },
                required: true,
              },
              when: { type: { kind: 'time' }, required: true },
              wait: { type: { kind: 'duration' }, required: true },
              what: { type: { kind: 'any' }, required: true },
              sizes: { type: { kind: 'map', of: { kind: 'int' } }, required: false },
              'odd name': { type: { kind: 'bool' }, required: true },
            },
          },
        },
        { name: 'drop', classes: ['write', 'irreversible'], args: { kind: 'record', fields: {} } },
        {
          name: 'plain',
          classes: ['write'],
          args: { kind: 'record', fields: { a: { type: { kind: 'string', format: 'email' }, required: false } } },
        },
      ],
      principal: {
        kind: 'record',
        fields: {
          level: { type: { kind: 'int' }, required: true },
          groups: { type: { kind: 'list', of: { kind: 'string', format: 'keyword' } }, required: true },
        },
      },
      session: { kind: 'record', fields: { channel: { type: { kind: 'string', format: 'keyword' }, required: true } } },
    });
  });

  it('say all the tools there are when there is no catalogue', () => {
    const text = 'dialect 1; tool a (); default allow;'.replace(
      'tool a (); default allow;',
      'default allow; tool a ();',
    );
    expect(answer(text, 'a')).toBe('allow no_rule');
    expect(answer(text, 'b')).toBe('refuse tool_unknown');
  });

  it('without a tool leave the tools open', () => {
    const text = 'dialect 1; default allow; principal (level: int); refuse pay when principal.level < 5;';
    expect(catalogueOf(text)).toBeNull();
    expect(answer(text, 'b')).toBe('allow no_rule');
    expect(codes('dialect 1; principal (level: int); refuse pay when principal.levle < 5;')).toEqual([
      'attribute_unknown',
    ]);
  });

  it('are added to a catalogue, which keeps its name', () => {
    expect(catalogueOf('dialect 1; tool extra (); principal (level: int);', small)).toMatchObject({
      name: 'small',
      version: '1',
      tools: [{ name: 'refund' }, { name: 'extra' }],
      principal: { fields: { level: { required: true } } },
    });
    expect(catalogueOf('dialect 1; allow refund;', small)).toBe(small);
  });

  it.each([
    ['tool refund ();', ['declaration_in_catalogue']],
    ['tool a (); tool a ();', ['declaration_repeated']],
    ['tool "re\u0066und" ();', ['declaration_in_catalogue']],
    ['tool "ｒefund" ();', ['declaration_alike']],
    ['tool "rеfund" ();', ['declaration_alike']],
    ['tool "раy" ();', ['declaration_name']],
    ['tool "" ();', ['declaration_name']],
    ['tool a ("__proto__": int);', ['declaration_name']],
    ['tool a (x: int, x: int);', ['declaration_repeated']],
    ['tool a (x: int, X: int);', ['declaration_alike']],
    ['tool a (path: int, "pаth": int);', ['declaration_alike']],
    ['tool a (x1: int, xl: int);', []],
    ['tool a (m: { x: int, "ｘ": int });', ['declaration_alike']],
    ['tool a (x: txt);', ['param_type_unknown']],
    ['tool a (x: text EUR);', ['declared_type_detail']],
    ['tool a (x: int in ["a"]);', ['declared_type_detail']],
    ['tool a (x: text 0..1);', ['declared_type_detail']],
    ['tool a (x: money 0..1);', ['declared_type_detail']],
    ['tool a (x: money EUR in ["EUR"]);', ['declared_type_detail']],
    ['tool a (x: money XXX);', ['currency_unknown']],
    ['tool a (x: money in ["EUR", "euro"]);', ['currency_unknown']],
    ['tool a (x: email in ["a@b.example", "nobody"]);', ['literal_invalid']],
    ['tool a (x: int 0.5..1);', ['literal_too_precise']],
    ['tool a (x: money EUR 0.001..1);', ['literal_too_precise']],
    ['tool a (x: int 0..9007199254740993);', ['number_too_large']],
    ['tool a (x: decimal2 1..0.99);', ['declared_range_empty']],
    ['tool a @wirte ();', ['tool_class_unknown']],
    ['principal (); principal ();', ['declaration_repeated']],
    ['group a in [b]; group A in [c];', ['declaration_repeated']],
    ['group a in [b]; group b in [c]; group c in ["Ａ"];', ['group_cycle']],
    ['group a in [a];', ['group_cycle']],
  ])('%s', (text, expected) => expect(codes(`dialect 1; ${text}`, small)).toEqual(expected));

  it('offer the nearest type and class', () => {
    const text = 'dialect 1; tool a @wirte (x: emial);';
    const fixes = loadPolicy(text).diagnostics.map(({ fix }) => fix?.text);
    expect(fixes).toEqual(['write', 'email']);
  });

  it('bound the tools of a policy and its catalogue together', () => {
    const tools = (count: number): string => Array.from({ length: count }, (_, i) => `tool t${String(i)} ();`).join('');
    expect(codes(`dialect 1; ${tools(2_000)}`)).toEqual([]);
    expect(codes(`dialect 1; ${tools(2_000)}`, small)).toEqual(['declarations_too_many']);
  });

  it('say what a catalogue of the same content says', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const rng = seededRandom(seed);
        const catalogues = [zoo, ...corpus.map((entry) => entry.catalogue)];
        const catalogue = declarable(catalogues[seed % catalogues.length] ?? zoo);
        const text = randomPolicy(rng, catalogue, seed % 2 === 0 ? 1 : 2);
        const declarations = declarationsOf(catalogue);
        const given = loadPolicy(text, { catalogue });
        const declared = loadPolicy(text + declarations);
        if (!given.ok) return;
        if (!declared.ok) throw new Error(text + declarations + JSON.stringify(declared.diagnostics));
        expect(declared.core.catalogue).toEqual(given.core.catalogue);
        expect(declared.core).toEqual(given.core);
        const [one, other] = [compilePolicy(given.core), compilePolicy(declared.core)];
        for (let i = 0; i < 10; i++) {
          const [call, context] = [randomCall(rng, catalogue), randomContext(rng, catalogue)];
          const decision = one.decide(call, context);
          expect(other.decide(call, context)).toEqual(decision);
          expect(interpretPolicy(declared.tree, declared.environment, call, context)).toEqual(decision);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('tools by pattern', () => {
  const open =
    'dialect 1; default allow; refuse tool like "github.*" when force; allow "github.push"; allow "git.push" when force;';

  it('hold for names that nobody wrote down, where tools are open', () => {
    expect(answer(open, 'github.delete', { force: true })).toBe('refuse refused');
    expect(answer(open, 'github.delete', { force: false })).toBe('allow no_rule');
    expect(answer(open, 'github.delete')).toBe('refuse guard_undefined');
    expect(answer(open, 'github.push', { force: true })).toBe('refuse refused');
    expect(answer(open, 'git.push', { force: true })).toBe('allow allowed');
    expect(answer(open, 'GitHub.delete', { force: true })).toBe('allow no_rule');
    expect(answer(open, 'other', { force: true })).toBe('allow no_rule');
  });

  it('say nothing of named tools that they do not match, whatever those call their arguments', () => {
    const text =
      'dialect 1; default allow; refuse tool like "a*" when n > 5; allow b when n == "x"; confirm ab when n == 7;';
    expect(answer(text, 'b', { n: 'x' })).toBe('allow allowed');
    expect(answer(text, 'b', { n: 9 })).toBe('allow no_rule');
    expect(answer(text, 'ab', { n: 9 })).toBe('refuse refused');
    expect(answer(text, 'ac', { n: 9 })).toBe('refuse refused');
  });

  it('are weighed by what they match', () => {
    const text = 'dialect 2; allow (tool like "a*") when { args.l.any(x, x matches "(a|b)*c") }; allow (tool == "b");';
    const loaded = loadPolicy(text);
    if (!loaded.ok) throw new Error('not loaded');
    const work = workOf(loaded.core);
    const args = { l: Array.from({ length: 100 }, () => 'ab'.repeat(100)) };
    const [c, ac, d, ad] = ['c', 'ac', 'd', 'ad'].map((tool) => work({ tool, args }, {}));
    expect([d, ad]).toEqual([c, ac]);
    expect(ac).toBeGreaterThan(5 * (c ?? 0));
  });

  it('tell unknown tools apart by what they match, one after another', () => {
    const text = 'dialect 2; default allow; refuse (tool like "a*"); confirm (tool like "*z");';
    const loaded = loadPolicy(text);
    if (!loaded.ok) throw new Error('not loaded');
    const decider = compilePolicy(loaded.core);
    for (const [tool, expected] of [
      ['b', 'allow'],
      ['az', 'refuse'],
      ['bz', 'confirm'],
      ['ab', 'refuse'],
      ['c', 'allow'],
      ['cz', 'confirm'],
    ] as const)
      expect(decider.decide({ tool, args: {} }, {}).answer).toBe(expected);
  });

  it('range over the tools there are, and warn when none is meant', () => {
    expect(answer('dialect 1; default allow; refuse tool like "ref*";', 'refund', {}, small)).toBe('refuse refused');
    expect(answer('dialect 1; default allow; refuse tool like "Ref*";', 'refund', {}, small)).toBe('allow no_rule');
    expect(codes('dialect 1; refuse tool like "Ref*";', small)).toEqual(['tool_pattern_empty']);
    expect(codes('dialect 1; refuse tool like "Ref*";')).toEqual([]);
    expect(codes('dialect 1; allow tool;')).toEqual([]);
  });
});

describe('groups', () => {
  const text = `dialect 2; group clerks in [staff]; group tellers in [clerks, "front desk"];
    allow (principal in STAFF, tool == "a"); refuse (principal in "front desk", tool == "b");`;
  const loaded = loadPolicy(text);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
  const decider = compilePolicy(loaded.core);

  it.each([
    [['tellers'], 'allow allowed', 'refuse refused'],
    [['Clerks'], 'allow allowed', 'refuse no_rule'],
    [['staff', 'x'], 'allow allowed', 'refuse no_rule'],
    [['x'], 'refuse no_rule', 'refuse no_rule'],
    [[], 'refuse no_rule', 'refuse no_rule'],
    [undefined, 'refuse no_rule', 'refuse guard_undefined'],
    ['tellers', 'refuse no_rule', 'refuse guard_undefined'],
  ])('%j', (groups, ofA, ofB) => {
    const context = { principal: { groups } };
    for (const [tool, expected] of [
      ['a', ofA],
      ['b', ofB],
    ] as const) {
      const call = { tool, args: {} };
      const { answer: said, slug } = decider.decide(call, context);
      expect(`${said} ${slug}`).toBe(expected);
      expect(interpretPolicy(loaded.tree, loaded.environment, call, context)).toEqual(decider.decide(call, context));
    }
  });

  it('of a catalogue count beside those of the policy, and are stated once', () => {
    const catalogue: Catalogue = { ...small, groups: { Clerks: ['staff'] } };
    const policy = 'dialect 2; group staff in [people]; allow (principal in people, tool == "refund");';
    const both = loadPolicy(policy, { catalogue });
    if (!both.ok) throw new Error(JSON.stringify(both.diagnostics));
    const said = compilePolicy(both.core).decide({ tool: 'refund', args: {} }, { principal: { groups: ['CLERKS'] } });
    expect(said.answer).toBe('allow');
    expect(both.core.catalogue?.groups).toEqual({ Clerks: ['staff'], staff: ['people'] });
    expect(codes('dialect 2; group clerks in [x];', catalogue)).toEqual(['declaration_in_catalogue']);
    expect(codes('dialect 2; group staff in [clerks];', catalogue)).toEqual(['group_cycle']);
  });
});

describe('a decimal of any scale', () => {
  it('is declared without digits, with bounds or without', () => {
    const fields = catalogueOf('dialect 1; tool a (ratio: decimal -0.001..1, free?: decimal, odds: [decimal 0..]);')
      ?.tools[0]?.args.fields;
    expect(fields).toMatchObject({
      ratio: { type: { kind: 'decimal', min: -0.001, max: 1 }, required: true },
      free: { type: { kind: 'decimal' }, required: false },
      odds: { type: { kind: 'list', of: { kind: 'decimal', min: 0 } } },
    });
    expect(fields?.['free']?.type).not.toHaveProperty('scale');
    expect(codes('dialect 1; tool a (x: decimal 0.12345678901234567890..1);')).toEqual(['literal_too_precise']);
    expect(codes('dialect 1; tool a (x: decimal 1..0.5);')).toEqual(['declared_range_empty']);
  });

  it.each([
    ['0.25', 'allow allowed'],
    ['0.2499999999999999999999999', 'refuse no_rule'],
    ['0.2500000000000000000000001', 'allow allowed'],
    ['1.0000000000000000000000001', 'refuse argument_ill_typed'],
  ])('takes %s or not', (ratio, expected) => {
    const text = 'dialect 1; tool a (ratio: decimal 0..1); allow a when ratio >= 0.25;';
    expect(answer(text, 'a', { ratio: exactNumber(ratio) })).toBe(expected);
  });
});

describe('tests of a policy', () => {
  it('are data beside the rules', () => {
    const text = `dialect 1; tool refund (amount: money EUR, ...); allow refund;
      test "small" { call refund { amount: "50.00 EUR", "odd \\u00e9": [1, -0.50, 9007199254740993, true, null,], n: {} }
        principal { role: "lead", } session { id: "s" } now "2026-03-01T09:00:00Z"
        history [ { tool: "x", state: "ok", at: "2026-03-01T08:00:00Z", arguments: {} } ] labels { body: ["untrusted"] } rates {} confirmed; } expect confirm;
      test "bare" { call refund {}; } expect forbid;`;
    const loaded = loadPolicy(text);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
    expect(loaded.core.rules).toHaveLength(1);
    const [first, second] = loaded.tests;
    expect(JSON.stringify(first?.call)).toBe(
      '{"tool":"refund","arguments":{"amount":"50.00 EUR","odd é":[1,-0.5,9007199254740993,true,null],"n":{}}}',
    );
    expect(first).toMatchObject({
      title: 'small',
      context: {
        principal: { role: 'lead' },
        session: { id: 's' },
        now: '2026-03-01T09:00:00Z',
        history: [{ tool: 'x', state: 'ok', at: '2026-03-01T08:00:00Z', arguments: {} }],
        labels: { body: ['untrusted'] },
        rates: {},
        confirmed: true,
      },
      expect: 'confirm',
    });
    expect(second).toMatchObject({
      title: 'bare',
      call: { tool: 'refund', arguments: {} },
      context: {},
      expect: 'refuse',
    });
    expect(text.slice(second?.span.start, second?.span.end)).toBe('test "bare" { call refund {}; } expect forbid;');
  });

  it('keep a member that plain objects do not show', () => {
    const loaded = loadPolicy('dialect 1; test "t" { call x { "__proto__": 1 } } expect refuse;');
    expect(loaded.ok && Object.entries(loaded.tests[0]?.call.arguments as object)).toEqual([['__proto__', 1]]);
  });

  it.each([
    ['test "t" { call nope {} } expect allow;', ['tool_unknown']],
    ['test "t" { call refund {} } expect allow; test "t" { call refund {} } expect allow;', ['test_repeated']],
    ['test "t" { } expect allow;', ['test_without_call']],
    ['test "t" { call refund {}; call refund {} } expect allow;', ['test_part_repeated']],
    ['test "t" { call refund { a: 1, "a": 2 } } expect allow;', ['test_member_repeated']],
    ['test "t" { call refund { a: 01 } } expect allow;', ['number_malformed']],
    ['test "t" { call refund { a: nul } } expect allow; allow refund;', ['expected']],
    ['test "t" { call refund [] ; now "x"; } expect allow; allow refund;', ['expected']],
    ['test "t" { call refund {}; now 5; principal {}; } expect allow; allow refund;', ['expected']],
    ['test "t" { call refund {} } expect maybe; allow refund;', ['expected']],
  ])('%s', (text, expected) => expect(codes(`dialect 1; ${text}`, small)).toEqual(expected));
});
