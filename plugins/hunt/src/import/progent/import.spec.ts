import { decide } from '@ostiary/guard';
import { describe, expect, it } from 'vitest';
import { foundIn, imported, prepared, rulesOf } from '../testing/hunt-foreign.js';
import { importProgent } from './import.js';

const answerOf = async (policy: object, args: object): Promise<string> =>
  decide(prepared((await imported('progent', JSON.stringify(policy))).text), { tool: 'pay', args: { ...args } }, {})
    .answer;

describe('a policy of Progent in our words', () => {
  it.each([
    [{ type: 'number', maximum: 5 }, { a: 5 }, { a: 6 }],
    [{ minimum: 1, exclusiveMaximum: 5.5 }, { a: 5 }, { a: 5.5 }],
    [{ type: 'string', enum: ['x', 'y'] }, { a: 'y' }, { a: 'z' }],
    [{ const: true }, { a: true }, { a: false }],
    [{ pattern: '^ab+$' }, { a: 'abb' }, { a: 'xabb' }],
    [{ pattern: 'ab' }, { a: 'xaby' }, { a: 'xay' }],
    [{ maxLength: 2, format: 'email' }, { a: 'xy' }, { a: 'xyz' }],
    ['ab', { a: 'abc' }, { a: 'xab' }],
  ])('asks of an argument %j', async (restriction, passes, not) => {
    const policy = { pay: [[1, 0, { a: restriction }, 0]] };
    expect([await answerOf(policy, passes), await answerOf(policy, not)]).toEqual(['allow', 'refuse']);
  });

  it('lets through what lacks the argument', async () => {
    const conditions = { amount: { type: 'number', maximum: 5 } };
    expect(await answerOf({ pay: [{ priority: 1, effect: 0, conditions, fallback: 0 }] }, {})).toBe('allow');
  });

  it('lets the first rule by priority decide, and among equals one that forbids', async () => {
    const read = await imported(
      'progent',
      '{"pay": [[2, 1, {}, 0], [1, 0, {"a": {"maximum": 5}}, 0], [1, 1, {"b": {"const": "x"}}, 2]]}',
    );
    expect(rulesOf(read)).toEqual([
      '@id("pay confirm") confirm (tool == "pay") when { (!has args.b || args.b in ["x"]) or else false };',
      '@id("pay allow") allow (tool == "pay") when { !has args.a || args.a <= 5 };',
      '@id("pay refuse") refuse (tool == "pay") when { (has args.b && !(args.b in ["x"])) or else false } when { (has args.a && args.a > 5) or else false };',
    ]);
    expect(
      await foundIn('progent', '{"pay": [[1, 0, {"a": {"maximum": 5}}, 0], [2, 1, {"b": {"const": "x"}}, 0]]}', [
        'S10',
      ]),
    ).toMatchObject([{ class: 'S10', rules: ['pay allow', 'pay refuse'] }]);
  });

  it('is found to let a call through that leaves out what is restricted', async () => {
    const policy = '{"pay": [[1, 0, {"a": {"maximum": 5}, "b": {}}, 0], [2, 1, {"c": {"const": "x"}}, 0]]}';
    expect(await foundIn('progent', policy, ['G03'])).toMatchObject([
      { class: 'G03', severity: 'high', rules: ['pay allow'], attribute: 'args.a' },
    ]);
    expect(await foundIn('progent', '{"pay": [[1, 0, {"b": {}}, 0]]}', ['G03'])).toEqual([]);
  });

  it('asks a person where the last rule says so, and refuses tools that are not listed', async () => {
    expect(await answerOf({ pay: [[1, 0, { a: { const: 1 } }, 2]] }, { a: 2 })).toBe('confirm');
    expect(await answerOf({ other: [[1, 0, {}, 0]] }, {})).toBe('refuse');
  });

  it('stops at a rule that a model made', async () => {
    const text = '{"pay": [[100, 0, {"a": {"const": 1}}, 0],\n[100, 0, {}, 0]]}';
    const read = await imported('progent', text);
    expect(rulesOf(read)).toHaveLength(1);
    expect(read.notImported.map(({ line, construct }) => [line, construct])).toEqual([[2, 'rule']]);
  });
});

describe('what is not imported of Progent', () => {
  it.each([
    { multipleOf: 2 },
    { items: { type: 'string' } },
    { anyOf: [] },
    { pattern: '(?!x)y' },
    { type: ['string', 'null'] },
    { enum: ['a', 1] },
    7,
  ])('stands for itself: %j', async (restriction) => {
    const { text, notImported } = await imported('progent', JSON.stringify({ pay: [[1, 0, { a: restriction }, 0]] }));
    expect(text).toContain('session.unread_1');
    expect(notImported).toHaveLength(1);
  });

  it.each(['[]', '{"pay": {}}', '{"pay": [[1, 7, {}, 0]]}', '{"pay": [[1, 0]]}', '{', '{"pay": [["x", 0, {}, 0]]}'])(
    'is refused: %s',
    (text) => {
      expect(importProgent({ text, declares: true }).ok).toBe(false);
    },
  );
});
