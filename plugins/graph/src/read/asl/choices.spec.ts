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
  const number = { op: '=', variable: '$.x.#number', value: true };
  it.each([
    [
      { Variable: x, StringEquals: 'a' },
      { op: '=', variable: x, value: 'a' },
    ],
    [
      { Variable: x, NumericGreaterThan: 5 },
      { op: 'and', of: [number, { op: '>', variable: x, value: 5 }] },
    ],
    [
      { Variable: x, NumericLessThanEqualsPath: '$.y' },
      {
        op: 'and',
        of: [number, { op: '=', variable: '$.y.#number', value: true }, { op: '<=', variable: x, other: '$.y' }],
      },
    ],
    [
      { Variable: x, StringEqualsPath: '$.y' },
      { op: '=', variable: x, other: '$.y' },
    ],
    [
      { Variable: x, IsPresent: false },
      { op: 'not', of: { op: 'present', variable: x } },
    ],
    [{ Variable: x, IsNumeric: true }, number],
    [
      { Variable: x, StringMatches: '*a b*' },
      { op: 'contains', variable: x, value: 'a b' },
    ],
    [
      { Variable: x, StringMatches: 'ab' },
      { op: '=', variable: x, value: 'ab' },
    ],
    [{ Not: { Variable: x, StringEquals: 'a' } }, { op: 'not', of: { op: '=', variable: x, value: 'a' } }],
    [
      {
        And: [
          { Variable: x, StringEquals: 'a' },
          { Variable: '$.y', IsPresent: true },
        ],
      },
      {
        op: 'and',
        of: [
          { op: '=', variable: x, value: 'a' },
          { op: 'present', variable: '$.y' },
        ],
      },
    ],
    [
      { Condition: "{% $states.input.x = 'a' and $v > 3 %}" },
      {
        op: 'and',
        of: [
          { op: '=', variable: x, value: 'a' },
          {
            op: 'and',
            of: [
              { op: '=', variable: '$v.#number', value: true },
              { op: '>', variable: '$v', value: 3 },
            ],
          },
        ],
      },
    ],
    [
      { Condition: '{% $states.input.x != 3 %}' },
      {
        op: 'and',
        of: [
          { op: 'present', variable: x },
          { op: '!=', variable: x, value: 3 },
        ],
      },
    ],
    [{ Variable: x, StringMatches: '*a' }, 'opaque'],
    [{ Variable: x, TimestampLessThan: '2026-01-01T00:00:00Z' }, 'opaque'],
    [{ Variable: '$.a[*]', StringEquals: 'a' }, 'opaque'],
    [{ Variable: x, NumericEquals: '5' }, 'opaque'],
    [{ Variable: x, constructor: 5 }, 'opaque'],
    [{ And: [] }, 'opaque'],
    [
      {
        Or: [
          { Variable: x, StringEquals: 'a' },
          { Variable: x, IsString: true },
        ],
      },
      'opaque',
    ],
    [{ Condition: '{% $count($states.input.x) > 3 %}' }, 'opaque'],
    [{ Condition: '{% $states.result.x = 3 %}' }, 'opaque'],
    [{ Condition: '{% $states.input.x = "a" or true %}' }, 'opaque'],
  ])('%j', (rule, expected) => {
    expect(guards(rule)).toEqual([expected]);
  });

  it('of several types of one value leave it without a type', () => {
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
    expect(found.graph.variables).toEqual([{ name: '$.x.#number', type: 'bool' }]);
    expect(edges(found).map(({ id }) => id)).toEqual(['c -[Choices[0]]-> e', 'c -[Choices[1]]-> e']);
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
