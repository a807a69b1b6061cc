import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GraphNode, ReadGraph } from '../../model/index.js';
import { readNative } from '../native/read-native.js';
import { readBedrock } from './read-bedrock.js';

const node = (name: string, type: string, more: object = {}): object => ({ name, type, ...more });
const input = (name: string, type = 'String', expression = '$.data'): object => ({ name, type, expression });
const lambda = (name: string, called: string, ...inputs: object[]): object =>
  node(name, 'LambdaFunction', {
    inputs,
    configuration: { lambdaFunction: { lambdaArn: `arn:aws:lambda:eu-west-1:1:function:${called}:live` } },
  });
const condition = (name: string, inputs: object[], ...conditions: object[]): object =>
  node(name, 'Condition', { inputs, configuration: { condition: { conditions } } });
const data = (source: string, target: string, sourceOutput = 'out', targetInput = 'in'): object => ({
  name: `${source}${target}`,
  source,
  target,
  type: 'Data',
  configuration: { data: { sourceOutput, targetInput } },
});
const when = (source: string, target: string, name: string): object => ({
  name: `${source}${target}`,
  source,
  target,
  type: 'Conditional',
  configuration: { conditional: { condition: name } },
});
const ends = [node('In', 'Input'), node('Out', 'Output')];
const flow = (nodes: object[], connections: object[]): object => ({ nodes: [...ends, ...nodes], connections });

function read(tree: unknown): ReadGraph {
  const found = readBedrock(tree);
  if (!found.ok) throw new Error(JSON.stringify(found.problems));
  expect(readNative(found.graph)).toMatchObject({ ok: true });
  return found;
}
const nodeOf = ({ graph }: ReadGraph, id: string, body?: string): GraphNode | undefined =>
  (body === undefined ? graph : graph.subgraphs?.find(({ name }) => name === body))?.nodes.find(
    (each) => each.id === id,
  );
const ways = ({ graph }: ReadGraph, body?: string): readonly string[] =>
  ((body === undefined ? graph : graph.subgraphs?.find(({ name }) => name === body))?.edges ?? []).map(
    ({ source, target, branch }) => `${source} ${branch ?? '-'} ${target}`,
  );
const faults = (tree: unknown): readonly string[] => {
  const found = readBedrock(tree);
  return found.ok ? ['ok'] : found.problems.map(({ slug, place }) => `${place.pointer} ${slug}`);
};

describe('a flow of Amazon Bedrock', () => {
  const checked = flow(
    [
      lambda('Check', 'check_order', input('order_id', 'String', '$.data.id')),
      condition(
        'Good',
        [input('ok', 'Boolean', '$.data.ok')],
        { name: 'yes', expression: 'ok == true' },
        { name: 'default' },
      ),
      lambda('Pay', 'pay', input('order_id', 'String', '$.data.id')),
    ],
    [
      data('In', 'Check', 'document', 'order_id'),
      data('Check', 'Good', 'functionResponse', 'ok'),
      when('Good', 'Pay', 'yes'),
      when('Good', 'Out', 'default'),
      data('In', 'Pay', 'document', 'order_id'),
      data('Check', 'Out', 'functionResponse', 'document'),
      data('Pay', 'Out'),
    ],
  );

  it('is a graph of its nodes, with guards and data', () => {
    const found = read({ name: 'refunds', definition: checked });
    expect(found.graph).toMatchObject({
      name: 'refunds',
      context: 'isolated',
      start: 'In',
      variables: [{ name: 'Check.functionResponse.ok', type: 'bool' }],
    });
    expect(nodeOf(found, 'Check')).toEqual({
      id: 'Check',
      kind: 'tool',
      reads: ['In.document'],
      writes: ['Check'],
      result: 'Check.functionResponse',
      tools: [{ name: 'check_order', arguments: [{ name: 'order_id', variable: 'In.document.id' }] }],
    });
    expect(nodeOf(found, 'Pay')?.tools).toEqual([
      { name: 'pay', arguments: [{ name: 'order_id', variable: 'In.document.id' }] },
    ]);
    expect(found.graph.edges.find(({ branch }) => branch === 'yes')).toMatchObject({
      source: 'Good',
      target: 'Pay',
      guard: { expr: { op: '=', variable: 'Check.functionResponse.ok', value: true }, text: 'ok == true' },
    });
    expect(found.graph.edges.find(({ branch }) => branch === 'default')).toMatchObject({
      target: 'Out',
      otherwise: true,
    });
    expect(found.places.nodes.get('Pay')).toEqual({ pointer: '/definition/nodes/4' });
  });

  it('leaves to a condition what it decides on, unless other data is waited for', () => {
    // Data of Pay that does not come before the condition: whether Out waits for it is not said.
    expect(ways(read(checked))).toEqual([
      'In - Check',
      'Check - Good',
      'Good yes Pay',
      'Good default Out',
      'Pay - Out',
    ]);
    expect(nodeOf(read(checked), 'Out')).toMatchObject({ join: 'unknown' });
    expect(read(checked).assumptions.map(({ code, nodes }) => [code, nodes])).toEqual([['join_unknown', ['Out']]]);
  });

  it('waits for all inputs, for one of those that several lead to, and runs all that one leads to', () => {
    const two = (a: string, b: string): ReadGraph =>
      read(
        flow(
          [lambda('A', 'a'), lambda('B', 'b'), lambda('C', 'c', input('x'))],
          [
            data('In', 'A'),
            data('In', 'B'),
            data('A', 'C', 'out', a),
            data('B', 'C', 'out', b),
            data('A', 'C', 'more', `${a}2`),
            data('C', 'Out'),
          ],
        ),
      );
    expect(nodeOf(two('x', 'y'), 'C')).toMatchObject({ join: 'all' });
    expect(nodeOf(two('x', 'y'), 'In')).toMatchObject({ kind: 'start', concurrency: 'all' });
    expect(ways(two('x', 'y'))).toEqual(['In - A', 'In - B', 'A - C', 'B - C', 'C - Out']);
    expect(nodeOf(two('x', 'x'), 'C')).toMatchObject({ join: 'unknown' });
    // Of two values that may arrive it is not known which one is the argument.
    expect(nodeOf(two('x', 'y'), 'C')?.tools).toEqual([{ name: 'c', arguments: [{ name: 'x', variable: 'A.out' }] }]);
    expect(nodeOf(two('x', 'x'), 'C')?.tools).toEqual([{ name: 'c' }]);
    const one = read(
      flow(
        [lambda('A', 'a'), lambda('B', 'b'), lambda('C', 'c')],
        [data('In', 'A'), data('In', 'B'), data('A', 'C'), data('B', 'C')],
      ),
    );
    expect(nodeOf(one, 'C')).toMatchObject({ join: 'any' });
  });

  it('follows a condition to nobody and to several', () => {
    const tree = flow(
      [
        condition(
          'C',
          [input('x', 'Number')],
          { name: 'a', expression: 'x > 3' },
          { name: 'b', expression: 'x.y > 3' },
          { name: 'default' },
        ),
        lambda('A', 'a'),
        lambda('B', 'b'),
      ],
      [data('In', 'C', 'document', 'x'), when('C', 'A', 'a'), when('C', 'B', 'a'), when('C', 'Out', 'default')],
    );
    expect(ways(read(tree))).toEqual(['In - C', 'C:a - A', 'C:a - B', 'C a C:a', 'C b C:b', 'C default Out']);
    expect(nodeOf(read(tree), 'C:a')).toMatchObject({ kind: 'fork' });
    expect(nodeOf(read(tree), 'C:b')).toMatchObject({ kind: 'end' });
    expect(
      read(tree).graph.edges.map(
        ({ guard }) => guard && ('opaque' in guard ? 'opaque' : 'expr' in guard ? 'expr' : guard),
      ),
    ).toEqual([undefined, undefined, undefined, 'expr', 'opaque', undefined]);
  });

  it('does not know what agents and code call, and is told by bindings', () => {
    const tree = flow(
      [node('A', 'Agent'), node('I', 'InlineCode')],
      [data('In', 'A'), data('A', 'I'), data('I', 'Out')],
    );
    expect(nodeOf(read(tree), 'A')).toMatchObject({ kind: 'code', may_call: '*', fallible: true });
    expect(read(tree).assumptions.map(({ code, nodes }) => [code, nodes])).toEqual([
      ['tools_unknown', ['A']],
      ['tools_unknown', ['I']],
    ]);
    const nodes = new Map([
      ['A', { kind: 'agent', tools: ['pay'] } as const],
      ['I', { kind: 'code' } as const],
    ]);
    expect(readBedrock(tree, { bindings: { nodes } })).toMatchObject({ ok: true, assumptions: [] });
  });

  it.each([
    [{ type: 'KnowledgeBase', configuration: { knowledgeBase: { knowledgeBaseId: 'KB1' } } }, 'knowledge_base:KB1'],
    [{ type: 'Retrieval' }, 's3:getObject'],
    [{ type: 'Storage' }, 's3:putObject'],
    [{ type: 'Lex' }, 'lex:recognizeText'],
    [{ type: 'LambdaFunction' }, 'N'],
    [{ type: 'LambdaFunction', configuration: { lambdaFunction: { lambdaArn: '${Pay.Arn}' } } }, 'Pay'],
  ])('%j is the tool %s', (more, name) => {
    const tree = flow([{ name: 'N', ...more }], [data('In', 'N'), data('N', 'Out')]);
    expect(nodeOf(read(tree), 'N')).toMatchObject({ kind: 'tool', tools: [{ name }] });
  });

  it('runs what is between an Iterator and its Collector for each item', () => {
    const tree = flow(
      [node('I', 'Iterator'), lambda('A', 'a'), node('C', 'Collector')],
      [
        data('In', 'I', 'document', 'array'),
        data('I', 'A', 'arrayItem'),
        data('I', 'C', 'arraySize', 'arraySize'),
        data('A', 'C', 'out', 'arrayItem'),
        data('C', 'Out'),
      ],
    );
    expect(ways(read(tree))).toEqual(['In - I', 'I item A', 'I no item C', 'A - C', 'C item I', 'C done Out']);
    expect(nodeOf(read(tree), 'I')).toMatchObject({ kind: 'code', writes: ['I'] });
    expect(faults(flow([node('I', 'Iterator')], [data('In', 'I'), data('I', 'Out')]))).toEqual([
      '/nodes/2 graph_not_verifiable',
    ]);
  });

  it('runs a loop in a body of its own', () => {
    const controller = {
      loopController: { continueCondition: { name: 'again', expression: 'ok == false' }, maxIterations: 5 },
    };
    const definition = {
      nodes: [
        node('Begin', 'LoopInput'),
        lambda('A', 'a'),
        node('Again', 'LoopController', { inputs: [input('ok', 'Boolean')], configuration: controller }),
      ],
      connections: [data('Begin', 'A', 'x'), data('A', 'Again', 'ok', 'ok')],
    };
    const found = read(
      flow(
        [node('L', 'Loop', { configuration: { loop: { definition } } })],
        [data('In', 'L', 'document', 'x'), data('L', 'Out')],
      ),
    );
    expect(nodeOf(found, 'L')).toEqual({
      id: 'L',
      kind: 'subgraph',
      subgraph: 'L',
      reads: ['In.document', 'L/A.ok'],
      writes: ['L'],
    });
    expect(nodeOf(found, 'Begin', 'L')).toMatchObject({
      kind: 'code',
      reads: ['In.document', 'L/A.ok'],
      writes: ['L/Begin'],
    });
    expect(ways(found, 'L')).toEqual(['Begin - A', 'A - Again', 'Again continue Begin', 'Again - Again:end']);
    expect(found.graph.subgraphs?.[0]?.edges[2]).toMatchObject({
      max_times: 4,
      guard: { expr: { op: '=', variable: 'L/A.ok', value: false } },
    });
  });
});

describe('a damaged flow is refused with its place', () => {
  it.each([
    [null, ['/nodes graph_value', '/connections graph_value']],
    [{ nodes: [], connections: [] }, [' graph_start_missing']],
    [{ nodes: [1], connections: [] }, ['/nodes/0 graph_value']],
    [flow([node('In', 'Input')], []), ['/nodes/2 graph_id_doubled', '/nodes/2 graph_start_doubled']],
    [flow([node('B', 'Input')], []), ['/nodes/2 graph_start_doubled']],
    [flow([node('x', 'Oracle')], []), ['/nodes/2/type graph_value']],
    [flow([{ type: 'Prompt' }], []), ['/nodes/2 graph_field_missing']],
    [flow([node('p', 'Prompt', { inputs: {} })], []), ['/nodes/2/inputs graph_value']],
    [flow([], [data('In', 'constructor')]), ['/connections/0/target graph_reference_dangling']],
    [flow([], [{ ...data('In', 'Out'), type: 'data' }]), ['/connections/0/type graph_value']],
    [flow([], [{ ...data('In', 'Out'), source: 1 }]), ['/connections/0/source graph_value']],
    [
      flow([condition('C', [], { name: 'a' })], [when('C', 'Out', 'b')]),
      ['/connections/0/configuration/conditional/condition graph_reference_dangling'],
    ],
    [
      flow([], [when('In', 'Out', 'b')]),
      ['/connections/0/configuration/conditional/condition graph_reference_dangling'],
    ],
    [
      flow([condition('C', [])], [{ ...when('C', 'Out', 'b'), configuration: {} }]),
      ['/connections/0/configuration/conditional graph_field_missing'],
    ],
    [
      flow([node('L', 'Loop')], []),
      [
        '/nodes/2/configuration/loop/definition/nodes graph_value',
        '/nodes/2/configuration/loop/definition/connections graph_value',
      ],
    ],
  ])('%j', (tree, expected) => {
    expect(faults(tree)).toEqual(expected);
  });

  it('however large or deep it is', () => {
    const nodes = Array.from({ length: 2_001 }, (_, index) => node(`n${index}`, 'Prompt'));
    expect(faults({ nodes, connections: [] })[0]).toBe('/nodes graph_too_large');
    let definition: object = { nodes: [node('i', 'LoopInput')], connections: [] };
    for (let depth = 0; depth < 1_000; depth += 1)
      definition = {
        nodes: [node('i', 'LoopInput'), node('l', 'Loop', { configuration: { loop: { definition } } })],
        connections: [],
      };
    expect(faults(definition).join()).toContain('graph_too_large');
  });

  it('whatever stands in it', () => {
    const name = fc.constantFrom('In', 'Out', 'a', 'b', '__proto__');
    const type = fc.constantFrom(
      'Prompt',
      'LambdaFunction',
      'Condition',
      'Iterator',
      'Collector',
      'Agent',
      'Loop',
      'LoopController',
      'LoopInput',
    );
    const nodes = fc.array(
      fc.record({ name, type, configuration: fc.jsonValue(), inputs: fc.oneof(fc.constant([]), fc.jsonValue()) }),
      { maxLength: 3 },
    );
    const connections = fc.array(
      fc.oneof(
        fc.tuple(name, name).map(([a, b]) => data(a, b)),
        fc.tuple(name, name).map(([a, b]) => when(a, b, 'x')),
        fc.jsonValue(),
      ),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(nodes, connections, (more, wires) => {
        const found = readBedrock({ nodes: [...ends, ...more], connections: wires });
        const again = found.ok ? readNative(JSON.parse(JSON.stringify(found.graph))) : found;
        expect(again.ok).toBe(found.ok);
        expect(found.ok || found.problems.length > 0).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
