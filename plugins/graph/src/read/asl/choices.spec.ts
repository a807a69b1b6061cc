import { describe, expect, it } from 'vitest';
import { edges, machine, nodes, read } from './testing/machines.js';

describe('conditions', () => {
  const guards = (...rules: object[]): readonly unknown[] =>
    edges(
      read(
        machine('c', {
          c: { Type: 'Choice', Choices: rules.map((rule) => ({ ...rule, Next: 'e' })) },
          e: { Type: 'Succeed' },
        }),
      ),
    ).map(({ guard }) => guard && ('expr' in guard ? guard.expr : 'opaque' in guard ? 'opaque' : guard));
  const x = '$.x';
  const is = (type: string, variable = x): object => ({ op: '=', variable: `${variable}.#type`, value: type });
  const present = (variable = x): object => ({ op: '!=', variable: `${variable}.#type`, value: 'absent' });
  const isText = (variable = x): object => ({
    op: 'in',
    variable: `${variable}.#type`,
    values: ['string', 'timestamp'],
  });
  const both = (...of: readonly object[]): object => ({ op: 'and', of });
  it.each([
    [
      { Variable: x, StringEquals: 'a' },
      { op: '=', variable: x, value: 'a' },
    ],
    [{ Variable: x, NumericGreaterThan: 5 }, both(is('number'), { op: '>', variable: x, value: 5 })],
    [
      { Variable: x, NumericLessThanEqualsPath: '$.y' },
      both(is('number'), is('number', '$.y'), { op: '<=', variable: x, other: '$.y' }),
    ],
    [{ Variable: x, StringEqualsPath: '$.y' }, both(isText(), isText('$.y'), { op: '=', variable: x, other: '$.y' })],
    [
      { Variable: x, BooleanEqualsPath: '$.y' },
      both(is('boolean'), is('boolean', '$.y'), { op: '=', variable: x, other: '$.y' }),
    ],
    [
      { Variable: x, IsPresent: false },
      { op: 'not', of: present() },
    ],
    [{ Variable: x, IsNumeric: true }, is('number')],
    [{ Variable: x, IsString: true }, isText()],
    [{ Variable: x, IsTimestamp: true }, is('timestamp')],
    [
      { Variable: x, IsNull: false },
      { op: 'not', of: is('null') },
    ],
    [{ Variable: x, StringMatches: '*a b*' }, both(isText(), { op: 'contains', variable: x, value: 'a b' })],
    [{ Variable: x, StringMatches: 'a\\*b' }, both(isText(), { op: '=', variable: x, value: 'a*b' })],
    [{ Variable: x, StringMatches: '*.txt' }, both(isText(), { op: 'in', variable: x, values: ['.txt'] })],
    [{ Variable: x, StringLessThan: 'b' }, both(isText(), { op: 'in', variable: x, values: [''] })],
    [
      { Variable: x, TimestampLessThan: '1970-01-01T00:00:01Z' },
      both(is('timestamp'), { op: '<', variable: x, value: 1000 }),
    ],
    [{ Not: { Variable: x, StringEquals: 'a' } }, { op: 'not', of: { op: '=', variable: x, value: 'a' } }],
    // What lies in a value that is asked for is there only where that is a record.
    [
      {
        And: [
          { Variable: x, IsPresent: true },
          { Variable: '$.x.y', StringEquals: 'a' },
        ],
      },
      both(present(), both(is('other'), { op: '=', variable: '$.x.y', value: 'a' })),
    ],
    [
      { Condition: "{% $states.input.x = 'a' and $v > 3 %}" },
      both(
        both(isText(), { op: '=', variable: x, value: 'a' }),
        both(is('number', '$v'), { op: '>', variable: '$v', value: 3 }),
      ),
    ],
    [
      { Condition: '{% $states.input.x != 3 %}' },
      both(present(), { op: 'not', of: both(is('number'), { op: '=', variable: x, value: 3 }) }),
    ],
    [{ Variable: x, StringMatches: 'a\\b' }, 'opaque'],
    [{ Variable: x, StringLessThan: '' }, 'opaque'],
    [{ Variable: x, StringLessThanPath: '$.y' }, 'opaque'],
    [{ Variable: x, TimestampLessThan: '2026-01-01' }, 'opaque'],
    [{ Variable: x, TimestampLessThan: '2026-01-01T00:00:00.0001Z' }, 'opaque'],
    [{ Variable: '$.a[*]', StringEquals: 'a' }, 'opaque'],
    [{ Variable: x, NumericEquals: '5' }, 'opaque'],
    [{ Variable: x, StringEquals: 'a', NumericEquals: 5 }, 'opaque'],
    [{ Variable: x, IsNull: 'true' }, 'opaque'],
    [{ Variable: x, constructor: 5 }, 'opaque'],
    [{ And: [] }, 'opaque'],
    [Array.from({ length: 30 }).reduce<object>((of) => ({ Not: of }), { Variable: x, IsNull: true }), 'opaque'],
    [{ Condition: '{% $count($states.input.x) > 3 %}' }, 'opaque'],
    [{ Condition: '{% $states.result.x = 3 %}' }, 'opaque'],
    [{ Condition: '{% $states.input.x = "a" or true %}' }, 'opaque'],
  ])('%j', (rule, expected) => {
    expect(guards(rule)).toEqual([expected]);
  });

  it('of several types of one value are of several variables, told apart by its type', () => {
    const found = read(
      machine('c', {
        c: {
          Type: 'Choice',
          Choices: [
            { Variable: x, StringEquals: 'a', Next: 'e' },
            { Variable: x, NumericEquals: 1, Next: 'e' },
          ],
        },
        e: { Type: 'Succeed' },
      }),
    );
    expect(found.graph.variables?.map(({ name, type }) => [name, type])).toEqual([
      [x, 'string'],
      ['$.x.#number', 'real'],
      ['$.x.#type', 'string'],
    ]);
    expect(edges(found).map(({ guard }) => guard && 'expr' in guard && guard.expr)).toEqual([
      both(isText(), { op: '=', variable: x, value: 'a' }),
      both(is('number'), { op: '=', variable: '$.x.#number', value: 1 }),
    ]);
    expect(edges(found).map(({ id }) => id)).toEqual(['c -[Choices[0]]-> e', 'c -[Choices[1]]-> e']);
  });

  it('know that what is put into a record makes it one', () => {
    const found = read(
      machine('w', {
        w: { Type: 'Pass', Result: 1, ResultPath: '$.x.y', Next: 'c' },
        c: { Type: 'Choice', Choices: [{ Variable: x, IsPresent: true, Next: 'e' }] },
        e: { Type: 'Succeed' },
      }),
    );
    expect(nodes(found).get('w')).toMatchObject({ writes: ['$.x.y', '$.x.#type'] });
  });

  it('of what an InputPath leaves are opaque, and what a choice assigns is written on its way', () => {
    const found = read(
      machine('c', {
        c: {
          Type: 'Choice',
          InputPath: '$.o',
          Choices: [{ Variable: x, StringEquals: 'a', Assign: { k: 1 }, Next: 'e' }],
        },
        e: { Type: 'Succeed' },
      }),
    );
    expect(edges(found)).toMatchObject([
      { source: 'c', target: 'c:Choices[0]', guard: { opaque: '{"Variable":"$.x","StringEquals":"a"}' } },
      { source: 'c:Choices[0]', target: 'e' },
    ]);
    expect(nodes(found).get('c:Choices[0]')).toMatchObject({ kind: 'code', writes: ['$', '$k'] });
  });
});
