import { describe, expect, it } from 'vitest';
import { readAgentFramework, readDocument } from '../index.js';
import { assumed, edgesOf, fixture, nodeOf, ok, refusals, subgraphOf } from '../testing/drawn.js';

type Json = Record<string, unknown>;

const edge = (source_id: string, target_id: string, more: Json = {}): Json => ({ source_id, target_id, ...more });
const group = (type: string, edges: readonly Json[], more: Json = {}): Json => ({
  id: type,
  type: `${type}EdgeGroup`,
  edges,
  ...more,
});
const workflow = (ids: string, ...edge_groups: readonly Json[]): Json => ({
  start_executor_id: ids[0],
  edge_groups,
  executors: Object.fromEntries(ids.split('').map((id) => [id, { id, type: 'Step' }])),
});

describe('a workflow of executors', () => {
  it('is read as the library writes it', () => {
    const read = ok(readDocument(fixture('agent-framework.json')));
    expect([read.format, read.graph.name, read.graph.start, read.graph.execution]).toEqual([
      'agent-framework',
      'refunds',
      'clerk',
      'supersteps',
    ]);
    expect(edgesOf(read.graph)).toEqual([
      'clerk -> check',
      'clerk -> report',
      'check -> judge',
      'report -> judge',
      'judge -> manager [is_large] opaque is_large',
      'judge -> refund [default] otherwise',
      'manager -> refund [<lambda>] opaque <lambda>',
      'manager -> end [none]',
      'refund -> booking',
      'booking -> notify [<lambda>] opaque <lambda>',
      'booking -> manager [<lambda>] opaque <lambda>',
      'booking -> end [none]',
    ]);
    expect(['clerk', 'judge', 'manager'].map((id) => nodeOf(read.graph, id)?.concurrency)).toEqual([
      'all',
      'exclusive',
      'all',
    ]);
    expect([nodeOf(read.graph, 'judge')?.join, nodeOf(read.graph, 'refund')?.join]).toEqual(['all', undefined]);
    expect(edgesOf(subgraphOf(read, 'booking'))).toEqual(['paid -> booked']);
    expect(assumed(read)).toContain('tools_unknown booking/paid');
    expect(assumed(read)).toContain('messages_follow_edges');
  });

  it('may take the cases of a switch together with the edges of another group', () => {
    const cases = [
      { type: 'Case', target_id: 'b', condition_name: 'big' },
      { type: 'Default', target_id: 'c' },
    ];
    const read = ok(
      readAgentFramework(
        workflow(
          'abc',
          group('SwitchCase', [edge('a', 'b'), edge('a', 'c')], { cases }),
          group('Single', [edge('a', 'c')]),
        ),
      ),
    );
    expect([nodeOf(read.graph, 'a')?.concurrency, edgesOf(read.graph)]).toEqual([
      'all',
      ['a -> b [big] opaque big', 'a -> c [default] opaque no other case', 'a -> c'],
    ]);
  });

  it('does not know what a node waits for that one group waits for and another leads to', () => {
    const fanIn = group('FanIn', [edge('b', 'd'), edge('c', 'd')]);
    const out = group('FanOut', [edge('a', 'b'), edge('a', 'c')]);
    const join = (...groups: readonly Json[]): unknown =>
      nodeOf(ok(readAgentFramework(workflow('abcd', ...groups))).graph, 'd')?.join;
    expect(join(out, fanIn)).toBe('all');
    expect(join(out, fanIn, group('Single', [edge('a', 'd')]))).toBe('unknown');
    expect(join(out, group('Single', [edge('b', 'd')]), group('Single', [edge('c', 'd')]))).toBeUndefined();
  });

  it('refuses edges from and to executors that are not there, and a start that is not', () => {
    expect(refusals(readAgentFramework(workflow('a', group('Single', [edge('a', 'b')]))))).toEqual([
      ['graph_reference_dangling', '/edge_groups/0/edges/0', 'b'],
    ]);
    expect(refusals(readAgentFramework(workflow('a', group('Single', [edge('b', 'a')]))))).toEqual([
      ['graph_reference_dangling', '/edge_groups/0/edges/0', 'b'],
    ]);
    expect(refusals(readAgentFramework({ ...workflow('a'), start_executor_id: 'x' }))).toEqual([
      ['graph_reference_dangling', '/start_executor_id', 'x'],
    ]);
    expect(refusals(readAgentFramework({ ...workflow('a'), edge_groups: {} }))).toEqual([
      ['graph_value', '/edge_groups', 'a list'],
    ]);
  });
});
