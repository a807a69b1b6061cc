import { describe, expect, it } from 'vitest';
import { edge, graphOf, node, PAY, tool } from '../testing/graphs.js';
import { checkGraph } from './check.js';

describe('what is missing', () => {
  const said = (value: boolean) =>
    checkGraph(
      graphOf(
        [
          node('s', 'router'),
          node('gone', 'code', { may_call: [], on_error: 'continue' }),
          node('t', 'router'),
          tool('pay'),
        ],
        [
          edge('s>gone', { guard: { expr: { op: '=', variable: 'w', value: true } } }),
          'gone>t',
          edge('t>pay', { guard: { expr: { op: '=', variable: 'w', value } } }),
        ],
        { variables: [{ name: 'w', type: 'bool' }] },
      ),
      PAY,
      [{ id: 'r', kind: 'order', pattern: 'absence', first: 'pay' }],
    ).verdicts.map(({ verdict, deciders = [] }) => [verdict, deciders.map(({ code }) => code)]);

  it('may leave a value as it was, or write another, and alone breaks nothing', () => {
    expect(said(true)).toEqual([['possible', ['unread_code']]]);
    expect(said(false)).toEqual([['possible', ['unread_code']]]);
  });
});
