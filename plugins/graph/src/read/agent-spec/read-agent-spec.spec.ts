import { describe, expect, it } from 'vitest';
import { readAgentSpec, readDocument } from '../index.js';
import { assumed, edgesOf, fixture, nodeOf, ok, refusals, subgraphOf } from '../testing/drawn.js';

type Json = Record<string, unknown>;

const node = (name: string, type: string, more: Json = {}): Json => ({ component_type: type, id: name, name, ...more });
const ref = (id: string): Json => ({ $component_ref: id });
const goes = (from: string, to: string, branch?: string): Json => ({
  component_type: 'ControlFlowEdge',
  name: `${from}-${to}`,
  from_node: ref(from),
  from_branch: branch ?? null,
  to_node: ref(to),
});
const gives = (from: string, output: string, to: string, input: string): Json => ({
  component_type: 'DataFlowEdge',
  name: `${from}-${to}`,
  source_node: ref(from),
  source_output: output,
  destination_node: ref(to),
  destination_input: input,
});
const flow = (nodes: readonly Json[], edges: readonly Json[], data: readonly Json[] | null = []): Json => ({
  component_type: 'Flow',
  id: 'flow',
  name: 'flow',
  start_node: ref('s'),
  nodes: nodes.map(({ id }) => ref(String(id))),
  control_flow_connections: edges,
  data_flow_connections: data,
  $referenced_components: Object.fromEntries(nodes.map((one) => [one['id'], one])),
});
const titles = (...names: readonly string[]): readonly Json[] => names.map((title) => ({ title, type: 'string' }));
const start = node('s', 'StartNode', { inputs: titles('x'), outputs: titles('x') });
const end = node('e', 'EndNode');
const tool = (name: string, more: Json = {}): Json =>
  node(name, 'ToolNode', {
    inputs: titles('x'),
    outputs: titles('y'),
    tool: node(`${name}_tool`, 'ServerTool'),
    ...more,
  });

describe('readAgentSpec', () => {
  const exported = ok(readDocument(fixture('agent-spec.json')));

  it('reads what the SDK writes, in JSON and in YAML alike', () => {
    expect(exported.assumptions).toEqual([]);
    expect(ok(readDocument(fixture('agent-spec.yaml'))).graph).toEqual(exported.graph);
  });

  it('leads what leaves a flow inside by each of its ends on by that branch', () => {
    const edges = edgesOf(exported.graph);
    const verdict = 'check the order/check.verdict';
    for (const edge of [
      'check the order -> check the order/start',
      `check the order/judge -> check the order/good [yes] {"op":"in","variable":"${verdict}","values":["ok","fine"]}`,
      'check the order/judge -> check the order/bad [default] otherwise',
      'check the order/good -> check the order/[good]',
      'check the order/[good] -> pay [good]',
      'check the order/[bad] -> explain [bad]',
    ])
      expect(edges).toContain(edge);
    expect(exported.graph.variables).toEqual([{ name: verdict, type: 'string' }]);
  });

  it('gives one value one name, in and out of flows inside', () => {
    expect(nodeOf(exported.graph, 'check the order/check')).toMatchObject({
      tools: [{ name: 'check_order', arguments: [{ name: 'order_id', variable: 'start.order_id' }] }],
      result: 'check the order/check',
    });
    expect(nodeOf(exported.graph, 'pay/call refund')?.tools).toEqual([
      { name: 'refund', requires_confirmation: true, arguments: [{ name: 'order_id', variable: 'start.order_id' }] },
    ]);
  });

  it('catches the failures of the nodes inside', () => {
    expect(nodeOf(exported.graph, 'pay/call refund')?.on_error).toBe('edge');
    expect(edgesOf(exported.graph)).toContain('pay/call refund -> pay/[caught_exception_branch] error');
    expect(edgesOf(exported.graph)).toContain('pay/[caught_exception_branch] -> failed [caught_exception_branch]');
    expect(nodeOf(exported.graph, 'check the order/check')?.on_error).toBeUndefined();
  });

  it('runs a map for each item with a value of its own, and flows side by side as lanes', () => {
    expect(nodeOf(exported.graph, 'tell everybody')).toMatchObject({ kind: 'map', reads: ['start.addresses'] });
    const item = subgraphOf(exported, 'tell everybody');
    expect(nodeOf(item, 'start')).toMatchObject({ kind: 'code', writes: ['tell everybody/start'] });
    expect(nodeOf(item, 'call notify')?.tools?.[0]?.arguments).toEqual([
      { name: 'address', variable: 'tell everybody/start.address' },
    ]);
    const both = subgraphOf(exported, 'both');
    expect([both.start, nodeOf(both, 'flows')?.kind]).toEqual(['flows', 'fork']);
    expect(nodeOf(both, '0:logging/call log')?.tools?.[0]?.arguments).toEqual([
      { name: 'order_id', variable: 'start.order_id' },
    ]);
  });

  it('names what a flow inside made by where it was made, but not what only went through it', () => {
    const inner = {
      ...flow([start, tool('t'), { ...end, inputs: titles('y', 'x') }], [goes('s', 't'), goes('t', 'e')]),
    };
    const data = [gives('t', 'y', 'e', 'y'), gives('s', 'x', 'e', 'x'), gives('s', 'x', 't', 'x')];
    const renamed = JSON.parse(
      JSON.stringify({ ...inner, data_flow_connections: data }).replaceAll(/"(s|t|e)"/g, '"i$1"'),
    ) as Json;
    const run = node('run', 'FlowNode', { subflow: renamed, outputs: titles('x', 'y') });
    const used = (output: string): unknown =>
      nodeOf(
        ok(
          readAgentSpec(
            flow(
              [start, run, tool('u'), end],
              [goes('s', 'run'), goes('run', 'u'), goes('u', 'e')],
              [gives('s', 'x', 'run', 'x'), gives('run', output, 'u', 'x')],
            ),
          ),
        ).graph,
        'u',
      )?.tools?.[0]?.arguments;
    expect(used('y')).toEqual([{ name: 'x', variable: 'run/it.y' }]);
    expect(used('x')).toEqual([{ name: 'x', variable: 'run.x' }]);
  });

  it('takes what has one name for one value where no edges of data are given', () => {
    const read = ok(readAgentSpec(flow([start, tool('t'), end], [goes('s', 't'), goes('t', 'e')], null)));
    expect(nodeOf(read.graph, 't')).toMatchObject({
      tools: [{ name: 't_tool', arguments: [{ name: 'x', variable: 'data.x' }] }],
      writes: ['data.y'],
      result: 'data',
    });
  });

  it('knows nothing of an input that two edges lead to', () => {
    const data = [gives('s', 'x', 't', 'x'), gives('t', 'y', 't', 'x')];
    const read = ok(readAgentSpec(flow([start, tool('t'), end], [goes('s', 't'), goes('t', 'e')], data)));
    expect(nodeOf(read.graph, 't')?.tools).toEqual([{ name: 't_tool' }]);
  });

  it('names nodes by their id where two have one name', () => {
    const twice = [tool('t'), { ...tool('u'), name: 't' }];
    const read = ok(readAgentSpec(flow([start, ...twice, end], [goes('s', 't'), goes('t', 'u'), goes('u', 'e')])));
    expect(read.graph.nodes.map(({ id, title }) => [id, title])).toEqual([
      ['s', 's'],
      ['t', 't'],
      ['u', 't'],
      ['e', 'e'],
    ]);
  });

  it('reads an agent alone, with the tools of its boxes', () => {
    const box = (more: Json): Json => node('box', 'MCPToolBox', more);
    const agent = (toolbox: Json): Json =>
      node('a', 'Agent', { tools: [node('pay', 'ServerTool')], toolboxes: [toolbox] });
    const chosen = ok(
      readAgentSpec(agent(box({ tool_filter: ['read', { name: 'write', requires_confirmation: true }] }))),
    );
    expect(chosen.graph.nodes).toEqual([
      {
        id: 'a',
        kind: 'agent',
        tools: [{ name: 'pay' }, { name: 'read' }, { name: 'write', requires_confirmation: true }],
      },
    ]);
    const all = ok(readAgentSpec(agent(box({ tool_filter: null }))));
    expect([all.graph.nodes[0]?.tools, assumed(all)]).toEqual([
      [{ name: 'pay' }, { name: 'box' }],
      ['mcp_tools_unknown a'],
    ]);
  });

  it('lets agents of a group ask each other, and only who may end it end it', () => {
    const [a, b] = [node('a', 'Agent'), node('b', 'Agent')];
    const swarm = (handoff: unknown): readonly string[] =>
      edgesOf(
        ok(
          readAgentSpec(
            node('g', 'Swarm', {
              first_agent: a,
              relationships: [[ref('a'), ref('b')]],
              handoff,
              $referenced_components: { a, b },
            }),
          ),
        ).graph,
      );
    // An agent that stands inline and one that is referred to are two.
    const shared = node('g', 'Swarm', {
      first_agent: ref('a'),
      relationships: [[ref('a'), ref('b')]],
      handoff: 'never',
      $referenced_components: { a, b },
    });
    expect(edgesOf(ok(readAgentSpec(shared)).graph)).toEqual([
      'a -> b free llm',
      'b -> a free llm',
      'a -> end free llm',
    ]);
    const hands = edgesOf(ok(readAgentSpec({ ...shared, handoff: 'optional' })).graph);
    expect(hands).toContain('b -> end free llm');
    expect(swarm(true)).toContain('b -> end free llm');
  });

  it('runs an agent elsewhere as one that may call anything', () => {
    const read = ok(readAgentSpec(node('far', 'A2AAgent')));
    expect([read.graph.nodes[0]?.may_call, assumed(read)]).toEqual(['*', ['tools_unknown far']]);
  });

  it('refuses what dangles, comes twice or leads nowhere, with the place', () => {
    const right = [goes('s', 't'), goes('t', 'e')];
    const at = '/control_flow_connections';
    expect(refusals(readAgentSpec(flow([start, tool('t'), end], [goes('s', 't'), goes('t', 'gone')])))).toEqual([
      ['graph_reference_dangling', `${at}/1/to_node`, 'gone'],
    ]);
    expect(refusals(readAgentSpec(flow([start, tool('t'), end], [goes('s', 't')])))).toEqual([
      ['graph_not_verifiable', '/$referenced_components/t', 'agent-spec'],
    ]);
    expect(refusals(readAgentSpec(flow([start, tool('t'), end], [...right, goes('t', 's')])))).toEqual([
      ['graph_id_doubled', `${at}/2`, 'next'],
    ]);
    expect(refusals(readAgentSpec(flow([start, tool('t'), end], [goes('s', 't'), goes('t', 'e', 'nxt')])))).toEqual([
      ['graph_reference_dangling', `${at}/1/from_branch`, 'nxt'],
    ]);
    expect(refusals(readAgentSpec({ component_type: 'VllmConfig' }))).toEqual([
      ['graph_not_verifiable', '/component_type', 'agent-spec'],
    ]);
  });

  it('refuses a flow that runs itself', () => {
    const run = node('t', 'FlowNode', { subflow: ref('again') });
    const again = { ...flow([start, run, end], [goes('s', 't'), goes('t', 'e')]), $referenced_components: {} };
    const tree = { ...flow([start, run, end], [goes('s', 't'), goes('t', 'e')]) };
    (tree['$referenced_components'] as Json)['again'] = again;
    expect(refusals(readAgentSpec(tree))[0]).toEqual(['graph_too_large', '/$referenced_components/again', 'depth']);
  });
});
