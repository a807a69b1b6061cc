import { describe, expect, it } from 'vitest';
import { readAgentFramework } from '../index.js';
import { assumed, edgesOf, nodeOf, ok, refusals } from '../testing/drawn.js';
import { Formulas } from './power-fx.js';

type Json = Record<string, unknown>;

const flow = (...actions: readonly Json[]): Json => ({
  kind: 'Workflow',
  trigger: { kind: 'OnConversationStart', actions },
});
const act = (id: string, kind = 'SendActivity', more: Json = {}): Json => ({ kind, id, ...more });
const edges = (...actions: readonly Json[]): readonly string[] =>
  edgesOf(ok(readAgentFramework(flow(...actions))).graph);
const nodeIn = (action: Json): unknown => nodeOf(ok(readAgentFramework(flow(action))).graph, String(action['id']));

describe('a workflow of actions', () => {
  it('goes from one action to the next, and into conditions and behind them', () => {
    const group = act('g', 'ConditionGroup', {
      conditions: [
        { id: 'one', condition: '=Local.N > 2', actions: [act('a'), act('b')] },
        { condition: '=Local.Done', actions: [] },
      ],
      elseActions: [act('c', 'EndConversation')],
    });
    expect(edges(act('s'), group, act('z'))).toEqual([
      's -> g',
      'g -> a [one] {"op":">","variable":"Local.N","value":2}',
      'a -> b',
      'b -> z',
      'g -> z [condition 2] {"op":"=","variable":"Local.Done","value":true}',
      'g -> c [else] otherwise',
      'z -> end',
    ]);
  });

  it('asks an If, and goes on where nothing is said otherwise', () => {
    expect(edges(act('i', 'If', { condition: '=Local.Done', then: [act('a')] }), act('z'))).toEqual([
      'i -> a [then] {"op":"=","variable":"Local.Done","value":true}',
      'a -> z',
      'i -> z [else] otherwise',
      'z -> end',
    ]);
  });

  it('goes through a loop for each item, and out of it where an action says so', () => {
    const body = [act('a'), act('b', 'BreakLoop'), act('c', 'ContinueLoop'), act('d', 'GotoAction', { actionId: 's' })];
    expect(edges(act('s'), act('l', 'Foreach', { itemName: 'Order', actions: body }), act('z'))).toEqual([
      's -> l',
      'l -> l [item] [item] free env',
      'l -> z [done] free env',
      'l [item] -> a',
      'a -> b',
      'b -> z',
      'c -> l',
      'z -> end',
      'd -> s',
    ]);
    const read = ok(readAgentFramework(flow(act('l', 'Foreach', { itemName: 'Order', actions: [] }))));
    expect(nodeOf(read.graph, 'l [item]')?.writes).toEqual(['Local.Order', 'Local.index']);
  });

  it('asks an agent again after a person, while the condition of its loop holds', () => {
    const again = act('a', 'InvokeAzureAgent', {
      input: { externalLoop: { when: '=System.LastMessage.Text <> "EXIT"' } },
    });
    expect(edges(again, act('z')).slice(0, 4)).toEqual([
      'a -> a [again]',
      'a [again] -> a [input] [again] {"op":"!=","variable":"System.LastMessage.Text","value":"EXIT"}',
      'a [again] -> z otherwise',
      'a [input] -> a',
    ]);
  });

  it('reads calls with their arguments, approvals and results', () => {
    const call = {
      functionName: 'pay',
      requireApproval: true,
      arguments: { order: '=Local.Order', n: 5, sum: '=1 + 2' },
      output: { result: 'Local.Paid' },
    };
    expect(nodeIn(act('p', 'InvokeFunctionTool', call))).toEqual({
      id: 'p',
      kind: 'tool',
      tools: [
        {
          name: 'pay',
          requires_confirmation: true,
          arguments: [
            { name: 'order', variable: 'Local.Order' },
            { name: 'n', value: 5 },
          ],
        },
      ],
      writes: ['System.LastMessage', 'Local.Paid'],
      on_error: 'edge',
      result: 'Local.Paid',
    });
    const read = ok(readAgentFramework(flow(act('p', 'InvokeFunctionTool', call), act('z'))));
    expect(read.graph.edges.map(({ target, on, provenance }) => [target, on, provenance])).toEqual([
      ['z', 'error', 'may'],
      ['z', undefined, undefined],
      ['end', undefined, undefined],
    ]);
    expect(assumed(read)).toEqual(['failed_call_goes_on p']);
    expect(nodeIn(act('m', 'InvokeMcpTool', { toolName: '=Local.Tool' }))).toMatchObject({
      kind: 'code',
      may_call: '*',
    });
    expect(nodeIn(act('h', 'HttpRequestAction', { method: 'post' }))).toMatchObject({ tools: [{ name: 'http.POST' }] });
  });

  it('says what it does not know of agents, people and kinds of actions', () => {
    const read = ok(
      readAgentFramework(
        flow(act('a', 'InvokeAzureAgent'), act('q', 'Question', { variable: 'Local.Name' }), act('x', 'Newest')),
      ),
    );
    expect(assumed(read)).toEqual(['tools_unknown a', 'approval_not_judged q', 'tools_unknown x']);
    expect(nodeOf(read.graph, 'q')?.writes).toEqual(['System.LastMessage', 'Local.Name']);
  });

  it('names actions without an id, and refuses ids that come twice or are not there', () => {
    const unnamed = ok(
      readAgentFramework({ kind: 'Workflow', actions: [{ kind: 'SendActivity' }, { kind: 'SendActivity' }] }),
    );
    expect(unnamed.graph.nodes.map(({ id }) => id)).toEqual(['end', 'SendActivity 1', 'SendActivity 2']);
    expect(refusals(readAgentFramework(flow(act('a'), act('a'))))).toEqual([
      ['graph_id_doubled', '/trigger/actions/1', 'a'],
    ]);
    expect(refusals(readAgentFramework(flow(act('a'), act('g', 'GotoAction', { actionId: 'b' }))))).toEqual([
      ['graph_reference_dangling', '/trigger/actions/1/actionId', 'b'],
    ]);
    expect(refusals(readAgentFramework({ kind: 'Workflow', trigger: {} }))[0]).toEqual([
      'graph_value',
      '/trigger/actions',
      'a list',
    ]);
  });
});

describe('conditions in Power Fx', () => {
  it.each([
    [
      '=Local.A = "x" && Not(Local.B)',
      '{"op":"and","of":[{"op":"=","variable":"Local.A","value":"x"},{"op":"not","of":{"op":"=","variable":"Local.B","value":true}}]}',
    ],
    [
      '= Local.N <> 3 Or Local.M >= 2.5',
      '{"op":"or","of":[{"op":"!=","variable":"Local.N","value":3},{"op":">=","variable":"Local.M","value":2.5}]}',
    ],
    ['=Local.A = "x <> y And true"', '{"op":"=","variable":"Local.A","value":"x <> y And true"}'],
    ['=!Local.B', '{"op":"not","of":{"op":"=","variable":"Local.B","value":true}}'],
  ])('decides %s', (formula, expr) => {
    const guard = new Formulas().guard(formula);
    expect('expr' in guard && JSON.stringify(guard.expr)).toBe(expr);
  });

  it.each([
    ['=Upper(Local.A) = "X"'],
    ['=Local.N + 1 > 2'],
    ['=Local.A = "say ""x"""'],
    ["=Local.'a b' = 1"],
    ['=Local.T!Field = 1'],
    ['=Local.A == 1'],
    ['=Local.A < "x"'],
    ['=Local.A = Local.B'],
    ['=And(Local.A, Local.B)'],
    ['Local.A = 1'],
    [true],
    [undefined],
  ])('does not decide %s', (formula) => {
    expect(new Formulas().guard(formula)).toHaveProperty('opaque');
  });
});
