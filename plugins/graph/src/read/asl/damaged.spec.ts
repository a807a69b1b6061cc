import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readText } from '../../gate/index.js';
import { readNative } from '../native/read-native.js';
import { readAsl } from './read-asl.js';
import { faults, lambda, machine, read } from './testing/machines.js';

describe('a damaged machine is refused with its place', () => {
  const branch = machine('a', { a: { Type: 'Succeed' } });
  it.each([
    [null, [' graph_value']],
    [[], [' graph_value']],
    [{}, [' graph_field_missing']],
    [{ States: 1 }, ['/States graph_value']],
    [{ States: {} }, [' graph_field_missing']],
    [machine('x', {}), ['/StartAt graph_reference_dangling']],
    [machine('constructor', { a: { Type: 'Succeed' } }), ['/StartAt graph_reference_dangling']],
    [{ StartAt: 1, States: {} }, ['/StartAt graph_value']],
    [machine('a', { a: null }), ['/States/a graph_value']],
    [machine('a', { a: {} }), ['/States/a graph_field_missing']],
    [machine('a', { a: { Type: 'task' } }), ['/States/a/Type graph_value']],
    [machine('a', { a: { Type: 'Task', End: true } }), ['/States/a graph_field_missing']],
    [machine('a', { a: { Type: 'Pass' } }), ['/States/a graph_field_missing']],
    [machine('a', { a: { Type: 'Pass', Next: 'nope' } }), ['/States/a/Next graph_reference_dangling']],
    [machine('a', { a: { Type: 'Pass', Next: ['a'] } }), ['/States/a/Next graph_value']],
    [machine('a', { a: { Type: 'Choice' } }), ['/States/a graph_field_missing']],
    [machine('a', { a: { Type: 'Choice', Choices: [1] } }), ['/States/a/Choices/0 graph_value']],
    [machine('a', { a: { Type: 'Choice', Choices: [{}] } }), ['/States/a/Choices/0 graph_field_missing']],
    [
      machine('a', { a: { Type: 'Choice', Choices: [{ Next: 'a' }], Default: 'b' } }),
      ['/States/a/Default graph_reference_dangling'],
    ],
    [machine('a', { a: lambda('f', { Catch: [{ Next: 'b' }] }) }), ['/States/a/Catch/0/Next graph_reference_dangling']],
    [machine('a', { a: lambda('f', { Catch: ['b'] }) }), ['/States/a/Catch/0 graph_value']],
    [machine('a', { a: lambda('f', { Catch: {} }) }), ['/States/a/Catch graph_value']],
    [machine('a', { a: lambda('f', { Retry: 3 }) }), ['/States/a/Retry graph_value']],
    [machine('a', { a: lambda('') }), ['/States/a/Resource graph_value']],
    [machine('p', { p: { Type: 'Parallel', End: true } }), ['/States/p graph_field_missing']],
    [machine('p', { p: { Type: 'Parallel', End: true, Branches: [7] } }), ['/States/p/Branches/0 graph_value']],
    [
      machine('p', { p: { Type: 'Parallel', End: true, Branches: [branch, branch] } }),
      ['/States/p/Branches/1/States/a graph_id_doubled'],
    ],
    [
      machine('p', {
        p: { Type: 'Parallel', End: true, Branches: [branch, machine('b', { b: { Type: 'Pass', Next: 'a' } })] },
      }),
      ['/States/p/Branches/1/States/b/Next graph_reference_dangling'],
    ],
    [machine('m', { m: { Type: 'Map', End: true } }), ['/States/m graph_field_missing']],
    [machine('m', { m: { Type: 'Map', End: true, ItemProcessor: [] } }), ['/States/m/ItemProcessor graph_value']],
  ])('%j', (tree, expected) => {
    expect(faults(tree)).toEqual(expected);
  });

  it('however deep it is', () => {
    let inner: object = machine('a', { a: { Type: 'Succeed' } });
    for (let depth = 0; depth < 10_000; depth += 1)
      inner = machine(`m${depth}`, { [`m${depth}`]: { Type: 'Map', End: true, ItemProcessor: inner } });
    expect(faults(inner).join()).toMatch(/graph_too_large$/);
  });

  it('and names of every object are names', () => {
    const text =
      '{"StartAt": "__proto__", "States": {"__proto__": {"Type": "Pass", "Next": "constructor"}, "constructor": {"Type": "Succeed"}}}';
    const tree = readText(text);
    if (!tree.ok) throw new Error('text');
    expect(read(tree.tree).graph.nodes.map(({ id }) => id)).toEqual(['__proto__', 'constructor']);
  });

  it('whatever stands in it', () => {
    const state = fc.record(
      {
        Type: fc.constantFrom('Task', 'Choice', 'Parallel', 'Map', 'Pass', 'Wait'),
        Next: fc.constantFrom('a', 'b'),
        Resource: fc.string(),
        Choices: fc.jsonValue(),
        Catch: fc.jsonValue(),
        Retry: fc.jsonValue(),
        Branches: fc.jsonValue(),
        ItemProcessor: fc.jsonValue(),
        Parameters: fc.jsonValue(),
        ResultPath: fc.jsonValue(),
        OutputPath: fc.jsonValue(),
        InputPath: fc.jsonValue(),
        Assign: fc.jsonValue(),
        Output: fc.jsonValue(),
        QueryLanguage: fc.constantFrom('JSONata', 'JSONPath'),
      },
      { requiredKeys: ['Type'] },
    );
    fc.assert(
      fc.property(state, state, (a, b) => {
        const found = readAsl(machine('a', { a, b }));
        const again = found.ok ? readNative(JSON.parse(JSON.stringify(found.graph))) : found;
        expect(again.ok).toBe(found.ok);
        expect(found.ok || found.problems.length > 0).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
