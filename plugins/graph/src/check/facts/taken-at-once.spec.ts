import { describe, expect, it } from 'vitest';
import type { GraphEdge, GraphNode } from '../../model/index.js';
import { edge, graphOf, node, tool, withTools } from '../../testing/graphs.js';
import { checkGraph } from '../check.js';
import { checkHygiene } from '../hygiene/index.js';

it('that an edge says that they failed ends what each of the confirmations of its node established', () => {
  const TOOLS = withTools(
    { name: 'ask', classes: ['read'], confirms: [{ tools: ['pay'], passes: 'success', anyOf: true }] },
    { name: 'again', classes: ['read'], confirms: [{ tools: ['pay'], passes: { branch: 'ok' }, anyOf: true }] },
    { name: 'pay', classes: ['write'] },
  );
  const both = tool('c', { tools: [{ name: 'ask' }, { name: 'again' }], tool_choice: 'each' });
  const said = (more: Partial<GraphEdge>) => {
    const asked = graphOf([both, tool('pay')], [edge('c>pay', more)]);
    const { verdicts, mismatches } = checkGraph(asked, TOOLS, [{ id: 'r', kind: 'confirm_before', tool: 'pay' }]);
    return [verdicts[0]?.verdict, mismatches.length];
  };
  expect(said({ outcome: 'fail' })).toEqual(['broken', 0]);
  expect(said({})).toEqual(['proved', 0]);
});

describe('edges that a node takes at once', () => {
  const TOOLS = withTools(
    { name: 'check', classes: ['read'], checks: [{ tools: ['pay'], passes: { branch: 'ok' } }] },
    { name: 'pay', classes: ['write'] },
  );
  const both = (more: Partial<GraphEdge>, other: Partial<GraphEdge>, first: GraphNode) =>
    graphOf(
      [{ ...first, concurrency: 'all' }, tool('other', { tools: [] }), tool('pay')],
      [edge(`${first.id}>other`, more), edge(`${first.id}>pay`, other)],
    );
  const said = (given: ReturnType<typeof both>) => {
    const { verdicts, mismatches } = checkGraph(given, TOOLS, [
      { id: 'checked', kind: 'check_before', tool: 'pay', check: 'check' },
      { id: 'asked', kind: 'confirm_before', tool: 'pay' },
    ]);
    return [verdicts.map(({ verdict }) => verdict), mismatches.length];
  };

  it('say for their own lanes what they say', () => {
    expect(said(both({ branch: 'ok' }, {}, tool('check')))).toEqual([['broken', 'broken'], 0]);
    expect(said(both({ outcome: 'approve' }, {}, node('ask', 'human')))).toEqual([['broken', 'broken'], 0]);
  });

  it('end what those in front of them said, in their order', () => {
    expect(said(both({ branch: 'no' }, { branch: 'ok' }, tool('check')))).toEqual([['proved', 'broken'], 0]);
    const turned = both({ branch: 'no' }, { branch: 'ok' }, tool('check'));
    expect(said({ ...turned, edges: turned.edges.toReversed() })).toEqual([['broken', 'broken'], 0]);
    const never = checkHygiene(turned, TOOLS, []).filter(({ kind }) => kind === 'check_never_passes');
    expect(never).toEqual([]);
  });
});
