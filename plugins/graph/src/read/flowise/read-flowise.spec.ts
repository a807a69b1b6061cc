import { describe, expect, it, test } from 'vitest';
import type { GraphEdge, ReadResult } from '../../model/index.js';
import { readFlowise } from '../index.js';

type Read = Extract<ReadResult, { ok: true }>;
type Json = Record<string, unknown>;

const block = (id: string, type: string, inputs: Json = {}, more: Json = {}): Json => ({
  id,
  position: {},
  data: { name: `${type}Agentflow`, label: `The ${id}`, inputs },
  ...more,
});
const wire = (source: string, target: string, output: string | number = 'x'): Json => ({
  source,
  target,
  sourceHandle: `${source}-output-${output}`,
});
const flow = (nodes: readonly Json[], edges: readonly Json[]): Json => ({
  nodes: [block('s', 'start'), block('note', 'stickyNote'), ...nodes],
  edges,
});
function ok(tree: unknown): Read {
  const read = readFlowise(tree);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read;
}
const shape = ({ source, target, branch, outcome, otherwise, guard, max_times }: GraphEdge): readonly unknown[] =>
  [source, target, branch, outcome, otherwise, guard && Object.values(guard)[0], max_times].filter(
    (one) => one !== undefined,
  );
const edgesOf = (tree: unknown): readonly unknown[] => ok(tree).graph.edges.map(shape);
const node = (tree: unknown, id: string): unknown => ok(tree).graph.nodes.find((one) => one.id === id);
const codes = (tree: unknown): readonly unknown[] =>
  ok(tree).assumptions.map(({ code, nodes }) => [code, ...(nodes ?? [])]);

describe('readFlowise', () => {
  it('reads choices of conditions, of a model and of a person, by their outputs', () => {
    const tree = flow(
      [
        block('c', 'condition', {
          conditions: [{ value1: '<p>{{ $flow.state.n }}</p>', operation: 'larger', value2: 5 }],
        }),
        block('m', 'conditionAgent', { conditionAgentScenarios: [{ scenario: 'a' }, { scenario: 'b' }] }),
        block('h', 'humanInput'),
        block('r', 'directReply'),
      ],
      [wire('s', 'c'), wire('c', 'm', 0), wire('c', 'r', 1), wire('m', 'h', 1), wire('h', 'r', 1), wire('h', 'c', 0)],
    );
    expect(edgesOf(tree)).toEqual([
      ['s', 'c'],
      ['c', 'm', '0', '{{ $flow.state.n }} larger 5'],
      ['c', 'r', '1', true],
      ['m', 'end', '0', 'llm'],
      ['m', 'h', '1', 'llm'],
      ['h', 'c', '0', 'approve', 'human'],
      ['h', 'r', '1', 'reject', 'human'],
    ]);
    expect(node(tree, 'h')).toEqual({
      id: 'h',
      title: 'The h',
      kind: 'human',
      concurrency: 'exclusive',
      writes: ['h'],
      join: 'active',
    });
    expect(codes(tree)).toEqual([['approval_covers_any_tool', 'h']]);
  });

  it('goes back where a loop says, as often as it says, and ends then', () => {
    const loop = (inputs: Json): Json =>
      flow([block('a_0', 'llm'), block('l', 'loop', inputs)], [wire('s', 'a_0'), wire('a_0', 'l')]);
    expect(edgesOf(loop({ loopBackToNode: 'a_0-The a_0', maxLoopCount: '5' })).slice(2)).toEqual([
      ['l', 'a_0', 'again', 5],
      ['l', 'end', 'enough', true],
    ]);
    // The label was changed since, and nobody said how often.
    expect(edgesOf(loop({ loopBackToNode: 'a_0-Planner' })).slice(2)).toEqual([['l', 'a_0', 'again']]);
  });

  it('names tools: of agents, with approval, of servers by their actions, with arguments', () => {
    const tree = flow(
      [
        block('a', 'agent', {
          agentTools: [
            { agentSelectedTool: 'calculator' },
            { agentSelectedTool: 'gmail', agentSelectedToolRequiresHumanInput: true },
            { agentSelectedTool: 'customMCP', agentSelectedToolConfig: { mcpActions: '["one","two"]' } },
            { agentSelectedTool: 'braveSearchMCP' },
          ],
        }),
        block('t', 'tool', {
          toolAgentflowSelectedTool: 'slackMCP',
          toolAgentflowSelectedToolConfig: { mcpActions: ['post'] },
          toolInputArgs: [
            { inputArgName: 'to', inputArgValue: '<p>C1</p>' },
            { inputArgName: 'text', inputArgValue: '<p><span data-id="a">{{ a }}</span> </p>' },
            { inputArgName: 'mixed', inputArgValue: 'so {{ a }}' },
          ],
        }),
        block('u', 'tool', { selectedTool: 'x', selectedToolConfig: { mcpActions: '["p","q"]' } }),
        block('h', 'http', { method: 'POST' }),
      ],
      [wire('s', 'a'), wire('a', 't'), wire('a', 'u'), wire('t', 'h')],
    );
    expect(node(tree, 'a')).toMatchObject({
      kind: 'agent',
      concurrency: 'all',
      tools: [
        { name: 'calculator' },
        { name: 'gmail', requires_confirmation: true },
        { name: 'one' },
        { name: 'two' },
        { name: 'braveSearchMCP' },
      ],
    });
    expect(codes(tree)).toEqual([['mcp_tools_unknown', 'a']]);
    expect(node(tree, 't')).toMatchObject({
      tools: [
        {
          name: 'post',
          arguments: [
            { name: 'to', value: 'C1' },
            { name: 'text', variable: 'a' },
          ],
        },
      ],
    });
    expect(node(tree, 'u')).toMatchObject({ tools: [{ name: 'p' }, { name: 'q' }], tool_choice: 'one' });
    expect(node(tree, 'h')).toMatchObject({ tools: [{ name: 'http.POST' }] });
  });

  it('runs what stands in an iteration as a body, and marks what it cannot see into', () => {
    const tree = flow(
      [
        block('i', 'iteration'),
        block('x', 'llm', {}, { parentNode: 'i' }),
        block('y', 'customFunction', {}, { parentNode: 'i' }),
        block('e', 'executeFlow'),
      ],
      [wire('s', 'i'), wire('x', 'y'), wire('i', 'e')],
    );
    expect(ok(tree).graph.subgraphs).toMatchObject([{ name: 'i', start: 'x', edges: [{ source: 'x', target: 'y' }] }]);
    expect(node(tree, 'i')).toMatchObject({ kind: 'map', subgraph: 'i' });
    expect(codes(tree)).toEqual([
      ['body_missing', 'e'],
      ['code_calls_no_tool', 'i/y'],
    ]);
  });

  test.each<[string, unknown, readonly unknown[]]>([
    ['a wire to nowhere', flow([], [wire('s', 'x')]), ['graph_reference_dangling', '/edges/0', { id: 'x' }]],
    ['a wire from nowhere', flow([], [wire('x', 's')]), ['graph_reference_dangling', '/edges/0', { id: 'x' }]],
    [
      'a loop to nowhere',
      flow([block('l', 'loop', { loopBackToNode: 'gone-Gone' })], [wire('s', 'l')]),
      ['graph_reference_dangling', '/nodes/2/data/inputs/loopBackToNode', { id: 'gone-Gone' }],
    ],
    [
      'an output that a choice does not have',
      flow([block('h', 'humanInput')], [wire('s', 'h'), wire('h', 's', 2)]),
      ['graph_reference_dangling', '/edges/1/sourceHandle', { id: '2' }],
    ],
    [
      'two starts',
      flow([block('t', 'start')], []),
      ['graph_start_doubled', '/nodes/2', { id: 't', first: '/nodes/0' }],
    ],
    ['no start', { nodes: [block('a', 'llm')], edges: [] }, ['graph_start_missing', '', {}]],
    [
      'a flow of components',
      { nodes: [{ id: 'a', position: {}, data: { name: 'llmChain' } }], edges: [] },
      [
        'graph_not_verifiable',
        '/nodes',
        {
          format: 'flowise',
          why: 'its edges connect components and are not a flow of control: export an AgentFlow of version 2',
        },
      ],
    ],
    ['no list', { nodes: [] }, ['graph_value', '/edges', { expected: 'a list', found: 'nothing' }]],
  ])('refuses %s', (_, tree, problem) => {
    const read = readFlowise(tree);
    expect(read.ok ? [] : read.problems.map(({ slug, place, params }) => [slug, place.pointer, params])).toContainEqual(
      problem,
    );
  });
});
