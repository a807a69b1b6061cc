import type { Type } from '@ostiary/catalogue';
import { describe, expect, it } from 'vitest';
import { compilePolicy } from '../evaluate/compile.js';
import { interpretPolicy } from '../evaluate/interpret.js';
import type { Call } from '../evaluate/types.js';
import { printPolicy } from '../syntax/print/printer.js';
import { loadPolicy } from './load.js';

const KEYWORD: Type = { kind: 'string', format: 'keyword' };
const catalogue = {
  name: 'c',
  tools: [
    {
      name: 't',
      classes: ['write'] as const,
      args: {
        kind: 'record',
        fields: {
          who: { type: KEYWORD, required: false },
          tags: { type: { kind: 'list', of: KEYWORD }, required: false },
          costs: { type: { kind: 'list', of: { kind: 'money' } }, required: false },
          vms: { type: { kind: 'map', of: KEYWORD }, required: false },
        },
      },
    },
  ],
  principal: {
    kind: 'record',
    fields: { reports: { type: { kind: 'list', of: KEYWORD }, required: false } },
  },
} as const;

/** T, F or U: what a test is, by both evaluators. */
function truth(test: string, args: Call['args'], principal: Readonly<Record<string, unknown>> = {}): string {
  const text = `dialect 2; default confirm; list few = ["A", "b"]; list none = []; refuse (tool) when { ${test} }; allow (tool) when { !(${test}) };`;
  const loaded = loadPolicy(text, { catalogue });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
  const decision = compilePolicy(loaded.core).decide({ tool: 't', args }, { principal });
  expect(interpretPolicy(loaded.tree, loaded.environment, { tool: 't', args }, { principal })).toEqual(decision);
  return { refused: 'T', allowed: 'F', guard_undefined: 'U' }[decision.slug as 'refused'] ?? decision.slug;
}

describe('lists', () => {
  it.each<[string, Call['args'], Readonly<Record<string, unknown>>, string]>([
    ['args.who in few', { who: 'B' }, {}, 'T'],
    ['args.who not in few', { who: 'c' }, {}, 'T'],
    ['args.who in few', {}, {}, 'U'],
    ['args.who in none', { who: 'a' }, {}, 'F'],
    ['args.who in principal.reports', { who: 'Ann' }, { reports: ['ann'] }, 'T'],
    ['args.who in principal.reports', { who: 'Ann' }, { reports: [] }, 'F'],
    ['args.who not in principal.reports', { who: 'Ann' }, { reports: [] }, 'T'],
    ['args.who in principal.reports', { who: 'Ann' }, {}, 'U'],
    ['args.who in principal.reports', {}, { reports: [] }, 'U'],
    ['args.who in principal.reports', { who: 'a' }, { reports: ['a', null] }, 'U'],
    ['args.tags.containsAll(["a", "B"])', { tags: ['b', 'c', 'a'] }, {}, 'T'],
    ['args.tags.containsAll(few)', { tags: ['b'] }, {}, 'F'],
    ['args.tags.containsAll([])', { tags: [] }, {}, 'T'],
    ['args.tags.containsAll([])', {}, {}, 'U'],
    ['args.tags.containsAny(few)', { tags: ['x', 'B'] }, {}, 'T'],
    ['args.tags.containsAny([])', { tags: ['x'] }, {}, 'F'],
    ['args.tags.containsAny([])', {}, {}, 'U'],
    ['args.tags.containsOnly(few)', { tags: ['b', 'a', 'A'] }, {}, 'T'],
    ['args.tags.containsOnly(few)', { tags: ['b', 'a', 'c'] }, {}, 'F'],
    ['args.tags.containsOnly(few)', { tags: ['b'] }, {}, 'F'],
    ['args.tags.containsOnly([])', { tags: [] }, {}, 'T'],
    ['args.tags.containsAll(principal.reports)', { tags: ['a', 'b'] }, { reports: ['A'] }, 'T'],
    ['args.tags.containsAll(principal.reports)', { tags: [] }, { reports: ['A'] }, 'F'],
    ['args.tags.containsAll(principal.reports)', {}, { reports: [] }, 'U'],
    ['args.tags.containsAny(principal.reports)', { tags: [] }, {}, 'U'],
    ['args.tags.containsAny(principal.reports)', {}, { reports: [] }, 'U'],
    ['args.tags.containsAny(principal.reports)', { tags: ['a'] }, { reports: ['b', 'a'] }, 'T'],
    ['args.tags.containsOnly(principal.reports)', { tags: ['a', 'b', 'a'] }, { reports: ['b', 'a'] }, 'T'],
    ['args.tags.containsOnly(principal.reports)', { tags: ['a'] }, { reports: ['b', 'a'] }, 'F'],
    ['args.costs.containsAny([1.00 EUR])', { costs: ['1.00 USD'] }, {}, 'U'],
    ['args.costs.containsAll([1.00 EUR])', { costs: ['1.00 USD', '1.00 EUR'] }, {}, 'T'],
    ['args.tags.any(x, x in principal.reports)', { tags: ['a'] }, { reports: ['a'] }, 'T'],
    ['args.vms["owner"] == "ann"', { vms: { owner: 'Ann' } }, {}, 'T'],
    ['args.vms["owner"] == "ann"', { vms: { Owner: 'Ann' } }, {}, 'U'],
    ['args.vms has "owner"', { vms: { owner: null } }, {}, 'F'],
    ['args.vms.owner in few', { vms: { owner: 'a' } }, {}, 'T'],
  ])('%s of %j, %j is %s', (test, args, principal, expected) => expect(truth(test, args, principal)).toBe(expected));

  it('may be named in dialect 1, and stand after their use', () => {
    const text = 'dialect 1;\nallow t when who in few and who not in [ "b" ];\nlist few = ["a", "b"];\n';
    const loaded = loadPolicy(text, { catalogue });
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
    const decide = (who: string): string => compilePolicy(loaded.core).decide({ tool: 't', args: { who } }, {}).slug;
    expect(['A', 'b', 'c'].map(decide)).toEqual(['allowed', 'no_rule', 'no_rule']);
    expect(printPolicy(loaded.tree)).toContain('list few = ["a", "b"];');
  });

  it('may be as long as a policy may be', () => {
    const many = Array.from({ length: 2000 }, (_, at) => `"k${String(at)}"`);
    for (const test of ['containsAll', 'containsAny', 'containsOnly'])
      expect(truth(`args.tags.${test}([${many.join(', ')}])`, { tags: ['k1'] })).toBe(
        test === 'containsAny' ? 'T' : 'F',
      );
  });

  it('stand behind a variable of the same name', () => {
    const loaded = loadPolicy(
      'dialect 2; list x = ["b"]; define d = args.who in x; allow (tool) when { args.tags.any(x, x in ["a"]) && d };',
      { catalogue },
    );
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
    const args = { who: 'b', tags: ['a'] };
    expect(compilePolicy(loaded.core).decide({ tool: 't', args }, {}).slug).toBe('allowed');
    expect(interpretPolicy(loaded.tree, loaded.environment, { tool: 't', args }, {}).slug).toBe('allowed');
  });

  it('are a sign of a format, and name tools, as their constants are', () => {
    const decide = (text: string, tool: string, path: string): string => {
      const loaded = loadPolicy(text);
      if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
      const call = { tool, args: { path } };
      const decision = compilePolicy(loaded.core).decide(call, {});
      expect(interpretPolicy(loaded.tree, loaded.environment, call, {})).toEqual(decision);
      return decision.slug;
    };
    const flat = 'dialect 1; list safe = ["/srv/a"]; allow t when path in safe;';
    expect(decide(flat, 't', '/srv/a')).toBe('allowed');
    expect(decide(flat, 't', '/srv/x/../a')).toBe('no_rule'); // strict: not spelled in its normal form
    const tools = 'dialect 2; list readers = ["cat", "less"]; allow (tool) when { tool in readers };';
    expect(decide(tools, 'cat', '/srv/a')).toBe('allowed');
    expect(decide(tools, 'rm', '/srv/a')).toBe('no_rule');
    const sets = 'dialect 2; allow (tool == "t") when { args.paths.containsAll(["/srv/a"]) };';
    expect(loadPolicy(sets).diagnostics.map(({ code }) => code)).toContain('format_inferred');
  });

  it('take the type of what they are used with', () => {
    const codes = (text: string): readonly string[] =>
      loadPolicy(text, { catalogue }).diagnostics.map(({ code }) => code);
    expect(codes('dialect 1; list few = ["a", 1]; allow t when who in few;')).toContain('literal_type');
    expect(codes('dialect 1; allow t when who in nobody;')).toContain('name_unknown');
    expect(codes('dialect 1; list few = ["a"]; list few = ["b"]; allow t when who in few;')).toContain(
      'define_repeated',
    );
    expect(codes('dialect 2; allow (tool) when { args.who in args.who };')).toEqual(['not_list']);
    expect(codes('dialect 2; allow (tool) when { args.who.containsAny(["a"]) };')).toEqual(['not_list']);
    expect(codes('dialect 2; allow (tool) when { args.tags.containsAll("a") };')).toEqual(['not_list']);
    expect(codes('dialect 2; list few = ["a"]; define few = true; allow (tool) when { few };')).toContain(
      'define_repeated',
    );
    expect(codes('dialect 1; list few = ["a"]; allow t;')).toEqual(['define_unused']);
  });
});

describe('a named list of three capital letters', () => {
  it.each([
    'dialect 1; list VIP = ["ann", "bob"]; allow t when who in VIP and n > 1;',
    'dialect 1; list EUR = ["DE", "FR"]; allow t when country in EUR;',
    'dialect 2; list VIP = ["ann"]; allow (tool == "t") when { args.who in VIP || !(args.who in VIP) && args.n > 1 };',
    'dialect 2; list VIP = ["ann"]; allow (tool == "t") when { args.tags.any(x, x in VIP) };',
  ])('is a list after `in`: %s', (text) => {
    const { diagnostics, ok, tree } = loadPolicy(text);
    expect({ ok, codes: diagnostics.map(({ code }) => code) }).toEqual({ ok: true, codes: [] });
    expect(loadPolicy(printPolicy(tree as NonNullable<typeof tree>)).ok).toBe(true);
  });

  it.each([
    'dialect 2; allow (tool == "t") when { args.amount in EUR <= 5.00 EUR };',
    'dialect 2; allow (tool == "t") when { args.amount in EUR + args.fee <= 5.00 EUR };',
  ])('is a currency that lacks its rates where an amount is compared: %s', (text) => {
    expect(loadPolicy(text).diagnostics).toMatchObject([{ code: 'expected', params: { expected: '`using`' } }]);
  });
});
