import { describe, expect, it } from 'vitest';
import type { GraphNode } from '../../model/index.js';
import { machine, nodes, read, task } from './testing/machines.js';

describe('what a state reads and writes', () => {
  const invoke = { Resource: 'arn:aws:states:::lambda:invoke' };
  const payload = { ...invoke, Parameters: { FunctionName: 'f', Payload: { 'id.$': '$.id', x: 1 } } };
  it.each([
    ['a result replaces the input', {}, ['$'], '$'],
    ['a result is put beside', { ResultPath: '$.a.b' }, ['$.a.b'], '$.a.b'],
    ['a result is dropped', { ResultPath: null }, undefined, undefined],
    ['a service wraps what the function returns', payload, ['$'], '$.Payload'],
    ['and it is taken out again', { ...payload, OutputPath: '$.Payload' }, ['$'], '$'],
    ['or put beside', { ...payload, ResultPath: '$.r' }, ['$.r'], '$.r.Payload'],
    ['or selected', { ...payload, ResultPath: '$.r', ResultSelector: { 'v.$': '$.Payload' } }, ['$.r'], '$.r.v'],
    ['part of it is selected', { ...payload, ResultSelector: { 'v.$': '$.Payload.x' } }, ['$'], undefined],
    ['an output path that leaves it out', { ResultPath: '$.r', OutputPath: '$.other' }, ['$'], undefined],
    ['an output path above it', { ResultPath: '$.r.s', OutputPath: '$.r' }, ['$'], '$.s'],
    ['an output path that is not read', { OutputPath: '$..x' }, ['$'], undefined],
    ['a result path of brackets', { ResultPath: "$['a'][0]" }, ['$.a.0'], '$.a.0'],
    ['variables', { ResultPath: null, Assign: { 'ok.$': '$', n: 1 } }, ['$ok', '$n'], '$ok'],
  ])('%s', (_, more, writes, result) => {
    const node = task(more);
    expect([node?.writes, node?.result]).toEqual([writes, result]);
  });

  it('names arguments by where they come from', () => {
    expect(task(payload)?.tools?.[0]?.arguments).toEqual([
      { name: 'id', variable: '$.id' },
      { name: 'x', value: 1 },
    ]);
    const odd = {
      'a.$': '$.x[?(@.y)]',
      'b.$': 'States.Format("{}", $.x)',
      'c.$': '$$.Task.Token',
      'd.$': '$$.Execution.Id',
      e: { f: 1 },
      g: null,
    };
    expect(task({ Parameters: odd })?.tools?.[0]?.arguments).toEqual([
      { name: 'd', variable: '$$.Execution.Id' },
      { name: 'g', value: null },
    ]);
    const input = { InputPath: '$.order', Parameters: { 'id.$': '$.id', 'v.$': '$v.id' } };
    expect(task(input)?.tools?.[0]?.arguments).toEqual([
      { name: 'id', variable: '$.order.id' },
      { name: 'v', variable: '$v.id' },
    ]);
    expect(task({ ...input, InputPath: null })?.tools?.[0]?.arguments).toEqual([{ name: 'v', variable: '$v.id' }]);
  });

  it('is said in JSONata, too', () => {
    const QueryLanguage = 'JSONata';
    const Arguments = { id: '{% $states.input.order.id %}', v: '{% $v %}', x: 'plain', y: '{% $states.input.a + 1 %}' };
    const node = task({ QueryLanguage, Arguments });
    expect(node).toMatchObject({ writes: ['$'], result: '$', reads: ['$.order.id', '$v', '$'] });
    expect(node?.tools?.[0]?.arguments).toEqual([
      { name: 'id', variable: '$.order.id' },
      { name: 'v', variable: '$v' },
      { name: 'x', value: 'plain' },
    ]);
    expect(task({ QueryLanguage, Output: '{% $states.input %}' })).not.toHaveProperty('writes');
    expect(task({ QueryLanguage, Output: '{% $states.input %}', Assign: { r: '{% $states.result %}' } })).toMatchObject(
      { writes: ['$r'], result: '$r' },
    );
    expect(task({ QueryLanguage, Output: { a: 1 } })).toMatchObject({ writes: ['$'] });
  });

  it('of a Pass is what it makes', () => {
    const pass = (more: object): GraphNode | undefined =>
      nodes(read(machine('p', { p: { Type: 'Pass', End: true, ...more } }))).get('p');
    expect(pass({})).toEqual({ id: 'p', kind: 'router' });
    expect(pass({ Result: { a: 1 }, ResultPath: '$.a' })).toEqual({ id: 'p', kind: 'code', writes: ['$.a'] });
    expect(pass({ Parameters: { 'a.$': '$.b' } })).toEqual({ id: 'p', kind: 'code', reads: ['$.b'], writes: ['$'] });
    expect(pass({ InputPath: '$.b' })).toEqual({ id: 'p', kind: 'code', reads: ['$.b'], writes: ['$'] });
    expect(pass({ InputPath: '$.b', ResultPath: '$.c' })).toEqual({
      id: 'p',
      kind: 'code',
      reads: ['$.b'],
      writes: ['$.c'],
    });
  });
});
