import { describe, expect, it } from 'vitest';
import { loadPolicy, type LoadOptions } from './check/load.js';
import { renderDiagnostic } from './diagnostics/render.js';
import { nearestNames } from './text/nearest.js';

const codes = (text: string, options?: LoadOptions): string[] =>
  loadPolicy(text, options).diagnostics.map(({ code }) => code);
const when = (test: string): string => `dialect 2; allow (tool == "t") when { ${test} };`;

describe('limits', () => {
  it.each([
    ['parentheses', when('('.repeat(5_000) + 'true' + ')'.repeat(5_000))],
    ['negations', when('!'.repeat(5_000) + 'args.x')],
    ['minus signs', when('-'.repeat(5_000) + 'args.x > 1')],
    ['conditions', when('if true then '.repeat(5_000) + 'true')],
    ['calls', when('f('.repeat(5_000))],
    ['lists', when('args.x in ['.repeat(5_000))],
    ['quantifiers', when('args.x.any(x, '.repeat(5_000))],
    ['history', `dialect 2; allow (tool == "t") when history { ${'!'.repeat(5_000)}formerly within 1h t.ok };`],
    ['brackets of history', `dialect 2; allow (tool == "t") when history { ${'('.repeat(5_000)} };`],
  ])('reports %s nested 5,000 deep', (_name, text) => {
    expect(codes(text)).toContain('too_deep');
  });

  it.each([
    ['&&', Array.from({ length: 20_000 }, () => 'args.x').join(' && ')],
    ['+', `${Array.from({ length: 20_000 }, () => 'args.x').join(' + ')} > 1`],
    ['methods', `args.x${'.size()'.repeat(20_000)} > 1`],
  ])('reports a chain of 20,000 %s', (_name, test) => {
    expect(codes(when(test))).toEqual(['chain_too_long']);
  });

  it('takes the longest chain it allows, nested as deep as it allows', () => {
    const chain = Array.from({ length: 450 }, () => 'args.x').join(' && ');
    expect(codes(when(`${'('.repeat(40)}${chain}${')'.repeat(40)}`))).toEqual([]);
  });

  it('reports definitions that double at every step', () => {
    const steps = Array.from({ length: 40 }, (_, i) => `define d${String(i + 1)} = d${String(i)} || d${String(i)};`);
    const text = `dialect 2;\ndefine d0 = args.x > 1;\n${steps.join('\n')}\nallow (tool == "t") when { d40 };`;
    expect(codes(text)).toEqual(['expansion_too_large']);
  });

  it('reports a tower of definitions', () => {
    const steps = Array.from({ length: 5_000 }, (_, i) => `define d${String(i + 1)} = !d${String(i)};`);
    const text = `dialect 2;\ndefine d0 = args.x > 1;\n${steps.join('\n')}\nallow (tool == "t") when { d5000 };`;
    expect(codes(text)).toEqual(['chain_too_long']);
  });

  it('reports arguments that nest definitions in definitions', () => {
    const body = Array.from({ length: 300 }, () => 'x').join(' && ');
    const text = `dialect 2; define f(x: bool) = ${body}; allow (tool == "t") when { ${'f('.repeat(30)}args.b${')'.repeat(30)} };`;
    expect(codes(text)).toHaveLength(1);
  });

  it('reports a text of too many bytes without reading it', () => {
    const text = `dialect 1; // ${'é'.repeat(600_000)}`;
    expect(codes(text)).toEqual(['too_many_bytes']);
    expect(loadPolicy(text).tree).toBeNull();
  });

  it('reports a text of too many tokens', () => {
    expect(codes(`dialect 1;${';'.repeat(1_000_000)}`)).toContain('too_many_tokens');
  });

  it('stops showing findings after a while', () => {
    const found = codes(`dialect 1;\n${'allow t when x = 1;\n'.repeat(1_000)}`);
    expect(found).toHaveLength(201);
    expect(found).toContain('too_many_diagnostics');
  });
});

describe('a text near the limit', () => {
  const rule = (i: number): string =>
    `@id("r${String(i)}") ${['allow', 'confirm', 'refuse'][i % 3] ?? ''} tool_${String(i % 24)} when amount <= ${String(i)}.00 EUR and reason in ["a", "b${String(i)}"] and order like "ORD-*";`;

  it('is read and checked', () => {
    const loaded = loadPolicy(`dialect 1;\n${Array.from({ length: 8_000 }, (_, i) => rule(i)).join('\n')}`);
    expect(loaded.ok && loaded.core.rules).toHaveLength(8_000);
  });
});

describe('what a finding shows', () => {
  const messageOf = (text: string, options?: LoadOptions): string => {
    const [found] = loadPolicy(text, options).diagnostics;
    return found ? renderDiagnostic(found, text).message : '';
  };
  const circle = (length: number): string =>
    Array.from({ length }, (_, i) => `define d${String(i)} = d${String((i + 1) % length)};`).join('\n');
  const among = (values: readonly string[]): LoadOptions => {
    const type = { kind: 'string', format: 'keyword', enum: values } as const;
    const args = { kind: 'record', fields: { k: { type, required: true } } } as const;
    return { catalogue: { name: 'c', tools: [{ name: 't', classes: [], args }] } };
  };

  it('is a circle of eight definitions at most', () => {
    const found = (length: number): string =>
      messageOf(`dialect 2;\n${circle(length)}\nallow (tool == "t") when { d0 };`);
    expect(found(8)).toContain('d0 -> d1 -> d2 -> d3 -> d4 -> d5 -> d6 -> d7 -> d0');
    expect(found(9)).toContain('d0 -> d1 -> d2 -> d3 -> d4 -> d5 -> d6 -> d7 -> ... -> d0');
  });

  it('are fifty values of a list at most', () => {
    const found = (count: number): string =>
      JSON.stringify(
        loadPolicy('dialect 1; allow t when k == "z";', among(Array.from({ length: count }, (_, i) => `v${String(i)}`)))
          .diagnostics,
      );
    expect(found(50)).toContain('v49');
    expect(found(52)).not.toContain('v50');
    expect(found(52)).toContain('+2');
  });

  it('is a thousand characters of what the policy says at most', () => {
    const found = (length: number): string =>
      messageOf(`dialect 1; allow t when k == "${'z'.repeat(length)}";`, among(['v']));
    expect(found(900)).toContain('z'.repeat(900));
    expect(found(1_100)).toContain(`${'z'.repeat(999)}...`);
  });

  it('are three near names at most, looked for among so many of so many letters', () => {
    const others = (count: number, letters: number): string[] =>
      Array.from({ length: count }, (_, i) => String(i).padStart(letters, 'x'));
    expect(nearestNames('name', ['name1', 'name2', 'name3', 'name4'])).toEqual(['name1', 'name2', 'name3']);
    expect(nearestNames('n'.repeat(100), [`${'n'.repeat(99)}m`])).toHaveLength(1);
    expect(nearestNames('n'.repeat(101), ['n'.repeat(100)])).toEqual([]);
    expect(nearestNames('name', [...others(4_999, 9), 'names'])).toEqual(['names']);
    expect(nearestNames('name', [...others(5_000, 9), 'names'])).toEqual([]);
    // Ninety letters beside ninety: eight thousand pairs for each.
    const long = 'n'.repeat(90);
    expect(nearestNames(long, [...others(60, 90), `${long}s`])).toEqual([`${long}s`]);
    expect(nearestNames(long, [...others(64, 90), `${long}s`])).toEqual([]);
  });
});
