import type { Catalogue } from '@ostiary/catalogue';
import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../check/load.js';
import { compilePolicy } from './compile.js';
import { interpretPolicy } from './interpret.js';
import type { Call, Context, Decision } from './types.js';

const text = { kind: 'string', format: 'text' } as const;
const catalogue: Catalogue = {
  name: 'shop',
  tools: [
    {
      name: 'refund_order',
      classes: ['write'],
      args: {
        kind: 'record',
        fields: {
          amount: { type: { kind: 'money', currencyFrom: 'currency' }, required: true },
          currency: { type: text, required: false },
          days: { type: { kind: 'int', min: 0, max: 400 }, required: false },
          reason: { type: { kind: 'string', format: 'keyword', enum: ['damaged', 'late'] }, required: false },
          lines: {
            type: {
              kind: 'list',
              of: { kind: 'record', fields: { price: { type: { kind: 'money' }, required: true } } },
            },
            required: false,
          },
        },
      },
    },
    { name: 'note', classes: ['read'], args: { kind: 'record', fields: {}, open: true } },
  ],
};

/** Decides by both evaluators, which must agree. */
function decide(policy: string, call: Call, context: Context = {}, typed = true): Decision {
  const loaded = loadPolicy(policy, typed ? { catalogue } : {});
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
  const decision = compilePolicy(loaded.core).decide(call, context);
  expect(interpretPolicy(loaded.tree, loaded.environment, call, context)).toEqual(decision);
  return decision;
}

const REFUNDS = `dialect 1;
  allow refund_order when amount <= 100.00 EUR;
  confirm refund_order when amount <= 500.00 EUR;
  refuse refund_order when days > 90;`;
const refund = (args: Call['args']): Decision => decide(REFUNDS, { tool: 'refund_order', args });

describe('decide', () => {
  it.each<[string, Call['args'], Partial<Decision>]>([
    [
      'the strictest rule that fires',
      { amount: '50.00 EUR', days: 91 },
      { answer: 'refuse', slug: 'refused', deciding: [{ rule: 'rule-3', cause: 'true' }] },
    ],
    [
      'confirm over allow',
      { amount: '50.00 EUR', days: 1 },
      { answer: 'confirm', slug: 'confirm_required', deciding: [{ rule: 'rule-2', cause: 'true' }] },
    ],
    [
      'the default when none fires',
      { amount: '501.00 EUR', days: 1 },
      { answer: 'refuse', slug: 'no_rule', deciding: [] },
    ],
    [
      'refuse on an absent attribute',
      { amount: '50.00 EUR' },
      { answer: 'refuse', slug: 'guard_undefined', deciding: [{ rule: 'rule-3', cause: 'undefined' }] },
    ],
    [
      'confirm on another currency',
      { amount: '50.00 USD', days: 1 },
      { answer: 'confirm', slug: 'guard_undefined', deciding: [{ rule: 'rule-2', cause: 'undefined' }] },
    ],
    [
      'refuse on an absent required argument',
      { days: 1 },
      { answer: 'refuse', slug: 'argument_missing', pointer: '/amount' },
    ],
  ])('%s', (_, args, expected) => expect(refund(args)).toMatchObject(expected));

  it.each<[string, unknown, string, string]>([
    ['a number for money of no known currency', { amount: 5 }, 'currency_unknown', '/amount'],
    ['an unknown currency', { amount: '5.00 XYZ' }, 'currency_unknown', '/amount'],
    ['text for a number', { amount: '5.00 EUR', days: '600' }, 'argument_ill_typed', '/days'],
    ['a list for a number', { amount: '5.00 EUR', days: [6] }, 'argument_ill_typed', '/days'],
    ['a number out of bounds', { amount: '5.00 EUR', days: 401 }, 'argument_ill_typed', '/days'],
    ['a number too large to be exact', { days: 2 ** 53 + 1 }, 'argument_ill_typed', '/days'],
    ['NaN', { days: Number.NaN }, 'argument_ill_typed', '/days'],
    ['a text outside the enum', { reason: 'other' }, 'argument_ill_typed', '/reason'],
    ['null for a required argument', { amount: null }, 'argument_missing', '/amount'],
    ['an argument nobody declared', { 'a/b~c': 1 }, 'argument_unknown', '/a~1b~0c'],
    ['an argument nobody declared though it is null', { 'a/b~c': null }, 'argument_unknown', '/a~1b~0c'],
    ['__proto__', JSON.parse('{"__proto__": {"days": 1}}'), 'argument_unknown', '/__proto__'],
    [
      'a fault deep inside',
      { lines: [{ price: '1.00 EUR' }, { price: '1,00 EUR' }] },
      'argument_ill_typed',
      '/lines/1/price',
    ],
    ['a field nobody declared deep inside', { lines: [{ price: '1.00 EUR', x: 1 }] }, 'argument_unknown', '/lines/0/x'],
  ])('refuses %s before any rule', (_, args, slug, pointer) => {
    expect(refund(args as Call['args'])).toEqual({ answer: 'refuse', slug, deciding: [], pointer });
  });

  it.each([
    'refund_0rder',
    'refund_\u043erder',
    'Refund_Order',
    'refund_order\u200b',
    'unheard_of',
    '__proto__',
    'constructor',
    '',
  ])('refuses the unknown tool %j', (tool) => {
    expect(decide('dialect 1; default allow;', { tool, args: {} })).toEqual({
      answer: 'refuse',
      slug: 'tool_unknown',
      deciding: [],
    });
  });

  it('lets through arguments of an open record that no policy can read', () => {
    expect(decide('dialect 1; allow note;', { tool: 'note', args: { anything: [1], __proto__: null } }).answer).toBe(
      'allow',
    );
  });

  it('takes the currency of a bare number from its sibling', () => {
    expect(refund({ amount: 50, currency: 'eur', days: 1 }).answer).toBe('confirm');
  });

  it('refuses deceptive names without a catalogue, and treats other names alike', () => {
    const policy = 'dialect 1; allow * when ok; refuse drop_table;';
    const answer = (tool: string): string => decide(policy, { tool, args: { ok: true } }, {}, false).slug;
    expect(['drop_table', 'drop_tab1e', 'dr\u043ep_table', 'größe', 'list', 'lists'].map(answer)).toEqual([
      'refused',
      'tool_unknown',
      'tool_unknown',
      'tool_unknown',
      'allowed',
      'allowed',
    ]);
  });

  it('reads nothing from a prototype', () => {
    expect(decide('dialect 1; allow t when has toString;', { tool: 't', args: {} }, {}, false).answer).toBe('refuse');
  });

  describe('confirmation', () => {
    const confirmed: Context = { confirmed: true };
    it('turns confirm into allow', () => {
      expect(decide(REFUNDS, { tool: 'refund_order', args: { amount: '200.00 EUR', days: 1 } }, confirmed)).toEqual({
        answer: 'allow',
        slug: 'confirmed',
        deciding: [{ rule: 'rule-2', cause: 'true' }],
      });
      expect(decide('dialect 1; default confirm;', { tool: 'note', args: {} }, confirmed)).toEqual({
        answer: 'allow',
        slug: 'confirmed',
        deciding: [],
      });
    });
    it('never lifts a refuse', () => {
      expect(
        decide(REFUNDS, { tool: 'refund_order', args: { amount: '200.00 EUR', days: 91 } }, confirmed).answer,
      ).toBe('refuse');
      expect(decide(REFUNDS, { tool: 'refund_order', args: { days: 'x' } }, confirmed).slug).toBe('argument_ill_typed');
    });
  });

  it('lists every rule of the deciding effect, in policy order, however the rules are found', () => {
    const rules = Array.from({ length: 70 }, (_, i) => `refuse refund_order when days >= ${String(i)};`);
    const { deciding } = decide(`dialect 1;\n${rules.join('\n')}`, {
      tool: 'refund_order',
      args: { amount: '1.00 EUR', days: 40 },
    });
    expect(deciding.map(({ rule }) => rule)).toEqual(Array.from({ length: 41 }, (_, i) => `rule-${i + 1}`));
  });

  it('keeps nothing of one decision for the next', () => {
    const loaded = loadPolicy(REFUNDS, { catalogue });
    if (!loaded.ok) throw new Error('not loaded');
    const decider = compilePolicy(loaded.core);
    const ask = (args: Call['args']): string => decider.decide({ tool: 'refund_order', args }, {}).slug;
    expect([
      ask({ amount: '50.00 EUR', days: 91 }),
      ask({ amount: '50.00 EUR' }),
      ask({ days: 'x' }),
      ask({ amount: '50.00 EUR', days: 1 }),
    ]).toEqual(['refused', 'guard_undefined', 'argument_ill_typed', 'confirm_required']);
  });
});

describe('holds', () => {
  it('judges a property with the answer, before and after tickets', () => {
    const loaded = loadPolicy(
      'dialect 2; confirm (tool == "t") when { args.n > 1 }; never "a": answer == "allow" && args.n > 5; never "x": executes == "allow" && args.n > 5;',
    );
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
    const decider = compilePolicy(loaded.core);
    const [call, context] = [{ tool: 't', args: { n: 6 } }, { confirmed: true }];
    const decision = decider.decide(call, context);
    expect(loaded.core.properties.map(({ variants }) => decider.holds(variants, call, context, decision))).toEqual([
      false,
      true,
    ]);
    expect(
      typeof decider.holds(loaded.core.properties[1]?.variants ?? [], { tool: 't', args: {} }, context, decision),
    ).toBe('symbol');
    expect(decider.holds([], call, context, decision)).toBeNull();
  });
});
