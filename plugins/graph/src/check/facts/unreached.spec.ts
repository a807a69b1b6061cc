import { expect, it } from 'vitest';
import { edge, graphOf, tool, withTools } from '../../testing/graphs.js';
import { checkGraph } from '../check.js';

it('results of nodes that no run comes to are not followed, so that they use up no limit', () => {
  const tools = withTools(
    { name: 'check', classes: ['read'], checks: [{ tools: ['pay'], passes: { branch: 'ok' } }] },
    { name: 'pay', classes: ['write'] },
  );
  const unreached = Array.from({ length: 9 }, (_, at) => tool(`c${String(at)}`, { tools: [{ name: 'check' }] }));
  const said = (branch: string) =>
    checkGraph(graphOf([tool('check'), tool('pay'), ...unreached], [edge('check>pay', { branch })]), tools, [
      { id: 'r', kind: 'check_before', tool: 'pay', check: 'check' },
    ]).verdicts.map(({ verdict }) => verdict);
  expect([said('ok'), said('no')]).toEqual([['proved'], ['broken']]);
});
