import { expect, it } from 'vitest';
import { edge, graphOf, tool, withTools } from '../testing/graphs.js';
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
