import { decide } from '@ostiary/guard';
import { describe, expect, it } from 'vitest';
import { foundIn, imported, prepared, rulesOf } from '../testing/hunt-foreign.js';
import { importIntercept } from './import.js';

const HEAD = 'version: "1"\ntools:\n  pay:\n    rules:\n';
const rule = (...conditions: readonly string[]): string =>
  `      - name: r\n        conditions:\n${conditions.map((each) => `          - { ${each} }\n`).join('')}`;

describe('a policy of Intercept in our words', () => {
  it.each([
    ['path: args.amount, op: lte, value: 500', { amount: 500 }, { amount: 501 }],
    ['path: args.amount, op: gt, value: 1.5', { amount: 2 }, { amount: 1.5 }],
    ['path: args.amount, op: neq, value: 0', { amount: 1 }, { amount: 0 }],
    ['path: args.to, op: eq, value: main', { to: 'main' }, {}],
    ['path: args.to, op: neq, value: main', { to: 'dev' }, {}],
    ['path: args.to, op: in, value: [a, b]', { to: 'b' }, { to: 'c' }],
    ['path: args.to, op: not_in, value: [a, b]', { to: 'c' }, {}],
    ['path: args.to, op: contains, value: "*x"', { to: 'a*xb' }, { to: 'ax' }],
    ['path: args.to, op: regex, value: "^feat/"', { to: 'feat/x' }, { to: 'a feat/x' }],
    ['path: args.to, op: regex, value: "x+$"', { to: 'axx' }, { to: 'xa' }],
    ['path: args.to, op: regex, value: "a|b"', { to: 'xbx' }, { to: 'xcx' }],
    ['path: args.to, op: exists, value: true', { to: '' }, {}],
    ['path: args.to, op: exists, value: false', {}, { to: '' }],
    ['path: args.a.b, op: eq, value: true', { a: { b: true } }, { a: {} }],
  ])('lets through what { %s } does', async (condition, passes, not) => {
    const { text, notImported } = await imported('intercept', HEAD + rule(condition));
    const answer = (args: object): string => decide(prepared(text), { tool: 'pay', args: { ...args } }, {}).answer;
    expect(notImported).toEqual([]);
    expect([answer(passes), answer(not)]).toEqual(['allow', 'refuse']);
  });

  it('asks all conditions of all rules, those about all tools among them', async () => {
    const read = await imported(
      'intercept',
      `${HEAD}${rule('path: args.a, op: lt, value: 1', 'path: args.b, op: lt, value: 1')}  "*":\n    rules:\n      - { name: no, action: deny }\n`,
    );
    expect(rulesOf(read)).toEqual([
      '@id("r") refuse (tool == "pay") when { args.a >= 1 || args.b >= 1 };',
      '@id("no") refuse (tool);',
    ]);
  });

  it('allows what is listed where the default denies', async () => {
    const read = await imported(
      'intercept',
      `default: deny\nhide: ["*"]\n${HEAD}${rule('path: args.a, op: lt, value: 1')}`,
    );
    expect(rulesOf(read)).toEqual([
      '@id("hide") refuse (tool);',
      '@id("pay listed") allow (tool == "pay");',
      '@id("r") refuse (tool == "pay") when { args.a >= 1 };',
    ]);
  });

  it('counts with the present call what a rule counts itself, and without it what another does', async () => {
    const state = (of: string, op: string): string =>
      `      - name: ${of}-${op}\n        conditions: [{ path: state.pay.${of}, op: ${op}, value: 5 }]\n`;
    const own = `        state: { counter: n, window: hour }\n`;
    const read = await imported('intercept', `${HEAD}${state('n', 'lte')}${own}${state('n', 'lt')}`);
    expect(rulesOf(read)).toEqual([
      '@id("n-lte") refuse (tool == "pay") when history { count(pay.open) within 1h by anyone >= 5 };',
      '@id("n-lt") refuse (tool == "pay") when history { count(pay.open) within 1h by anyone >= 5 };',
    ]);
    expect(read.notImported.map(({ line, construct }) => [line, construct])).toEqual([
      [6, 'window'],
      [9, 'window'],
    ]);
  });
});

describe('what is odd about a policy of Intercept', () => {
  it('is that what nobody names runs', async () => {
    const text = 'version: "1"\ndefault: allow\ntools:\n  list: { rules: [] }\n';
    const found = await foundIn('intercept', text, ['S05']);
    expect(new Set(found.map(({ tool }) => tool))).toEqual(new Set(['any_other_tool', 'list']));
  });

  it.each([
    'path: args.to, op: regex, value: "a^b"',
    'path: args.to, op: regex, value: "^a|b$"',
    'path: args.to, op: regex, value: "(?=a)b"',
    'path: args.to, op: in, value: [a, 1]',
    'path: args.to, op: lt, value: many',
    'path: args.to, op: near, value: 1',
    'path: state.pay.unknown, op: lte, value: 1',
    'path: other.x, op: eq, value: 1',
  ])('stands for itself: { %s }', async (condition) => {
    const { text, notImported } = await imported('intercept', HEAD + rule(condition));
    expect(text).toContain('when { !session.unread_1 }');
    expect(notImported.map(({ line }) => line)).toEqual([7]);
  });

  it.each(['{}', 'tools: []', '- x', 'tools: {', ''])('is refused where it is none: %s', (text) => {
    const result = importIntercept({ text, declares: true });
    expect(result.ok).toBe(false);
  });
});
