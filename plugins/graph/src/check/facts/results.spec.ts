import { describe, expect, it } from 'vitest';
import type { GraphEdge, GraphNode } from '../../model/index.js';
import { edge, graphOf, node, tool, withTools } from '../../testing/graphs.js';
import { checkGraph } from '../check.js';
import { checkHygiene } from '../hygiene/index.js';

const BY_FIELD = { field: 'ok', equals: true } as const;
const tools = (passes: typeof BY_FIELD | { readonly branch: string }) =>
  withTools(
    { name: 'check', classes: ['read'], checks: [{ tools: ['pay'], passes }] },
    { name: 'ask', classes: ['read'], confirms: [{ tools: ['pay'], passes }] },
    { name: 'other', classes: ['read'] },
    { name: 'load', classes: ['source'], labels: ['untrusted', 'private'] },
    { name: 'pay', classes: ['write'] },
  );
const HOLDS = { guard: { expr: { op: '=', variable: 'r.ok', value: true } } } as const;

/** A node with a result calls these in their order, and an edge leads on to the tool. */
const graph = (calls: readonly string[], more: Partial<GraphEdge>, node: Partial<GraphNode> = {}) =>
  graphOf(
    [
      tool('c', { tools: calls.map((name) => ({ name })), tool_choice: 'each', result: 'r', ...node }),
      tool('load'),
      tool('pay'),
    ],
    [edge('c>load', more), 'load>pay'],
    { variables: [{ name: 'r.ok', type: 'bool' }] },
  );

describe('what a node writes to its result behind a check', () => {
  const rules = [
    { id: 'checked', kind: 'check_before', tool: 'pay', check: 'check' },
    { id: 'asked', kind: 'taint', form: 'trifecta' },
  ] as const;
  const said = (last: readonly string[], more: Partial<GraphEdge>, passes: Parameters<typeof tools>[0] = BY_FIELD) =>
    checkGraph(graph(['check', 'ask', ...last], more), tools(passes), rules).verdicts.map(({ verdict }) => verdict);

  it('is what guards judge from there', () => {
    expect(said([], HOLDS)).toEqual(['broken', 'proved']);
    expect(said(['other'], HOLDS)).toEqual(['broken', 'broken']);
    expect(
      checkGraph(graph(['ask', 'check'], HOLDS), tools(BY_FIELD), rules).verdicts.map(({ verdict }) => verdict),
    ).toEqual(['proved', 'broken']);
  });

  it('is nothing to the edges of the node that say whether it passed', () => {
    expect(said(['other'], { outcome: 'pass' })).toEqual(['proved', 'proved']);
    expect(said(['other'], { branch: 'ok' }, { branch: 'ok' })).toEqual(['proved', 'proved']);
  });

  it('lets a check that only guards judge pass in no run', () => {
    const never = (more: Partial<GraphEdge>, passes: Parameters<typeof tools>[0] = BY_FIELD) =>
      checkHygiene(graph(['check', 'other'], more), tools(passes), []).flatMap(({ kind, target }) =>
        kind === 'check_never_passes' ? [target] : [],
      );
    expect(never(HOLDS)).toEqual(['check']);
    expect(never({ outcome: 'pass' })).toEqual([]);
    expect(never({ branch: 'ok' }, { branch: 'ok' })).toEqual([]);
  });
});

it('that an edge says that they failed ends what each of the confirmations of its node established', () => {
  const tools = withTools(
    { name: 'ask', classes: ['read'], confirms: [{ tools: ['pay'], passes: 'success', anyOf: true }] },
    { name: 'again', classes: ['read'], confirms: [{ tools: ['pay'], passes: { branch: 'ok' }, anyOf: true }] },
    { name: 'pay', classes: ['write'] },
  );
  const both = tool('c', { tools: [{ name: 'ask' }, { name: 'again' }], tool_choice: 'each' });
  const said = (more: Partial<GraphEdge>) => {
    const asked = graphOf([both, tool('pay')], [edge('c>pay', more)]);
    const { verdicts, mismatches } = checkGraph(asked, tools, [{ id: 'r', kind: 'confirm_before', tool: 'pay' }]);
    return [verdicts[0]?.verdict, mismatches.length];
  };
  expect(said({ outcome: 'fail' })).toEqual(['broken', 0]);
  expect(said({})).toEqual(['proved', 0]);
});

describe('edges that a node takes at once', () => {
  const tools = withTools(
    { name: 'check', classes: ['read'], checks: [{ tools: ['pay'], passes: { branch: 'ok' } }] },
    { name: 'pay', classes: ['write'] },
  );
  const both = (more: Partial<GraphEdge>, other: Partial<GraphEdge>, first: GraphNode) =>
    graphOf(
      [{ ...first, concurrency: 'all' }, tool('other', { tools: [] }), tool('pay')],
      [edge(`${first.id}>other`, more), edge(`${first.id}>pay`, other)],
    );
  const said = (graph: ReturnType<typeof both>) => {
    const { verdicts, mismatches } = checkGraph(graph, tools, [
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
    const never = checkHygiene(turned, tools, []).filter(({ kind }) => kind === 'check_never_passes');
    expect(never).toEqual([]);
  });
});
