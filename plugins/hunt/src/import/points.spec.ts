import { decide } from '@ostiary/guard';
import { describe, expect, it } from 'vitest';
import type { ForeignFormat } from './model.js';
import { imported, prepared } from './testing/hunt-foreign.js';

/**
 * What the documents and the source of each tool say of points on which such languages differ: one policy each, and what the tool answers to
 * calls of `pay`. tools/import-peers asks the tools themselves.
 */
type Point = readonly [what: string, policy: string, ...calls: readonly (readonly [args: object, answer: string])[]];

const named = (points: readonly Point[]) => points.map((point) => ({ what: point[0], point }));

/** What the translation answers beside what the tool does. */
async function answersOf(
  format: ForeignFormat,
  [, policy, ...calls]: Point,
): Promise<readonly (readonly [string, string])[]> {
  const { text } = await imported(format, policy);
  return calls.map(
    ([args, answer]) => [decide(prepared(text), { tool: 'pay', args: { ...args } }, {}).answer, answer] as const,
  );
}

describe('points of Progent', () => {
  const pay = (...rules: readonly unknown[]): string => JSON.stringify({ pay: rules });
  it.each(
    named([
      ['a tool without rules is refused', '{"other": [[1, 0, {}, 0]]}', [{}, 'refuse']],
      [
        'no rule holds: the fallback of the last, by order',
        pay([2, 0, { a: { const: 1 } }, 2], [1, 0, { a: { const: 2 } }, 0]),
        [{ a: 3 }, 'confirm'],
      ],
      ['the smaller number comes first', pay([2, 1, {}, 0], [1, 0, {}, 0]), [{}, 'allow']],
      ['of one number the rule that forbids', pay([1, 0, {}, 0], [1, 1, {}, 0]), [{}, 'refuse']],
      ['what is absent is not asked', pay([1, 0, { a: { maximum: 1 } }, 0]), [{}, 'allow'], [{ a: 2 }, 'refuse']],
      [
        'a rule that forbids holds of what is absent, too',
        pay([1, 1, { a: { const: 1 } }, 0], [2, 0, {}, 0]),
        [{}, 'refuse'],
        [{ a: 2 }, 'allow'],
      ],
      ['a pattern may match a part', pay([1, 0, { a: { pattern: 'b' } }, 0]), [{ a: 'abc' }, 'allow']],
      [
        'a text is a pattern for the beginning',
        pay([1, 0, { a: 'b' }, 0]),
        [{ a: 'bc' }, 'allow'],
        [{ a: 'ab' }, 'refuse'],
      ],
      [
        'with an anchor of its own it is the same',
        pay([1, 0, { a: '^b$' }, 0]),
        [{ a: 'b' }, 'allow'],
        [{ a: 'bc' }, 'refuse'],
      ],
      [
        'the end of a pattern is before a last line feed, too',
        pay([1, 0, { a: '^b$' }, 0]),
        [{ a: 'b\n' }, 'allow'],
        [{ a: 'b\n\n' }, 'refuse'],
      ],
      ['a dot is no line feed', pay([1, 0, { a: '^b.d' }, 0]), [{ a: 'bcd' }, 'allow'], [{ a: 'b\nd' }, 'refuse']],
      ['case counts', pay([1, 0, { a: { enum: ['x'] } }, 0]), [{ a: 'X' }, 'refuse']],
      ['a format asks nothing', pay([1, 0, { a: { type: 'string', format: 'email' } }, 0]), [{ a: 'x' }, 'allow']],
      [
        'bounds are in, exclusive ones are not',
        pay([1, 0, { a: { minimum: 1, exclusiveMaximum: 2 } }, 0]),
        [{ a: 1 }, 'allow'],
        [{ a: 2 }, 'refuse'],
      ],
    ]),
  )('$what', async ({ point }) => {
    for (const [here, there] of await answersOf('progent', point)) expect(here).toBe(there);
  });
});

describe('points of Intercept', () => {
  const pay = (condition: string, more = ''): string =>
    `version: "1"\n${more}tools:\n  pay:\n    rules:\n      - { name: r, conditions: [{ ${condition} }] }\n`;
  it.each(
    named([
      ['without a default all is allowed', 'version: "1"\ntools:\n  pay: { rules: [] }\n', [{}, 'allow']],
      [
        'where the default denies, what is listed is allowed',
        'version: "1"\ndefault: deny\ntools:\n  pay: { rules: [] }\n',
        [{}, 'allow'],
      ],
      [
        'what is hidden is refused',
        pay('path: args.a, op: exists, value: true', 'hide: [pay]\n'),
        [{ a: 1 }, 'refuse'],
      ],
      [
        'a condition fails of what is absent, `neq` and `not_in` too',
        pay('path: args.a, op: neq, value: x'),
        [{}, 'refuse'],
        [{ a: 'y' }, 'allow'],
      ],
      ['a pattern may match a part', pay('path: args.a, op: regex, value: b'), [{ a: 'abc' }, 'allow']],
      [
        'the end of a pattern is the end',
        pay('path: args.a, op: regex, value: "^b$"'),
        [{ a: 'b' }, 'allow'],
        [{ a: 'b\n' }, 'refuse'],
      ],
      [
        'a dot is no line feed, unless the pattern says so',
        pay('path: args.a, op: regex, value: "b.d"'),
        [{ a: 'b\nd' }, 'refuse'],
      ],
      ['and with a flag it is', pay('path: args.a, op: regex, value: "(?s)b.d"'), [{ a: 'b\nd' }, 'allow']],
      ['case counts', pay('path: args.a, op: contains, value: x'), [{ a: 'aXb' }, 'refuse']],
      [
        'paths go into records',
        pay('path: args.a.b, op: gte, value: 1'),
        [{ a: { b: 1 } }, 'allow'],
        [{ a: 1 }, 'refuse'],
      ],
      [
        'rules about all tools are asked as well',
        `${pay('path: args.a, op: lt, value: 5')}  "*":\n    rules: [{ name: no, action: deny }]\n`,
        [{ a: 1 }, 'refuse'],
      ],
    ]),
  )('$what', async ({ point }) => {
    for (const [here, there] of await answersOf('intercept', point)) expect(here).toBe(there);
  });
});

describe('points of the Agent Governance Toolkit', () => {
  const doc = (...rules: readonly object[]): string =>
    JSON.stringify({
      apiVersion: 'governance.toolkit/v1',
      name: 'p',
      default_action: 'deny',
      rules: [
        ...rules,
        { name: 'pay', condition: "tool_name == 'never'", action: 'deny' },
        { name: 'known', condition: "tool_name == 'pay' and never", action: 'deny' },
      ],
    });
  const allow = (condition: string, more: object = {}): object => ({
    name: condition,
    condition,
    action: 'allow',
    ...more,
  });
  it.each(
    named([
      ['without a rule the default decides', doc(), [{}, 'refuse']],
      [
        'the higher priority comes first',
        doc(allow('a'), { name: 'd', condition: 'a', action: 'deny', priority: 1 }),
        [{ a: true }, 'refuse'],
      ],
      [
        'of one priority the first rule',
        doc(allow('a'), { name: 'd', condition: 'a', action: 'deny' }),
        [{ a: true }, 'allow'],
      ],
      ['what is absent is not equal, and is unequal', doc(allow("a != 'x'")), [{}, 'allow'], [{ a: 'x' }, 'refuse']],
      ['a number that is absent compares with none', doc(allow('a <= 5')), [{}, 'refuse'], [{ a: 5 }, 'allow']],
      ['`and` is taken apart after `or`', doc(allow('a and b or c')), [{ c: true }, 'allow'], [{ a: true }, 'refuse']],
      ['parentheses are no part of it: the test is false', doc(allow('(a or b)')), [{ a: true, b: true }, 'refuse']],
      ['words in quotes are no operators', doc(allow("a == 'x or y'")), [{ a: 'x or y' }, 'allow']],
      ['case counts', doc(allow("a in ['x']")), [{ a: 'x' }, 'allow'], [{ a: 'X' }, 'refuse']],
      [
        'an approval is asked for',
        doc({ name: 'r', condition: 'a', action: 'require_approval' }),
        [{ a: true }, 'confirm'],
      ],
      ['names go into records', doc(allow('a.b > 1')), [{ a: { b: 2 } }, 'allow'], [{ a: 2 }, 'refuse']],
    ]),
  )('$what', async ({ point }) => {
    for (const [here, there] of await answersOf('agt', point)) expect(here).toBe(there);
  });

  it('tells where the evaluator in Python reads a test otherwise', async () => {
    const told = async (condition: string): Promise<readonly string[]> =>
      (await imported('agt', doc(allow(condition)))).notImported.map(({ detail }) => detail.en.slice(0, 60));
    expect(await told('a <= 5')).toEqual([expect.stringContaining('a missing number is 0')]);
    for (const condition of ["a not in ['x']", 'a == 5', 'a == true', "a == ''"])
      expect(await told(condition)).toEqual([expect.stringContaining('in Python does not know this')]);
    for (const condition of ['a > 5', "a == 'x'", "a in ['x']", 'a']) expect(await told(condition)).toEqual([]);
  });
});
