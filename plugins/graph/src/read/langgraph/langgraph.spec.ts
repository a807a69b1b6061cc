import { describe, expect, it, test } from 'vitest';
import type { Bindings, ReadResult } from '../../model/index.js';
import { readLangGraph, readLangGraphMermaid } from '../index.js';

type Read = Extract<ReadResult, { ok: true }>;
function ok(read: ReadResult): Read {
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read;
}
const refused = (read: ReadResult): unknown =>
  read.ok ? [] : read.problems.map(({ slug, place, params }) => [slug, place.pointer || place.line, params]);
/** What the file assumes of nodes; what it assumes of every drawing is in a test of its own. */
const assumed = ({ assumptions }: Read): readonly unknown[] =>
  assumptions.filter(({ nodes }) => nodes).map(({ code, nodes }) => [code, ...(nodes ?? [])]);

const runnable = (id: string, runs = 'RunnableCallable', metadata?: object): object => ({
  id,
  type: 'runnable',
  data: { id: ['langgraph', '_internal', '_runnable', runs], name: id.split(':').at(-1) },
  ...(metadata && { metadata }),
});
const edge = (source: string, target: string, more: object = {}): object => ({ source, target, ...more });
const choice = (source: string, target: string, data?: string): object =>
  edge(source, target, { conditional: true, ...(data !== undefined && { data }) });

/** The agent of the prebuilt library: a model and its tools in a loop. */
const react = {
  nodes: [
    { id: '__start__', type: 'runnable', data: { id: ['langgraph', 'RunnableCallable'], name: '__start__' } },
    runnable('agent'),
    runnable('tools', 'ToolNode'),
    { id: '__end__', type: 'runnable', data: { id: ['langgraph', 'RunnableCallable'], name: '__end__' } },
  ],
  edges: [
    edge('__start__', 'agent'),
    choice('agent', 'tools'),
    choice('agent', '__end__', 'done'),
    edge('tools', 'agent'),
  ],
};

describe('readLangGraph', () => {
  it('reads nodes as code that may call anything, and routers as opaque', () => {
    const read = ok(readLangGraph(react));
    expect(read.graph).toEqual({
      format: 'agent-graph/1',
      execution: 'supersteps',
      start: '__start__',
      nodes: [
        { id: '__start__', kind: 'start' },
        { id: 'agent', kind: 'code', may_call: '*', fallible: true, writes: '*' },
        { id: 'tools', kind: 'code', may_call: '*', fallible: true, writes: '*' },
        { id: '__end__', kind: 'end' },
      ],
      edges: [
        { id: '__start__ --> agent', source: '__start__', target: 'agent' },
        { id: 'agent --> tools', source: 'agent', target: 'tools', guard: { opaque: 'the router of agent' } },
        {
          id: 'agent -[done]-> __end__',
          source: 'agent',
          target: '__end__',
          branch: 'done',
          guard: { opaque: 'done' },
        },
        { id: 'tools --> agent', source: 'tools', target: 'agent' },
      ],
    });
    // The way back from the tools is no join: they are only reached through the model.
    expect(assumed(read)).toEqual([
      ['tools_unknown', 'agent'],
      ['tools_unknown', 'tools'],
      ['router_opaque', 'agent'],
      ['router_may_return_list', 'agent'],
    ]);
    expect(read.places.nodes.get('tools')).toEqual({ pointer: '/nodes/2' });
    expect(read.places.edges.get('tools --> agent')).toEqual({ pointer: '/edges/3' });
  });

  it('lists what no drawing tells', () => {
    const codes = (tree: unknown): readonly string[] =>
      ok(readLangGraph(tree))
        .assumptions.filter(({ nodes }) => !nodes)
        .map(({ code }) => code);
    expect(codes(react)).toEqual(['undeclared_jumps', 'retries_not_exported', 'interrupts_not_exported']);
    const paused = {
      ...react,
      nodes: [...react.nodes, runnable('in:pay', 'RunnableCallable', { __interrupt: 'before' })],
    };
    expect(codes(paused)).toEqual(['undeclared_jumps', 'retries_not_exported', 'subgraph_flattened']);
  });

  it('leaves a join open where several nodes lead on without a condition, but not for a deferred node', () => {
    const lanes = (metadata?: object): object => ({
      nodes: ['__start__', 'a', 'b'].map((id) => runnable(id)).concat([runnable('c', 'RunnableCallable', metadata)]),
      edges: [edge('__start__', 'a'), edge('__start__', 'b'), edge('a', 'c'), edge('b', 'c')],
    });
    const read = ok(readLangGraph(lanes()));
    expect(read.graph.nodes.map(({ id, join, concurrency }) => [id, join, concurrency])).toEqual([
      ['__start__', undefined, 'all'],
      ['a', undefined, undefined],
      ['b', undefined, undefined],
      ['c', 'unknown', undefined],
    ]);
    expect(assumed(read)).toContainEqual(['join_unknown', 'c']);
    expect(ok(readLangGraph(lanes({ defer: true }))).graph.nodes[3]?.join).toBe('active');
    const bindings: Bindings = { nodes: new Map([['c', { join: 'all' as const, tools: ['pay'] }]]) };
    const bound = ok(readLangGraph(lanes(), { bindings }));
    expect(bound.graph.nodes[3]).toMatchObject({ kind: 'tool', join: 'all', tools: [{ name: 'pay' }] });
    expect(assumed(bound)).toEqual([
      ['tools_unknown', 'a'],
      ['tools_unknown', 'b'],
    ]);
  });

  it.each([
    [
      'does not wait for ways back to what they came from',
      [choice('a', 'b'), choice('a', 'c'), edge('b', 'a'), edge('c', 'a')],
      [],
    ],
    ['does not wait for the start', [edge('__start__', 'b'), edge('a', 'b')], []],
    ['does not wait for a choice', [choice('a', 'b'), choice('a', 'c'), edge('b', 'c')], []],
    ['may wait for two lanes', [choice('a', 'b'), edge('a', 'c'), edge('b', 'd'), edge('c', 'd')], ['d']],
  ])('%s', (_, edges, waiting) => {
    const nodes = ['__start__', 'a', 'b', 'c', 'd'].map((id) => runnable(id));
    const { graph } = ok(readLangGraph({ nodes, edges: [edge('__start__', 'a'), ...edges] }));
    expect(graph.nodes.filter(({ join }) => join).map(({ id }) => id)).toEqual(waiting);
  });

  it('does not say of a router with one way that it may return several', () => {
    const tree = { ...react, edges: [edge('__start__', 'agent'), choice('agent', 'tools')] };
    expect(assumed(ok(readLangGraph(tree)))).toContainEqual(['router_opaque', 'agent']);
    expect(assumed(ok(readLangGraph(tree)))).not.toContainEqual(['router_may_return_list', 'agent']);
  });

  it('follows edges without a condition beside a choice', () => {
    const { nodes, edges } = ok(readLangGraph({ ...react, edges: [...react.edges, edge('agent', '__end__')] })).graph;
    expect(nodes[1]?.concurrency).toBe('all');
    expect(edges.filter(({ source }) => source === 'agent').map(({ guard }) => guard !== undefined)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('reads pauses, tools that add_node was told, and graphs that were not opened', () => {
    const read = ok(
      readLangGraph({
        nodes: [
          runnable('__start__'),
          runnable('pay', 'RunnableCallable', { __interrupt: 'before,after', tools: ['pay', 'refund'] }),
          runnable('inner', 'CompiledStateGraph'),
          runnable('sub:__start__'),
        ],
        edges: [edge('__start__', 'pay'), edge('pay', 'inner'), edge('inner', 'sub:__start__')],
      }),
    );
    expect(read.graph.nodes).toEqual([
      { id: '__start__', kind: 'start' },
      { id: 'pay', kind: 'tool', tools: [{ name: 'pay' }, { name: 'refund' }], interrupt: 'both' },
      { id: 'inner', kind: 'subgraph', may_call: '*' },
      { id: 'sub:__start__', kind: 'wait' },
    ]);
    expect(assumed(read)).toEqual([
      ['approval_covers_any_tool', 'pay'],
      ['body_missing', 'inner'],
    ]);
  });

  it('starts a chain without names where no edge leads', () => {
    const chain = { nodes: [0, 1].map((id) => ({ id, type: 'schema', data: 'x' })), edges: [{ source: 0, target: 1 }] };
    expect(ok(readLangGraph(chain)).graph.start).toBe('0');
    expect(refused(readLangGraph({ ...chain, edges: [] }))).toEqual([
      ['graph_start_doubled', '/nodes/1', { id: '1', first: '/nodes/0' }],
    ]);
    expect(refused(readLangGraph({ ...chain, edges: [edge('0', '1'), edge('1', '0')] }))).toEqual([
      ['graph_start_missing', undefined, {}],
    ]);
  });

  test.each([
    [
      'an edge to nowhere',
      { ...react, edges: [edge('__start__', 'agnt')] },
      ['graph_reference_dangling', '/edges/0', { id: 'agnt', nearest: 'agent' }],
    ],
    [
      'a doubled id',
      { ...react, nodes: [...react.nodes, runnable('tools')] },
      ['graph_id_doubled', '/nodes/4', { id: 'tools', first: '/nodes/2' }],
    ],
    ['no edges', { nodes: react.nodes }, ['graph_value', '/edges', { expected: 'a list', found: 'nothing' }]],
    [
      'an id that is none',
      { nodes: [{ id: null }], edges: [] },
      ['graph_value', '/nodes/0/id', { expected: 'an id', found: 'null' }],
    ],
  ])('refuses %s', (_, tree, problem) => {
    expect(refused(readLangGraph(tree))).toEqual([problem]);
  });
});

const PYTHON = String.raw`---
config:
  flowchart:
    curve: linear
---
graph TD;
	__start__([<p>__start__</p>]):::first
	check(check)
	pay(pay<hr/><small><em>tools = pay, refund
__interrupt = before</em></small>)
	sub\3aadd(add)
	sub\3aanode(anode)
	\4e2d\20x(中 x)
	__end__([<p>__end__</p>]):::last
	__start__ --> check;
	check -. &nbsp;is it -.- fine?&nbsp; .-> pay;
	check -.-> sub\3aadd;
	sub\3aadd -- &nbsp;next&nbsp; --> sub\3aanode;
	subgraph sub
	sub\3aanode --> \4e2d\20x;
	end
	pay --> __end__;
	\4e2d\20x --> __end__;
	classDef default fill:#f2f0ff,line-height:1.2
	classDef first fill-opacity:0
	classDef last fill:#bfb6fc
`;

describe('readLangGraphMermaid', () => {
  it('reads what Python draws: escapes, pauses, tools, labels, lines', () => {
    const read = ok(readLangGraphMermaid(PYTHON));
    expect(read.graph.nodes.map(({ id, kind, tools, interrupt }) => [id, kind, tools?.length, interrupt])).toEqual([
      ['__start__', 'start', undefined, undefined],
      ['check', 'code', undefined, undefined],
      ['pay', 'tool', 2, 'before'],
      ['sub:add', 'code', undefined, undefined],
      ['sub:anode', 'code', undefined, undefined],
      ['中 x', 'code', undefined, undefined],
      ['__end__', 'end', undefined, undefined],
    ]);
    expect(read.graph.edges.map(({ id, guard }) => [id, guard])).toEqual([
      ['__start__ --> check', undefined],
      ['check -[is it -.- fine?]-> pay', { opaque: 'is it -.- fine?' }],
      ['check --> sub:add', { opaque: 'the router of check' }],
      ['sub:add -[next]-> sub:anode', undefined],
      ['sub:anode --> 中 x', undefined],
      ['pay --> __end__', undefined],
      ['中 x --> __end__', undefined],
    ]);
    expect(read.places.nodes.get('sub:add')).toEqual({ pointer: '', line: 11, column: 1 });
    expect(read.places.edges.get('pay --> __end__')?.line).toBe(22);
  });

  it('takes the end of an id from its label, where an escape could end in two places', () => {
    const { graph } = ok(readLangGraphMermaid('graph TD;\n__start__(s)\n\\2014x(—x)\n__start__ --> \\2014x;'));
    expect(graph.edges.map(({ target }) => target)).toEqual(['—x']);
  });

  it('reads statements of one line', () => {
    const { graph } = ok(readLangGraphMermaid('graph TD; __start__(x); a[a]; __start__ --> a;'));
    expect([graph.nodes.length, graph.edges.length]).toEqual([2, 1]);
  });

  it('refuses edges to what is not declared, and lines that it does not understand, with their lines', () => {
    expect(refused(readLangGraphMermaid('graph TD;\n__start__(s)\n__start__ --> pay;'))).toEqual([
      ['graph_reference_dangling', 3, { id: 'pay' }],
    ]);
    expect(refused(readLangGraphMermaid('graph TD;\na(a)\n  a ~~~ b'))).toEqual([
      ['graph_line_unread', 3, { line: 'a ~~~ b' }],
    ]);
  });

  it('takes hostile lines in their stride', () => {
    const line = `${'\\aaaa'.repeat(20_000)}!`;
    expect(refused(readLangGraphMermaid(`graph TD;\n${line}\n${'a --> '.repeat(50_000)}`))).toMatchObject([
      ['graph_line_unread', 2, {}],
      ['graph_line_unread', 3, {}],
    ]);
  });
});
