import { describe, expect, it, test } from 'vitest';
import type { GraphEdge, ReadResult } from '../../model/index.js';
import { readDify } from '../index.js';

type Read = Extract<ReadResult, { ok: true }>;
type Json = Record<string, unknown>;

const step = (id: string, type: string, data: Json = {}, more: Json = {}): Json => ({
  id,
  type: 'custom',
  data: { type, title: '', ...data },
  ...more,
});
const line = (source: string, target: string, sourceHandle = 'source'): Json => ({ source, target, sourceHandle });
const app = (nodes: readonly Json[], edges: readonly Json[]): Json => ({
  kind: 'app',
  app: { mode: 'workflow', name: 'w' },
  workflow: { graph: { nodes: [step('s', 'start'), ...nodes], edges } },
});
function ok(tree: unknown): Read {
  const read = readDify(tree);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read;
}
const shape = ({ source, target, on, branch, otherwise, guard }: GraphEdge): readonly unknown[] =>
  [source, target, on, branch, otherwise, guard && Object.values(guard)[0]].filter((one) => one !== undefined);
const edgesOf = (tree: unknown): readonly unknown[] => ok(tree).graph.edges.map(shape);
const node = (tree: unknown, id: string): unknown => ok(tree).graph.nodes.find((one) => one.id === id);
const codes = (tree: unknown): readonly unknown[] =>
  ok(tree).assumptions.map(({ code, nodes }) => [code, ...(nodes ?? [])]);
const condition = (field: string, operator: string, value: unknown, varType?: string): Json => ({
  variable_selector: ['s', field],
  comparison_operator: operator,
  value,
  ...(varType !== undefined && { varType }),
});

describe('readDify', () => {
  it('runs lanes that meet at steps which wait for all that were not left out', () => {
    const tree = app(
      [
        step('a', 'template-transform', { template: 'x {{#s.q#}}' }),
        step('b', 'knowledge-retrieval'),
        step('e', 'end'),
      ],
      [line('s', 'a'), line('s', 'b'), line('a', 'e'), line('b', 'e')],
    );
    expect(ok(tree).graph).toMatchObject({ name: 'w', execution: 'tokens', start: 's' });
    expect(node(tree, 's')).toEqual({ id: 's', kind: 'wait', join: 'active', concurrency: 'all' });
    expect(node(tree, 'a')).toEqual({
      id: 'a',
      reads: ['s.q'],
      kind: 'code',
      fallible: true,
      writes: ['a'],
      join: 'active',
    });
    expect(node(tree, 'b')).toMatchObject({ kind: 'tool', tools: [{ name: 'knowledge-retrieval' }], result: 'b' });
    expect(ok(tree).places.edges.get('b --> e')).toEqual({ pointer: '/workflow/graph/edges/3' });
  });

  it('decides by cases in their order, and by none of them last', () => {
    const tree = app(
      [
        step('if', 'if-else', {
          cases: [
            { case_id: 'true', conditions: [condition('n', '≥', '50', 'number')] },
            {
              case_id: 'c2',
              logical_operator: 'or',
              conditions: [condition('t', 'not contains', 'x', 'string'), condition('t', 'empty', '')],
            },
            { case_id: 'c3', conditions: [condition('f', 'exists', '', 'file')] },
            { case_id: 'c4', conditions: [condition('t', 'is', '{{#s.q#}}', 'string')] },
          ],
        }),
        step('pay', 'tool', { provider_name: 'bank', tool_name: 'pay' }),
        step('log', 'answer'),
      ],
      [
        line('s', 'if'),
        line('if', 'log', 'false'),
        line('if', 'pay', 'true'),
        line('if', 'log', 'true'),
        line('if', 'pay', 'c3'),
      ],
    );
    expect(edgesOf(tree)).toEqual([
      ['s', 'if'],
      ['if [true]', 'pay'],
      ['if [true]', 'log'],
      ['if', 'if [true]', 'true', { op: '>=', variable: 's.n', value: 50 }],
      [
        'if',
        'end',
        'c2',
        {
          op: 'or',
          of: [
            { op: 'not', of: { op: 'contains', variable: 's.t', value: 'x' } },
            { op: 'empty', variable: 's.t' },
          ],
        },
      ],
      ['if', 'pay', 'c3', 's.f exists'],
      ['if', 'end', 'c4', 's.t is {{#s.q#}}'],
      ['if', 'log', 'false', true],
    ]);
    expect(ok(tree).graph.variables).toEqual([
      { name: 's.n', type: 'real' },
      { name: 's.t', type: 'string' },
    ]);
    expect(node(tree, 'if')).toMatchObject({ kind: 'router', concurrency: 'exclusive' });
  });

  it('reads the one case of older files, and gives no type to what is looked at in two ways', () => {
    const tree = app(
      [
        step('if', 'if-else', { logical_operator: 'and', conditions: [condition('x', 'is', 'a')] }),
        step('two', 'if-else', { conditions: [condition('x', '=', '1')] }),
      ],
      [line('s', 'if'), line('if', 'two', 'true')],
    );
    expect(edgesOf(tree)).toContainEqual(['if', 'two', 'true', { op: '=', variable: 's.x', value: 'a' }]);
    expect(ok(tree).graph.variables).toBeUndefined();
  });

  it('reads failures: branch, default value, retries', () => {
    const http = (more: Json): Json => step('h', 'http-request', { method: 'post', ...more });
    const tree = (more: Json): Json =>
      app(
        [http(more), step('a', 'answer'), step('b', 'answer')],
        [line('s', 'h'), line('h', 'a'), line('h', 'b', 'fail-branch')],
      );
    const failing = tree({ error_strategy: 'fail-branch', retry_config: { retry_enabled: true, max_retries: 4 } });
    expect(edgesOf(failing)).toEqual([
      ['s', 'h'],
      ['h', 'a'],
      ['h', 'b', 'error'],
    ]);
    expect(node(failing, 'h')).toMatchObject({
      tools: [{ name: 'http-request.POST' }],
      on_error: 'edge',
      retry: { max: 4 },
    });
    // A line that is left over from another strategy is never taken.
    expect(edgesOf(tree({ error_strategy: 'default-value' }))).toEqual([
      ['s', 'h'],
      ['h', 'a'],
    ]);
    expect(node(tree({ error_strategy: 'default-value' }), 'h')).toMatchObject({ on_error: 'continue' });
  });

  it('runs the steps of an iteration as a body, from where it says they start', () => {
    const inside = (id: string, type: string, data: Json = {}): Json => step(id, type, data, { parentId: 'it' });
    const tree = (data: Json): Json =>
      app(
        [
          step('it', 'iteration', data),
          inside('begin', 'iteration-start'),
          inside('write', 'tool', { provider_name: 'p', tool_name: 't' }),
          step('e', 'end'),
        ],
        [line('s', 'it'), line('begin', 'write'), line('it', 'e')],
      );
    const read = ok(tree({ is_parallel: true }));
    expect(node(tree({ is_parallel: true }), 'it')).toEqual({
      id: 'it',
      kind: 'map',
      subgraph: 'it',
      writes: ['it'],
      parallel: true,
      join: 'active',
    });
    expect(read.graph.subgraphs).toMatchObject([
      { name: 'it', start: 'begin', nodes: [{ id: 'begin' }, { id: 'write' }] },
    ]);
    expect(read.places.nodes.get('it/write')).toEqual({ pointer: '/workflow/graph/nodes/3' });
    expect(ok(tree({ start_node_id: 'write' })).graph.subgraphs?.[0]?.start).toBe('write');
    expect(codes(tree({ error_handle_mode: 'continue-on-error' }))).toEqual([['failed_item_ends_loop', 'it']]);
  });

  it('reads models, agents with the tools that are on, and what tools are given', () => {
    const tree = app(
      [
        step('m', 'llm', { prompt_template: [{ text: '{{#sys.query#}}' }], memory: {} }),
        step('c', 'question-classifier', { classes: [{ id: '1' }, { id: '2' }] }),
        step('a', 'agent', {
          agent_parameters: {
            tools: {
              value: [
                { enabled: true, provider_name: 'time', tool_name: 'now' },
                { enabled: false, provider_name: 'bank', tool_name: 'pay' },
              ],
            },
            servers_config: { value: '{}' },
          },
        }),
        step('t', 'tool', {
          provider_name: 'bank',
          tool_name: 'pay',
          tool_parameters: {
            to: { type: 'variable', value: ['a', 'text'] },
            sum: { type: 'constant', value: 5 },
            note: { type: 'mixed', value: '{{#s.q#}}' },
            text: { type: 'mixed', value: 'for {{#s.q#}}' },
            plain: { type: 'mixed', value: 'x' },
          },
        }),
        step('x', 'code'),
      ],
      [line('s', 'm'), line('m', 'c'), line('c', 'a', '1'), line('c', 't', '2'), line('a', 'x')],
    );
    expect(node(tree, 'm')).toMatchObject({ kind: 'llm', reads: ['sys.query'], writes: ['m'] });
    expect(node(tree, 'm')).not.toHaveProperty('context');
    expect(node(tree, 'c')).toMatchObject({ context: 'isolated', concurrency: 'exclusive' });
    expect(edgesOf(tree)).toContainEqual(['c', 'a', '1', 'llm']);
    expect(node(tree, 'a')).toMatchObject({ kind: 'agent', tools: [{ name: 'time/now' }, { name: 'mcp' }] });
    expect(node(tree, 't')).toMatchObject({
      reads: ['a.text', 's.q'],
      tools: [
        {
          name: 'bank/pay',
          arguments: [
            { name: 'to', variable: 'a.text' },
            { name: 'sum', value: 5 },
            { name: 'note', variable: 's.q' },
            { name: 'plain', value: 'x' },
          ],
        },
      ],
    });
    expect(codes(tree)).toEqual([
      ['mcp_tools_unknown', 'a'],
      ['code_calls_no_tool', 'x'],
    ]);
  });

  it('reads an agent without a graph, and begins with any of several triggers', () => {
    const config = { agent_mode: { enabled: true, tools: [{ provider_id: 'p', tool_name: 't', enabled: true }] } };
    expect(ok({ kind: 'app', app: {}, model_config: config }).graph.nodes).toEqual([
      { id: 'agent', kind: 'agent', tools: [{ name: 'p/t' }] },
    ]);
    const graph = { nodes: [step('a', 'trigger-webhook'), step('b', 'trigger-schedule')], edges: [] };
    const read = ok({ workflow: { graph } });
    expect([read.graph.start, read.graph.edges.map(shape)]).toEqual([
      'start',
      [
        ['start', 'a', 'env'],
        ['start', 'b', 'env'],
      ],
    ]);
  });

  test.each<[string, unknown, readonly unknown[]]>([
    [
      'a line to nowhere',
      app([], [line('s', 'x')]),
      ['graph_reference_dangling', '/workflow/graph/edges/0', { id: 'x' }],
    ],
    [
      'a line from nowhere',
      app([], [line('x', 's')]),
      ['graph_reference_dangling', '/workflow/graph/edges/0', { id: 'x' }],
    ],
    [
      'an output that a choice does not have',
      app(
        [step('i', 'if-else', { cases: [{ case_id: 'yes', conditions: [] }] })],
        [line('s', 'i'), line('i', 's', 'yess')],
      ),
      ['graph_reference_dangling', '/workflow/graph/edges/1/sourceHandle', { id: 'yess', nearest: 'yes' }],
    ],
    [
      'two starts',
      app([step('t', 'start')], []),
      ['graph_start_doubled', '/workflow/graph/nodes/1', { id: 't', first: '/workflow/graph/nodes/0' }],
    ],
    [
      'an iteration without steps',
      app([step('i', 'iteration')], []),
      ['graph_start_missing', '/workflow/graph/nodes/1', {}],
    ],
    [
      'a step of an iteration that is not there',
      app([step('i', 'iteration-start', {}, { parentId: 'x' })], []),
      ['graph_reference_dangling', '/workflow/graph/nodes/1', { id: 'x' }],
    ],
    [
      'no list',
      { workflow: { graph: { nodes: [step('s', 'start')] } } },
      ['graph_value', '/workflow/graph/edges', { expected: 'a list', found: 'nothing' }],
    ],
    [
      'a step without a type',
      app([{ id: 'a' }], []),
      ['graph_value', '/workflow/graph/nodes/1/data/type', { expected: 'a text that is not empty', found: 'nothing' }],
    ],
  ])('refuses %s', (_, tree, problem) => {
    const read = readDify(tree);
    expect(read.ok ? [] : read.problems.map(({ slug, place, params }) => [slug, place.pointer, params])).toContainEqual(
      problem,
    );
  });
});
