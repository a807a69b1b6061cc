import type { Catalogue, RecordType } from '@ostiary/catalogue';
import { describe, expect, it } from 'vitest';
import { loadPolicy } from './check/load.js';
import { renderDiagnostic } from './diagnostics/render.js';
import { compilePolicy } from './evaluate/compile.js';
import { complete, formatPolicy } from './service/index.js';
import { below, pick, seededRandom } from './testing/index.js';
import { runs } from '../../../tools/testing/runs.js';

/**
 * Texts under the limits of size that took minutes, or the stack, before what they press on was made linear or bounded.
 * See docs/adr/0025.
 */
const repeat = (count: number, part: (i: number) => string, between = '\n'): string =>
  Array.from({ length: count }, (_, i) => part(i)).join(between);

const INT = { type: { kind: 'int' }, required: true } as const;
function catalogueOf(tools: number, fields: (i: number) => RecordType['fields']): Catalogue {
  const tool = (_: unknown, i: number): Catalogue['tools'][number] => ({
    name: `tool_${String(i)}`,
    args: { kind: 'record', fields: fields(i) },
    classes: ['write'],
  });
  return { name: 'c', tools: Array.from({ length: tools }, tool) };
}

const when = (test: string): string => `dialect 2; allow (tool == "t") when { ${test} };`;
const codes = (text: string, catalogue?: Catalogue): readonly string[] => {
  const { diagnostics } = loadPolicy(text, catalogue ? { catalogue } : {});
  return [...new Set(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code))];
};

describe('what is put into a text at random', () => {
  const pieces = (
    'tool principal session group test call expect history now confirmed in map like ( ) [ ] { } ; , : .. ... ? - @ :: := => " ' +
    '\' “ ` \n 1e9 0..1 null True deny is not x "a.*" EUR \ud800 // # /*'
  ).split(' ');
  const sources = [
    'dialect 1; tool t @read (a: money EUR 0.5..9, b?: keyword in ["x"], c: { d: [map int], ... }, ...); principal (l: int);',
    'group a in [b, "c d"]; test "t" { call t { a: "1 EUR", "b": [1, -2.5e3, { c: null }] }; principal { l: 1 } now "x"; confirmed; } expect allow;',
    'refuse tool like "t*" when b == "x" and not has c; allow "send-it" unless a > 5.00 EUR;',
  ].join('\n');

  it('is never thrown over, and leaves the formatter what it can read', () => {
    const rng = seededRandom(77);
    for (let i = 0; i < runs(800); i++) {
      let text = i % 2 === 0 ? sources : sources.replace('dialect 1', 'dialect 2');
      for (let j = 0; j <= below(rng, 3); j++) {
        const at = below(rng, text.length);
        text = text.slice(0, at) + (rng() < 0.7 ? ` ${pick(rng, pieces)} ` : '') + text.slice(at + below(rng, 12));
      }
      const loaded = loadPolicy(text);
      for (const diagnostic of loaded.diagnostics) expect(renderDiagnostic(diagnostic, text).message).not.toBe('');
      const formatted = formatPolicy(text).text;
      const again = formatted === null ? null : formatPolicy(formatted).text;
      expect({ text, again }).toEqual({ text, again: formatted });
      complete(text, below(rng, text.length));
    }
  });
});

describe('a text made to be costly', () => {
  it.each<[string, string, readonly string[]]>([
    ['a path of 140,000 steps', when(`args${'.a'.repeat(140_000)} == 1`), ['too_deep']],
    ['a path of steps in brackets', when(`args${'["a"]'.repeat(70_000)} == 1`), ['too_deep']],
    [
      'types in types, statement by statement',
      `dialect 2;\n${repeat(9_000, (i) => `allow (tool == "t") when { args.x${String(i)}.f == args.x${String(i + 1)} };`)}`,
      ['not_comparable', 'too_many_diagnostics'],
    ],
    [
      'definitions flattened to 200,000 operands',
      `dialect 2; define a = ${repeat(450, () => 'args.x', ' && ')}; define b = ${repeat(440, () => 'a', ' && ')}; allow (tool == "t") when { b && args.y };`,
      [],
    ],
    [
      'a list of 149,000 numbers',
      `dialect 1; refuse t when n in [${repeat(149_000, (i) => String(i % 10), ',')}];`,
      [],
    ],
    [
      'an event of 70,000 fields',
      `dialect 2; refuse (tool == "t") when history { formerly within 1h u.ok{ ${repeat(70_000, (i) => `f${String(i)}: 1`, ',')} } };`,
      [],
    ],
    [
      '12,000 definitions in circles',
      `dialect 2;\n${repeat(12_000, (i) => `define d${String(i)} = d${String((i + 1) % 12_000)} || d0;`)}\nallow (tool == "t") when { args.n == 1 };`,
      ['define_recursive'],
    ],
    [
      'a type in 100,000 lists',
      `dialect 1; tool t (a: ${'['.repeat(100_000)}int${']'.repeat(100_000)});`,
      ['too_deep'],
    ],
    ['a type in 100,000 maps', `dialect 1; tool t (a: ${'map '.repeat(100_000)}int);`, ['too_deep']],
    ['a record in 60,000 records', `dialect 1; tool t (${'a: { '.repeat(60_000)}`, ['too_deep']],
    [
      'a test of 200,000 brackets',
      `dialect 1; test "t" { call t { a: ${'['.repeat(200_000)} } } expect allow;`,
      ['too_deep'],
    ],
    [
      'a tool of 30,000 arguments',
      `dialect 1; tool t (${repeat(30_000, (i) => `a${String(i)}?: int ${String(i)}..`, ', ')}); allow t when a29999 > 5;`,
      [],
    ],
    [
      'a test of 70,000 members',
      `dialect 1; test "t" { call t { ${repeat(70_000, (i) => `a${String(i)}: 1`, ', ')} } } expect allow;`,
      [],
    ],
    [
      'a list of 60,000 numbers in a test',
      `dialect 1; test "t" { call t { a: [${repeat(60_000, (i) => `${String(i)}e9`, ', ')}] } } expect allow;`,
      [],
    ],
    [
      '12,000 tests',
      `dialect 1;\n${repeat(12_000, (i) => `test "t${String(i)}" { call t { a: 1 } } expect allow;`)}`,
      [],
    ],
    [
      '30,000 parts of a test',
      `dialect 1; test "t" { call t {}; ${'confirmed;'.repeat(30_000)} } expect allow;`,
      ['test_part_repeated', 'too_many_diagnostics'],
    ],
    [
      'a chain of 15,000 groups',
      `dialect 2;\n${repeat(15_000, (i) => `group g${String(i)} in [g${String(i + 1)}];`)}\nallow (principal in g15000, tool);`,
      [],
    ],
    [
      'a circle of 15,000 groups',
      `dialect 2;\n${repeat(15_000, (i) => `group g${String(i)} in [g${String((i + 1) % 15_000)}];`)}`,
      ['group_cycle'],
    ],
    [
      'many groups in many groups',
      `dialect 2;\n${repeat(300, (i) => `group g${String(i)} in [${repeat(300, (j) => `h${String(j)}`, ', ')}];`)}\n${repeat(300, (j) => `allow (principal in h${String(j)}, tool);`)}`,
      [],
    ],
    [
      '20,000 patterns of tools',
      `dialect 1;\n${repeat(20_000, (i) => `refuse tool like "*a${String(i)}*" when n == 1;`)}`,
      [],
    ],
    ['a name of 200,000 dashes', `dialect 1; allow a${'-a'.repeat(200_000)};`, ['too_many_tokens']],
    ['a name of 100,000 dashes', `dialect 1; allow a${'-a'.repeat(100_000)};`, ['tool_name_quotes']],
    [
      '100,000 quotes that do not close',
      `dialect 1; ${'„'.repeat(50_000)}${"'".repeat(99_999)}`,
      ['character_unexpected', 'too_many_diagnostics'],
    ],
    ['a scope of Cedar without an end', `dialect 2; ${'allow (principal, '.repeat(20_000)}`, ['expected']],
    [
      'an open string of a million spaces',
      `dialect 1;\n"${' '.repeat(1_000_000)}x`,
      ['string_unterminated', 'statement_expected'],
    ],
    [
      '15,000 misspelt definitions',
      `dialect 2;\n${repeat(5_000, (i) => `define dd_${String(i)} = args.x > ${String(i)};`)}\n${repeat(15_000, (i) => `allow (tool == "t") when { dc_${String(i)} };`)}`,
      ['name_unknown', 'too_many_diagnostics'],
    ],
    [
      'a large record read whole in every rule',
      `dialect 2;\n${repeat(8_000, (i) => `allow (tool == "t") when { args.r.f${String(i)} == ${String(i)} && args has r };`)}`,
      [],
    ],
    [
      'a large record compared with many',
      `dialect 2;\n${repeat(4_000, (i) => `allow (tool == "t") when { args.r.f${String(i)} == ${String(i)} };`)}${repeat(4_000, (i) => `allow (tool == "t") when { args.s${String(i)} == args.r };`)}`,
      ['not_comparable', 'too_many_diagnostics'],
    ],
    [
      'many paths of many tools',
      `dialect 2;\n${repeat(2_000, (i) => `allow (tool == "t${String(i)}") when { args.a${String(i)} == ${String(i)} };`)}${repeat(8_000, (i) => `allow (tool) when { args.a${String(i % 2_000)} == ${String(i)} };`)}`,
      ['expansion_too_large'],
    ],
  ])('is answered: %s', (_name, text, expected) => {
    expect(text.length).toBeLessThan(1_048_576);
    expect(codes(text)).toEqual(expected);
  });

  it.each<[string, string, Catalogue, readonly string[]]>([
    [
      '30,000 misspelt tools',
      `dialect 1;\n${repeat(30_000, (i) => `allow tull_${String(i)} when n == ${String(i)};`)}`,
      catalogueOf(2_000, () => ({ n: INT })),
      ['tool_unknown', 'too_many_diagnostics'],
    ],
    [
      '3,000 misspelt arguments of any tool',
      `dialect 1;\n${repeat(3_000, (i) => `allow * when nm_${String(i)} == ${String(i)};`)}`,
      catalogueOf(2_000, (i) => ({ [`nn_${String(i)}`]: INT })),
      ['argument_unknown', 'too_many_diagnostics'],
    ],
    [
      '30,000 rules for any of 2,000 tools',
      `dialect 1;\n${repeat(30_000, (i) => `allow * when n == ${String(i)};`)}`,
      catalogueOf(2_000, () => ({ n: INT })),
      [],
    ],
    [
      '40,000 members of an enumeration of 40,000',
      `dialect 1;\n${repeat(8, (j) => `allow tool_0 when s in [${repeat(5_000, (i) => `"v${String(i * 8 + j)}"`, ',')}];`)}`,
      catalogueOf(1, () => ({
        s: {
          type: { kind: 'string', format: 'keyword', enum: Array.from({ length: 40_000 }, (_, i) => `v${String(i)}`) },
          required: true,
        },
      })),
      [],
    ],
  ])('is answered with a catalogue: %s', (_name, text, catalogue, expected) => {
    expect(codes(text, catalogue)).toEqual(expected);
  });

  it.each<[string, string, Record<string, unknown>, number]>([
    [
      'one list of numbers beside many bounds',
      `dialect 1;\nrefuse t when n in [${repeat(120_000, String, ',')}];\n${repeat(255, (i) => `refuse t when n < ${String(i * 400)};`)}`,
      { n: 50_000 },
      130,
    ],
    [
      '256 lists of one argument',
      `dialect 1;\n${repeat(256, (j) => `refuse t when n in [${repeat(500, (i) => String(i * 256 + j), ',')}];`)}`,
      { n: 1_000 },
      1,
    ],
    [
      'amounts of money',
      `dialect 2;\nrefuse (tool == "t") when { args.s in [${repeat(80_000, (i) => `${String(i)}.00 EUR`, ',')}] };`,
      { s: '79999.00 EUR' },
      1,
    ],
  ])('decides by %s', (_name, text, args, firing) => {
    const loaded = loadPolicy(text);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics[0]));
    expect(compilePolicy(loaded.core).decide({ tool: 't', args }, {}).deciding).toHaveLength(firing);
  });

  it('is bounded when every tool types its arguments in its own way', () => {
    const apart = catalogueOf(500, (i) => ({ n: { type: { kind: 'int', min: i }, required: true } }));
    const text = `dialect 1;\n${repeat(200, (i) => `allow * when n == ${String(i)};`)}`;
    const { diagnostics } = loadPolicy(text, { catalogue: apart, limits: { maxNodes: 100_000 } });
    expect(diagnostics.map(({ code }) => code)).toContain('expansion_too_large');
  });

  it('is not quoted at length', () => {
    const text = `dialect 1;\nallow t when ${'n'.repeat(500_000)} == "a" and ${'n'.repeat(500_000)} == 1;`;
    const { diagnostics } = loadPolicy(text);
    expect(diagnostics).not.toEqual([]);
    for (const diagnostic of diagnostics) expect(renderDiagnostic(diagnostic, text).message.length).toBeLessThan(5_000);
  });

  it('keeps no more tables than it has room for, however many tools are called', () => {
    const rules = repeat(4_000, (i) => `refuse * when n == ${String(i)} and m == ${String(i)};`);
    const loaded = loadPolicy(`dialect 1;\n${rules}`, { catalogue: catalogueOf(300, () => ({ n: INT, m: INT })) });
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics[0]));
    const decider = compilePolicy(loaded.core);
    for (const round of [0, 1])
      for (let i = 0; i < 300; i += 4)
        expect(decider.decide({ tool: `tool_${String(i)}`, args: { n: i, m: i + round } }, {}).deciding).toHaveLength(
          1 - round,
        );
  });
});
