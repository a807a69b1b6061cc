import { describe, expect, it } from 'vitest';
import type { GraphEdge, GuardExpr, Variable } from '../model/index.js';
import { edge, graphOf, node, tool, withTools } from '../testing/graphs.js';
import { checkGraph } from './check.js';

it('a check of which nobody says how it passes has passed on an edge that says so, and on no other', () => {
  const tools = withTools(
    { name: 'pay', classes: ['write'] },
    { name: 'check', classes: ['check'], checks: [{ tools: ['pay'] }] },
  );
  const rule = { id: 'r', kind: 'check_before', tool: 'pay', check: 'check' } as const;
  const left = (outcome?: 'pass' | 'fail'): string | undefined =>
    checkGraph(graphOf([tool('check'), tool('pay')], [edge('check>pay', outcome && { outcome })]), tools, [rule])
      .verdicts[0]?.verdict;
  expect([left('pass'), left(), left('fail')]).toEqual(['proved', 'possible', 'broken']);
});

describe('a check that passes by a field', () => {
  const checked = (
    equals: string | number | boolean,
    edges: readonly Partial<GraphEdge>[],
    type?: Omit<Variable, 'name'>,
  ): string | undefined => {
    const tools = withTools(
      { name: 'pay', classes: ['write'] },
      { name: 'check', classes: ['check'], checks: [{ tools: ['pay'], passes: { field: 'ok', equals } }] },
    );
    const graph = graphOf(
      [tool('check', { result: 'r' }), tool('pay'), node('over', 'end')],
      [
        ...edges.map((more, index) => edge('check>over', { id: String(index), ...more })),
        edge('check>pay', { otherwise: true }),
      ],
      { variables: type ? [{ name: 'r.ok', ...type }] : [] },
    );
    return checkGraph(graph, tools, [{ id: 'r', kind: 'check_before', tool: 'pay', check: 'check' }]).verdicts[0]
      ?.verdict;
  };
  /** An edge past the tool where the result compares so: the tool is left for the others. */
  const past = (op: '=' | '!=' | '<' | '>=', value: string | number | boolean): Partial<GraphEdge> => ({
    guard: { expr: { op, variable: 'r.ok', value } as GuardExpr },
  });

  it.each([
    ['every text but the one that passes', 'a', [past('!=', 'a')], { type: 'string' }, 'proved'],
    ['a text of one letter that nobody names', 'a', [past('=', 'no')], { type: 'string' }, 'broken'],
    ['a text that nobody names', 'yes', [past('=', 'no')], { type: 'string' }, 'broken'],
    ['the other of two texts', 'yes', [past('=', 'no')], { type: 'string', values: ['yes', 'no'] }, 'proved'],
    ['one of two other texts', 'yes', [past('=', 'no')], { type: 'string', values: ['yes', 'no', 'or'] }, 'broken'],
    ['a whole number between two', 2, [past('<', 2), past('>=', 3)], { type: 'int' }, 'proved'],
    ['a number between two', 2, [past('<', 2), past('>=', 3)], { type: 'real' }, 'broken'],
    ['whole numbers up to the largest', 2, [past('<', 2)], { type: 'int', max: 2 }, 'proved'],
    ['whole numbers up to a larger one', 2, [past('<', 2)], { type: 'int', max: 3 }, 'broken'],
    ['the truth value that passes', true, [past('=', false)], { type: 'bool' }, 'proved'],
    ['what nobody declares, but the value that passes', true, [past('!=', true)], undefined, 'proved'],
    ['what nobody declares, but another value', true, [past('=', false)], undefined, 'possible'],
    ['a text where a truth value is declared', 'yes', [past('!=', 'yes')], { type: 'bool' }, 'proved'],
  ] as const)('%s', (_, equals, edges, type, verdict) => {
    expect(checked(equals, edges, type)).toBe(verdict);
  });

  const again = (bound?: number): Partial<GraphEdge> => ({
    ...past('!=', 'yes'),
    target: 'check',
    ...(bound !== undefined && { max_times: bound }),
  });

  it('has not passed where the edge that would say so was taken as often as it may be', () => {
    expect(checked('yes', [again()], { type: 'string' })).toBe('proved');
    expect(checked('yes', [again(1)], { type: 'string' })).toBe('broken');
    expect(checked('yes', [again(1), past('!=', 'yes')], { type: 'string' })).toBe('proved');
    // More bounds than are told apart: the two engines differ.
    expect(
      checked(
        'yes',
        Array.from({ length: 6 }, () => again(1)),
        { type: 'string' },
      ),
    ).toBe('possible');
  });

  it('has failed where an edge says both', () => {
    const both = (outcome: 'pass' | 'fail', value: string): Partial<GraphEdge> => ({
      ...past('!=', value),
      outcome,
      target: 'pay',
    });
    expect(checked('yes', [both('pass', 'yes')], { type: 'string' })).toBe('broken');
    expect(
      checked('yes', [{ ...past('=', 'yes'), outcome: 'fail', target: 'pay' }, past('!=', 'yes')], { type: 'string' }),
    ).toBe('broken');
  });
});
