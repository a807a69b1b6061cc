import { describe, expect, it } from 'vitest';
import type { ReadGraph } from '../../model/index.js';
import { edges, lambda, machine, nodes, read, task } from './testing/machines.js';

describe('failures', () => {
  it('are tried again, caught, or the end', () => {
    const Retry = [{ ErrorEquals: ['A'], MaxAttempts: 2 }, { ErrorEquals: ['States.ALL'] }];
    expect(task({ Retry })).toMatchObject({ retry: { max: 5 } });
    expect(task({ Retry })).not.toHaveProperty('on_error');
    expect(task({ Retry: [{ ErrorEquals: ['A'], MaxAttempts: 0 }] })).not.toHaveProperty('retry');
    const caught = (ErrorEquals: string[], more: object = {}): ReadGraph =>
      read(machine('t', { t: lambda('f', { Catch: [{ ErrorEquals, Next: 'u', ...more }] }), u: lambda('undo') }));
    expect(nodes(caught(['States.ALL'])).get('t')).toMatchObject({ on_error: 'edge' });
    expect(edges(caught(['States.ALL'], { ResultPath: null }))).toEqual([
      { id: 't -[Catch[0]]-> u', source: 't', target: 'u', on: 'error', branch: 'Catch[0]' },
    ]);
    const beside = caught(['States.ALL'], { ResultPath: '$.error' });
    expect(edges(beside).map(({ source, target, on }) => [source, target, on])).toEqual([
      ['t', 't:Catch[0]', 'error'],
      ['t:Catch[0]', 'u', undefined],
    ]);
    expect(nodes(beside).get('t:Catch[0]')).toMatchObject({ kind: 'code', writes: ['$.error'] });
    const partly = caught(['Declined'], { ResultPath: null });
    expect(nodes(partly).get('t:uncaught')).toEqual({ id: 't:uncaught', kind: 'fail' });
    expect(edges(partly).map(({ target, on }) => [target, on])).toEqual([
      ['u', 'error'],
      ['t:uncaught', 'error'],
    ]);
  });
});

describe('states with machines inside', () => {
  it('a Parallel forks, is over when its branches are, and gives each a document of its own where it writes one', () => {
    const found = read(
      machine('p', {
        p: {
          Type: 'Parallel',
          ResultPath: '$.both',
          Catch: [{ ErrorEquals: ['States.ALL'], Next: 'f', ResultPath: null }],
          End: true,
          Branches: [
            machine('a', {
              a: lambda('a', { Parameters: { 'id.$': '$.id' }, End: undefined, Next: 'b' }),
              b: lambda('b', { Parameters: { 'id.$': '$.id' } }),
            }),
            machine('c', { c: lambda('c', { Parameters: { 'id.$': '$.id' }, ResultPath: '$.c' }) }),
          ],
        },
        f: { Type: 'Fail' },
      }),
    );
    expect(nodes(found).get('p')).toMatchObject({
      kind: 'subgraph',
      subgraph: 'p',
      on_error: 'edge',
      writes: ['$.both'],
      reads: ['$', 'p[0]$', 'p[1]$'],
    });
    expect(nodes(found, 'p').get('branches')).toMatchObject({ kind: 'fork' });
    expect(nodes(found, 'p').get('input')).toMatchObject({ kind: 'code', reads: ['$'], writes: ['p[0]$', 'p[1]$'] });
    const argument = (id: string): unknown => nodes(found, 'p').get(id)?.tools?.[0]?.arguments?.[0];
    // The first state has what was given; the next one has what the first made; what a branch does not write stays the value outside.
    expect(argument('a')).toEqual({ name: 'id', variable: '$.id' });
    expect(argument('b')).toEqual({ name: 'id', variable: 'p[0]$.id' });
    expect(argument('c')).toEqual({ name: 'id', variable: '$.id' });
    expect(nodes(found, 'p').get('c')).toMatchObject({ writes: ['p[1]$.c'] });
    expect(edges(found, 'p').map(({ source, target }) => `${source} ${target}`)).toEqual([
      'a b',
      'branches a',
      'branches c',
      'input branches',
    ]);
    expect(found.graph.subgraphs?.[0]?.start).toBe('input');
    expect(found.places.nodes.get('p/b')).toEqual({ pointer: '/States/p/Branches/0/States/b' });
  });

  it('a first state of a branch that is come back to has what the others made', () => {
    const a = lambda('a', { Parameters: { 'id.$': '$.id' }, End: undefined, Next: 'b' });
    const branch = machine('a', { a, b: { Type: 'Wait', Seconds: 1, Next: 'a' } });
    const found = read(machine('p', { p: { Type: 'Parallel', End: true, Branches: [branch] } }));
    expect(nodes(found, 'p').get('a')?.tools?.[0]?.arguments).toEqual([{ name: 'id', variable: 'p[0]$.id' }]);
  });

  it('a Parallel with parameters gives its branches another document', () => {
    const branch = machine('a', { a: lambda('a', { Parameters: { 'id.$': '$.id' }, ResultPath: null }) });
    const found = read(
      machine('p', { p: { Type: 'Parallel', Parameters: { 'id.$': '$.other' }, End: true, Branches: [branch] } }),
    );
    expect(nodes(found, 'p').get('a')?.tools?.[0]?.arguments).toEqual([{ name: 'id', variable: 'p[0]$.id' }]);
    expect(nodes(found, 'p').get('input')).toMatchObject({ reads: ['$.other'] });
  });

  it('a Map runs its machine for each item, one after the other when it says so', () => {
    const ItemProcessor = machine('a', { a: lambda('a', { Parameters: { 'id.$': '$.id' } }) });
    const map = (more: object): ReadGraph =>
      read(machine('m', { m: { Type: 'Map', ItemsPath: '$.items', ItemProcessor, End: true, ...more } }));
    expect(nodes(map({})).get('m')).toMatchObject({
      kind: 'map',
      subgraph: 'm',
      parallel: true,
      reads: ['$.items', 'm$'],
    });
    expect(nodes(map({ MaxConcurrency: 1 })).get('m')).not.toHaveProperty('parallel');
    expect(nodes(map({}), 'm').get('item')).toMatchObject({ kind: 'code', reads: ['$.items'], writes: ['m$'] });
    expect(nodes(map({}), 'm').get('a')?.tools?.[0]?.arguments).toEqual([{ name: 'id', variable: 'm$.id' }]);
    const older = read(machine('m', { m: { Type: 'Map', Iterator: ItemProcessor, End: true } }));
    expect(nodes(older, 'm').has('a')).toBe(true);
    const tolerant = map({ ToleratedFailurePercentage: 10 });
    expect(nodes(tolerant).get('m')).toMatchObject({ fallible: true });
    expect(nodes(tolerant, 'm').get('process')).toMatchObject({
      kind: 'subgraph',
      subgraph: 'm:item',
      on_error: 'continue',
    });
    expect([...nodes(tolerant, 'm:item').keys()]).toEqual(['a']);
  });
});
