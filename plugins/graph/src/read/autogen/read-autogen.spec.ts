import { describe, expect, it } from 'vitest';
import type { Bindings } from '../../model/index.js';
import { readAutoGen, readDocument } from '../index.js';
import { assumed, edgesOf, fixture, nodeOf, ok, refusals } from '../testing/drawn.js';

type Json = Record<string, unknown>;

const edge = (target: string, more: Json = {}): Json => ({
  target,
  activation_group: target,
  activation_condition: 'all',
  ...more,
});
const team = (nodes: Readonly<Record<string, readonly Json[]>>, more: Json = {}): Json => ({
  provider: 'autogen_agentchat.teams.GraphFlow',
  component_type: 'team',
  config: {
    participants: Object.keys(nodes).map((name) => ({ provider: 'x.AssistantAgent', config: { name } })),
    graph: {
      nodes: Object.fromEntries(Object.entries(nodes).map(([name, edges]) => [name, { name, edges }])),
      ...more,
    },
  },
});

describe('readAutoGen', () => {
  it('reads what the library writes', () => {
    const read = ok(readDocument(fixture('autogen.json')));
    expect([read.format, read.graph.execution]).toEqual(['autogen', 'supersteps']);
    expect(edgesOf(read.graph)).toEqual([
      'checker -> manager',
      'reader -> manager',
      'manager -> payer [APPROVED] free human',
      // Its condition is code, which the library does not write.
      'manager -> writer opaque code that is not exported',
      'manager -> end [none] free human',
      'payer -> writer',
      'start -> checker',
      'start -> reader',
    ]);
    expect(nodeOf(read.graph, 'checker')).toEqual({ id: 'checker', kind: 'agent', tools: [{ name: 'check_order' }] });
    expect(nodeOf(read.graph, 'reader')?.kind).toBe('llm');
    expect(nodeOf(read.graph, 'manager')).toEqual({
      id: 'manager',
      kind: 'human',
      join: 'all',
      concurrency: 'inclusive',
    });
    expect(nodeOf(read.graph, 'writer')?.join).toBeUndefined();
    expect(assumed(read)).toContain('approval_not_judged manager');
  });

  it('takes each of several edges for one that may be there, until a binding says that it is', () => {
    const tree = team({ a: [edge('b'), edge('c')], b: [], c: [] });
    const provenance = (bindings?: Bindings): readonly unknown[] =>
      ok(readAutoGen(tree, bindings && { bindings })).graph.edges.map((one) => [one.target, one.provenance]);
    expect(provenance()).toEqual([
      ['b', 'may'],
      ['c', 'may'],
    ]);
    expect(provenance({ edges: [{ source: 'a', target: 'b' }] })).toEqual([
      ['b', 'declared'],
      ['c', 'may'],
    ]);
  });

  it('does not know what several groups come to, of which one waits for all', () => {
    const group = (activation_group: string, activation_condition: string): Json => ({
      activation_group,
      activation_condition,
    });
    const joins = (third: Json): unknown => {
      const c = edge('d', group('one', 'all'));
      return nodeOf(ok(readAutoGen(team({ a: [c], b: [c], c: [edge('d', third)], d: [] }))).graph, 'd')?.join;
    };
    expect(joins(group('one', 'all'))).toBe('all');
    expect(joins(group('two', 'any'))).toBe('unknown');
  });

  it('reads agents that are wrapped, and those it does not know as any code', () => {
    const tree = team({ a: [edge('b')], b: [] });
    const agents = (tree['config'] as { participants: Json[] }).participants;
    agents[0] = {
      provider: 'x.MessageFilterAgent',
      config: { name: 'a', wrapped_agent: { provider: 'x.CodeExecutorAgent', config: {} } },
    };
    agents[1] = { provider: 'mine.Agent', config: { name: 'b' } };
    const read = ok(readAutoGen(tree));
    expect(read.graph.nodes.map(({ kind, may_call }) => [kind, may_call])).toEqual([
      ['code', undefined],
      ['code', '*'],
    ]);
    expect(assumed(read)).toEqual(expect.arrayContaining(['code_calls_no_tool a', 'tools_unknown b']));
  });

  it('refuses other teams, and what is named and not there', () => {
    expect(refusals(readAutoGen({ provider: 'x', component_type: 'team', config: {} }))).toEqual([
      ['graph_not_verifiable', '/config', 'autogen'],
    ]);
    expect(refusals(readAutoGen(team({ a: [edge('gone')] })))).toEqual([
      ['graph_reference_dangling', '/config/graph/nodes/a/edges/0', 'gone'],
    ]);
    expect(refusals(readAutoGen(team({ a: [] }, { default_start_node: 'b' })))[0]).toEqual([
      'graph_reference_dangling',
      '/config/graph/default_start_node',
      'b',
    ]);
    const alone = team({ a: [] });
    (alone['config'] as Json)['participants'] = [];
    expect(refusals(readAutoGen(alone))[0]).toEqual(['graph_reference_dangling', '/config/graph/nodes/a', 'a']);
    expect(refusals(readAutoGen(team({ a: [edge('b')], b: [edge('a')] })))).toEqual([['graph_start_missing', '']]);
  });
});
