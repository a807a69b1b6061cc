import { describe, expect, it } from 'vitest';
import type { AgentGraph } from '../../model/index.js';
import { readAsl } from './read-asl.js';
import { lambda, machine, nodes, read, task } from './testing/machines.js';

describe('a state machine of Amazon States Language', () => {
  it('is a graph of its states', () => {
    const found = read(
      machine('check', {
        check: { ...lambda('check_order'), End: undefined, Next: 'ask', ResultPath: '$.check' },
        ask: {
          Type: 'Choice',
          Choices: [{ Variable: '$.check.ok', BooleanEquals: true, Next: 'pay' }],
          Default: 'no',
        },
        pay: { ...lambda('pay', { Parameters: { 'id.$': '$.order.id', currency: 'EUR' } }) },
        no: { Type: 'Fail' },
        late: { Type: 'Wait', Seconds: 1, Next: 'done' },
        done: { Type: 'Succeed' },
      }),
    );
    expect(found.graph).toEqual({
      format: 'agent-graph/1',
      execution: 'tokens',
      variables: [
        { name: '$.check.ok', type: 'bool' },
        {
          name: '$.check.ok.#type',
          type: 'string',
          values: ['absent', 'null', 'boolean', 'number', 'string', 'timestamp', 'other'],
        },
      ],
      start: 'check',
      nodes: [
        {
          id: 'check',
          kind: 'tool',
          tools: [{ name: 'check_order' }],
          reads: ['$'],
          writes: ['$.check'],
          result: '$.check',
        },
        { id: 'ask', kind: 'router' },
        {
          id: 'pay',
          kind: 'tool',
          tools: [
            {
              name: 'pay',
              arguments: [
                { name: 'id', variable: '$.order.id' },
                { name: 'currency', value: 'EUR' },
              ],
            },
          ],
          reads: ['$.order.id'],
          writes: ['$'],
          result: '$',
        },
        { id: 'no', kind: 'fail' },
        { id: 'late', kind: 'wait' },
        { id: 'done', kind: 'end' },
      ],
      edges: [
        { id: 'check -[Next]-> ask', source: 'check', target: 'ask', branch: 'Next' },
        {
          id: 'ask -[Choices[0]]-> pay',
          source: 'ask',
          target: 'pay',
          branch: 'Choices[0]',
          guard: {
            expr: {
              op: 'and',
              of: [
                { op: '=', variable: '$.check.ok.#type', value: 'boolean' },
                { op: '=', variable: '$.check.ok', value: true },
              ],
            },
            text: '{"Variable":"$.check.ok","BooleanEquals":true}',
          },
        },
        { id: 'ask -[Default]-> no', source: 'ask', target: 'no', branch: 'Default', otherwise: true },
        { id: 'late -[Next]-> done', source: 'late', target: 'done', branch: 'Next' },
      ],
    } satisfies AgentGraph);
    expect(found.assumptions).toEqual([]);
    expect(found.places.nodes.get('pay')).toEqual({ pointer: '/States/pay' });
    expect(found.places.edges.get('ask -[Choices[0]]-> pay')?.pointer).toBe('/States/ask/Choices/0/Next');
  });

  it.each([
    ['arn:aws:lambda:eu-west-1:1:function:pay', undefined, 'pay'],
    ['arn:aws:lambda:eu-west-1:1:function:pay:live', undefined, 'pay'],
    ['${PayFunctionArn}', undefined, 'PayFunctionArn'],
    ['${Pay.Arn}', undefined, 'Pay'],
    ['arn:aws:states:eu-west-1:1:activity:approve', undefined, 'approve'],
    ['arn:aws:states:::sns:publish', undefined, 'sns:publish'],
    ['arn:aws:states:::batch:submitJob.sync', undefined, 'batch:submitJob'],
    ['arn:aws-cn:states:::athena:startQueryExecution.sync:2', undefined, 'athena:startQueryExecution'],
    ['arn:aws:states:::aws-sdk:s3:getObject', undefined, 'aws-sdk:s3:getObject'],
    ['arn:aws:states:::lambda:invoke', 'pay', 'pay'],
    ['arn:aws:states:::lambda:invoke', 'arn:aws:lambda:eu-west-1:1:function:pay:$LATEST', 'pay'],
    ['arn:aws:states:::lambda:invoke', '${Pay}:$LATEST', 'Pay'],
    ['arn:aws:states:::lambda:invoke', 'arn:aws:lambda:eu-west-1:1:function:${Pay}', 'Pay'],
  ])('%s of %s is the tool %s', (Resource, FunctionName, name) => {
    const node = task({ Resource, ...(FunctionName !== undefined && { Parameters: { FunctionName } }) });
    expect([node?.kind, node?.tools]).toEqual(['tool', [{ name }]]);
  });

  it('does not know what runs when a value names it, or another file has it', () => {
    const dynamic = {
      t: { ...lambda('f'), Resource: 'arn:aws:states:::lambda:invoke', Parameters: { 'FunctionName.$': '$.f' } },
    };
    const found = read(machine('t', dynamic));
    expect(nodes(found).get('t')).toMatchObject({ kind: 'code', may_call: '*', fallible: true, reads: ['$.f'] });
    expect(found.assumptions).toMatchObject([{ code: 'tool_by_value', nodes: ['t'] }]);
    const Resource = 'arn:aws:states:::states:startExecution.sync:2';
    const child = read(machine('t', { t: { ...lambda('f'), Resource, Parameters: { StateMachineArn: '${Child}' } } }));
    expect(nodes(child).get('t')).toMatchObject({ kind: 'subgraph' });
    expect(nodes(child).get('t')).not.toHaveProperty('subgraph');
    expect(child.assumptions).toMatchObject([{ code: 'body_missing', nodes: ['t'], params: { body: 'Child' } }]);
    const bound = readAsl(machine('t', dynamic), { bindings: { nodes: new Map([['t', { tools: ['pay'] }]]) } });
    expect(bound).toMatchObject({
      ok: true,
      assumptions: [],
      graph: { nodes: [{ kind: 'tool', tools: [{ name: 'pay' }] }] },
    });
  });

  it('waits for somebody where it hands out a token', () => {
    const Resource = 'arn:aws:states:::sqs:sendMessage.waitForTaskToken';
    expect(task({ Resource })).toMatchObject({ kind: 'human', tools: [{ name: 'sqs:sendMessage' }], fallible: true });
  });
});
