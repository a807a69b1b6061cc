import { describe, expect, it } from 'vitest';
import type { AgentGraph, GraphNode, Rule, TaintRule, ToolEffects } from '../model/index.js';
import { edge, graphOf, node, tool, withTools } from '../testing/graphs.js';
import type { FoundFix } from './find-fix.js';
import { found } from './testing/found.js';

const x = { fields: { x: {} } };
const TOOLS = [
  { name: 'fetch', classes: ['read', 'source'], labels: ['untrusted'] },
  { name: 'look', classes: ['read', 'source'], labels: ['private'] },
  { name: 'find', classes: ['read'], args: x },
  { name: 'pay', classes: ['write', 'privileged'], args: x },
  { name: 'send', classes: ['read', 'sink'], args: x },
];
const WASH = { name: 'wash', classes: ['read', 'cleaner'], labels: ['untrusted'], args: x };
const llm = { guard: { choice: 'llm' } } as const;
const from = (id: string, binding: object, more: Partial<GraphNode> = {}): GraphNode =>
  tool(id, { tools: [{ name: id, arguments: [{ name: 'x', ...binding } as never] }], ...more });
const of = (id: string, variable: string, more?: Partial<GraphNode>): GraphNode => from(id, { variable }, more);
const fixed = (id: string): GraphNode => from(id, { value: 'A' });

function fixOf(
  graph: AgentGraph,
  form: TaintRule['form'] = 'privileged',
  effects: ToolEffects = withTools(...TOOLS, WASH),
  others: readonly Rule[] = [],
): FoundFix {
  const rule: Rule = { id: 'r', kind: 'taint', form };
  return found(graph, effects, [rule, ...others], rule, { word: 'broken' });
}

const FLOW = graphOf(
  [tool('fetch', { writes: ['a'] }), of('find', 'a', { writes: ['b'] }), of('pay', 'b')],
  ['fetch>find', 'find>pay'],
);

describe('an argument that is tainted', () => {
  it('is cleaned by a cleaner of the catalogue, next to the call', () => {
    expect(fixOf(FLOW)).toEqual({
      fix: {
        kind: 'cleaner',
        name: 'wash',
        cleans: ['b'],
        insert_on: ['find>pay'],
        insert_before: [],
        cut_size: 1,
        smallest: true,
        refusal: 'fail',
        before_tool: ['pay'],
        also: [],
        proof: 're-verified',
      },
    });
  });

  it('is written by a person where the catalogue has no cleaner of the label', () => {
    const none = withTools(...TOOLS, { ...WASH, labels: ['private'] });
    expect(fixOf(FLOW, 'privileged', none)).toMatchObject({
      fix: { kind: 'endorsement', name: null, cleans: ['b'], insert_on: ['find>pay'] },
    });
    const graph = graphOf([tool('look', { writes: ['a'] }), of('send', 'a')], ['look>send']);
    expect(fixOf(graph, 'private_to_sink')).toMatchObject({ fix: { kind: 'endorsement', cleans: ['a'] } });
  });

  it('is cleaned alone: what is clean already is not', () => {
    const pay = tool('pay', {
      tools: [
        {
          name: 'pay',
          arguments: [
            { name: 'x', variable: 'a' },
            { name: 'y', variable: 'b' },
          ],
        },
      ],
    });
    const graph = graphOf(
      [node('s', 'human', { writes: ['b'] }), tool('fetch', { writes: ['a'] }), pay],
      ['s>fetch', 'fetch>pay'],
    );
    const two = withTools(
      ...TOOLS.map((each) => (each.name === 'pay' ? { ...each, args: { fields: { x: {}, y: {} } } } : each)),
      WASH,
    );
    expect(fixOf(graph, 'privileged', two)).toMatchObject({ fix: { cleans: ['a'] } });
  });

  it('is cleaned before what checks it, where the check would be of another value behind', () => {
    const check = {
      name: 'check',
      classes: ['read'],
      args: x,
      checks: [{ tools: ['pay'], passes: 'success' as const, args: { x: 'x' } }],
    };
    const graph = graphOf(
      [tool('fetch', { writes: ['a'] }), of('check', 'a'), of('pay', 'a')],
      ['fetch>check', 'check>pay'],
    );
    const p1: Rule = { id: 'p1', kind: 'check_before', tool: 'pay', check: 'check' };
    expect(fixOf(graph, 'privileged', withTools(...TOOLS, WASH, check), [p1])).toMatchObject({
      fix: { insert_on: ['fetch>check'], before_tool: [] },
    });
  });

  it('is cleaned on its data edge, right before the tool', () => {
    const graph = graphOf([tool('fetch'), tool('pay')], ['fetch>pay'], {
      data_edges: [{ source: 'fetch', target: 'pay', target_input: 'x' }],
    });
    expect(fixOf(graph)).toMatchObject({ fix: { kind: 'cleaner', cleans: ['x'], cut_size: 0, before_tool: ['pay'] } });
  });
});

describe('a decision that is tainted', () => {
  const guard = { guard: { expr: { op: '=', variable: 'a', value: 'y' } } } as const;

  it('is mended before it is made, where a guard reads a variable', () => {
    const graph = graphOf(
      [tool('fetch', { writes: ['a'] }), node('r', 'router'), fixed('pay'), node('e', 'end')],
      ['fetch>r', edge('r>pay', guard), edge('r>e', { otherwise: true }), 'pay>e'],
      { variables: [{ name: 'a', type: 'string' }] },
    );
    expect(fixOf(graph)).toMatchObject({ fix: { cleans: ['a'], insert_on: ['fetch>r'], before_tool: [] } });
  });

  it.each([
    [
      'decides',
      graphOf(
        [tool('fetch'), node('m', 'llm'), fixed('pay'), node('e', 'end')],
        ['fetch>m', edge('m>pay', llm), edge('m>e', llm)],
      ),
    ],
    [
      'picks',
      graphOf(
        [node('m', 'agent', { tools: [{ name: 'fetch' }, { name: 'pay', arguments: [{ name: 'x', value: 'A' }] }] })],
        [],
      ),
    ],
    [
      'writes',
      graphOf(
        [tool('fetch'), node('m', 'agent', { tools: [{ name: 'pay', arguments: [{ name: 'x', model: true }] }] })],
        ['fetch>m'],
      ),
    ],
  ])('is not mended where a model that has read it %s', (_, graph) => {
    expect(fixOf(graph)).toEqual({ none: 'model_has_read' });
  });
});

it('asks a person before the third of three', () => {
  const graph = graphOf([tool('look'), tool('fetch'), fixed('send')], ['look>fetch', 'fetch>send']);
  expect(fixOf(graph, 'trifecta')).toMatchObject({
    fix: { kind: 'confirmation', name: null, cleans: [], insert_on: ['fetch>send'], before_tool: [] },
  });
});
