import { describe, expect, it, test } from 'vitest';
import { type GraphEdge, guardText, type ReadResult } from '../../model/index.js';
import { readN8n } from '../index.js';

type Read = Extract<ReadResult, { ok: true }>;
type Json = Record<string, unknown>;

const node = (name: string, type: string, more: Json = {}): Json => ({
  name,
  type: type.includes('.') ? type : `n8n-nodes-base.${type}`,
  typeVersion: 2.2,
  parameters: {},
  ...more,
});
/** Each output of a node as the names of what it leads to. */
const to = (...outputs: readonly (readonly string[])[]): Json => ({
  main: outputs.map((targets) => targets.map((name) => ({ node: name, type: 'main', index: 0 }))),
});
const workflow = (nodes: readonly Json[], connections: Json, more: Json = {}): Json => ({
  name: 'w',
  nodes: [node('begin', 'manualTrigger'), ...nodes],
  connections,
  settings: { executionOrder: 'v1' },
  ...more,
});
function ok(tree: unknown): Read {
  const read = readN8n(tree);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read;
}
/** A guard as its choice or its opaque text; a decided one by the classes of items for which it holds. */
const guardOf = (guard: GraphEdge['guard']): unknown =>
  guard &&
  ('expr' in guard ? guardText(guard.expr).replaceAll(/\w+\.#\w+\.(\d+) = true/g, '$1') : Object.values(guard)[0]);
const shape = ({ source, target, on, branch, outcome, guard }: GraphEdge): readonly unknown[] =>
  [source, target, on, branch, outcome, guardOf(guard)].filter((one) => one !== undefined);
const edgesOf = (tree: unknown): readonly unknown[] => ok(tree).graph.edges.map(shape);
const nodeNamed = (tree: unknown, id: string): unknown => ok(tree).graph.nodes.find((one) => one.id === id);
const codes = (tree: unknown): readonly unknown[] =>
  ok(tree).assumptions.map(({ code, nodes }) => [code, ...(nodes ?? [])]);
const looksAt = (...fields: readonly string[]): Json => ({
  conditions: {
    combinator: 'and',
    conditions: fields.map((field) => ({
      leftValue: `={{ $json.${field} }}`,
      rightValue: 5,
      operator: { type: 'number', operation: 'gt' },
    })),
  },
});

describe('readN8n', () => {
  it('follows connections by name, an output to several in the order they are drawn from the top', () => {
    const tree = workflow(
      [
        node('low', 'gmail', { position: [0, 300], parameters: { resource: 'message', operation: 'send' } }),
        node('high', 'httpRequest', { position: [900, 0] }),
        node('right', 'slack', { position: [500, 300] }),
      ],
      { begin: to(['right', 'low', 'high']) },
    );
    const { graph, places } = ok(tree);
    expect(graph).toMatchObject({ format: 'agent-graph/1', name: 'w', execution: 'sequential', start: 'begin' });
    expect(graph.edges.map(({ target }) => target)).toEqual(['high', 'low', 'right']);
    expect(graph.nodes.map(({ id, kind, tools, concurrency }) => [id, kind, tools?.[0]?.name, concurrency])).toEqual([
      ['begin', 'wait', undefined, 'all'],
      ['low', 'tool', 'gmail.message.send', undefined],
      ['high', 'tool', 'httpRequest.GET', undefined],
      ['right', 'tool', 'slack', undefined],
    ]);
    expect(places.edges.get('begin --> low')).toEqual({ pointer: '/connections/begin/main/0/1' });
    const older = ok({ ...tree, settings: {} }).graph;
    expect([older.execution, ...older.edges.map(({ target }) => target)]).toEqual(['tokens', 'right', 'low', 'high']);
  });

  it('takes both ways of an IF, since each item goes its own; one that is not connected is no lane', () => {
    const tree = workflow(
      [node('if', 'if', { parameters: looksAt('a') }), node('pay', 'stripe'), node('log', 'slack')],
      {
        begin: to(['if']),
        if: to(['pay', 'log'], []),
      },
    );
    expect(nodeNamed(tree, 'if')).toEqual({ id: 'if', kind: 'router', concurrency: 'exclusive' });
    expect(edgesOf(tree)).toEqual([
      ['begin', 'if'],
      ['if [true]', 'pay'],
      ['if [true]', 'log'],
      ['if', 'if [true]', 'true', '1'],
      ['if', 'end', 'false', '0 or not (1)'],
    ]);
  });

  it('follows how choices hang together that look at one field of the same items', () => {
    const tree = workflow(
      [
        node('one', 'if', { parameters: looksAt('a') }),
        node('two', 'filter', { parameters: looksAt('a', 'b') }),
        node('pay', 'stripe'),
      ],
      { begin: to(['one']), one: to(['two'], ['pay']), two: to(['pay']) },
    );
    expect(edgesOf(tree)).toEqual([
      ['begin', 'one'],
      ['one', 'two', 'true', '1 or 2'],
      ['one', 'pay', 'false', '0 or not (1 or 2)'],
      ['two', 'pay', 'kept', '2'],
      ['two', 'end', 'none'],
    ]);
  });

  it('reads a Switch by rules, old and new, with its fallback', () => {
    const rules = [
      { conditions: looksAt('a')['conditions'] as Json, outputKey: 'big' },
      { conditions: looksAt('b')['conditions'] as Json },
    ];
    const tree = (parameters: Json): Json =>
      workflow([node('s', 'switch', { parameters }), node('x', 'slack'), node('y', 'slack'), node('z', 'slack')], {
        begin: to(['s']),
        s: to(['x'], ['y'], ['z']),
      });
    const leaving = (parameters: Json): readonly unknown[] => edgesOf(tree(parameters)).slice(1);
    expect(leaving({ rules: { values: rules }, options: { fallbackOutput: 'extra' } })).toEqual([
      ['s', 'x', 'big', '2'],
      ['s', 'y', '1', '1'],
      ['s', 'z', 'fallback', '0 or not (1 or 2)'],
    ]);
    expect(
      leaving({
        dataType: 'string',
        value1: '={{$json.a}}',
        rules: { rules: [{ value2: 'p' }, { value2: 'q', output: 1 }] },
      }),
    ).toEqual([
      ['s', 'x', '0', '0'],
      ['s', 'y', '1', '1'],
      ['s', 'end', 'none'],
    ]);
    expect(leaving({ mode: 'expression', output: '={{ $json.n }}', numberOutputs: 2 })).toEqual([
      ['s', 'x', '0', '={{ $json.n }}'],
      ['s', 'y', '1', '={{ $json.n }}'],
      ['s', 'end', 'none', 'env'],
    ]);
  });

  it('reads what happens on errors: outputs, going on, retries, disabled nodes', () => {
    const tree = workflow(
      [
        node('check', 'http', { onError: 'continueErrorOutput', retryOnFail: true, maxTries: 5 }),
        node('old', 'slack', { continueOnFail: true, retryOnFail: true }),
        node('new', 'slack', { onError: 'continueRegularOutput' }),
        node('off', 'if', { disabled: true }),
        node('a', 'slack'),
        node('b', 'slack'),
        node('stop', 'stopAndError'),
      ],
      {
        begin: to(['check']),
        check: to(['old'], ['a', 'b']),
        old: to(['new']),
        new: to(['off']),
        off: to(['a'], ['b']),
        b: to(['stop']),
      },
    );
    expect(ok(tree).graph.nodes.filter(({ on_error, retry, disabled }) => on_error ?? retry ?? disabled)).toEqual([
      expect.objectContaining({ id: 'check', on_error: 'edge', retry: { max: 4 } }),
      expect.objectContaining({ id: 'old', on_error: 'continue', retry: { max: 2 } }),
      expect.objectContaining({ id: 'new', on_error: 'continue' }),
      { id: 'off', kind: 'router', disabled: true },
    ]);
    expect(edgesOf(tree)).toEqual([
      ['begin', 'check'],
      ['check', 'old'],
      ['check [error]', 'a'],
      ['check [error]', 'b'],
      ['check', 'check [error]', 'error'],
      ['old', 'new'],
      ['new', 'off'],
      ['off', 'a'],
      ['b', 'stop'],
    ]);
    expect(nodeNamed(tree, 'stop')).toEqual({ id: 'stop', kind: 'fail' });
    expect(codes(tree)).toContainEqual(['items_fail_together', 'check']);
  });

  it('binds tools to their agent, against the direction of the connection; models and memories are no nodes', () => {
    const bind = (kind: string, target: string): Json => ({ [kind]: [[{ node: target, type: kind, index: 0 }]] });
    const langchain = (name: string, type: string, parameters: Json = {}): Json =>
      node(name, `@n8n/n8n-nodes-langchain.${type}`, { parameters });
    const tree = workflow(
      [
        langchain('agent', 'agent'),
        langchain('model', 'lmChatOpenAi'),
        langchain('helper', 'agentTool'),
        langchain('flow', 'toolWorkflow', { name: 'refund' }),
        langchain('mcp', 'mcpClientTool'),
        langchain('mcp2', 'mcpClientTool', { includeTools: ['one', 'two'] }),
        node('mail', 'gmailTool', { parameters: { operation: 'send' } }),
        node('off', 'slackTool', { disabled: true }),
        langchain('chain', 'chainLlm'),
      ],
      {
        begin: to(['agent']),
        agent: to(['chain']),
        model: bind('ai_languageModel', 'agent'),
        helper: bind('ai_tool', 'agent'),
        flow: bind('ai_tool', 'helper'),
        mcp: bind('ai_tool', 'agent'),
        mcp2: bind('ai_tool', 'agent'),
        mail: bind('ai_tool', 'helper'),
        off: bind('ai_tool', 'agent'),
      },
    );
    expect(
      ok(tree).graph.nodes.map(({ id, kind, tools }) => [id, kind, tools?.map(({ name }) => name).toSorted()]),
    ).toEqual([
      ['begin', 'wait', undefined],
      ['agent', 'agent', ['gmail.send', 'helper', 'mcp', 'one', 'refund', 'two']],
      ['chain', 'llm', undefined],
    ]);
    expect(ok(tree).assumptions).toContainEqual({
      code: 'mcp_tools_unknown',
      place: { pointer: '/nodes/5' },
      params: { node: 'agent' },
      nodes: ['agent'],
      caps: true,
    });
  });

  it('makes the IF behind a question to a person its answer, when it looks at nothing else', () => {
    const judged = (right: unknown, operation: string): Json =>
      workflow(
        [
          node('ask', 'slack', { parameters: { operation: 'sendAndWait' } }),
          node('ok?', 'if', {
            parameters: {
              conditions: {
                conditions: [{ leftValue: '={{ $json.data.approved }}', rightValue: right, operator: { operation } }],
              },
            },
          }),
          node('pay', 'stripe'),
        ],
        { begin: to(['ask']), ask: to(['ok?']), 'ok?': to(['pay']) },
      );
    expect(edgesOf(judged('', 'true'))).toEqual([
      ['begin', 'ask'],
      ['ask', 'pay', 'true', 'approve', 'human'],
      ['ask', 'end', 'false', 'reject', 'human'],
    ]);
    expect(nodeNamed(judged('', 'true'), 'ask')).toMatchObject({ kind: 'human', concurrency: 'exclusive' });
    expect(codes(judged('', 'true'))).toContainEqual(['approval_covers_any_tool', 'ask']);
    // Another comparison may say anything: nothing is confirmed by it.
    expect(edgesOf(judged('', 'false'))).toContainEqual(['ask', 'ok?']);
    expect(codes(judged(false, 'equals'))).toContainEqual(['approval_not_judged', 'ask']);
    // So may an IF that looks at something else as well, or that others lead to.
    const tree = judged('', 'true');
    const [begin, ask, judge, ...others] = tree['nodes'] as Json[];
    const both = structuredClone(judge) as { parameters: { conditions: { conditions: Json[] } } };
    both.parameters.conditions.conditions.push({ leftValue: '={{ $json.x }}', operator: { operation: 'exists' } });
    expect(codes({ ...tree, nodes: [begin, ask, both, ...others] })).toContainEqual(['approval_not_judged', 'ask']);
    const shared = { ...(tree['connections'] as Json), begin: to(['ask', 'ok?']) };
    expect(codes({ ...tree, connections: shared })).toContainEqual(['approval_not_judged', 'ask']);
  });

  it('reads loops, merges, other workflows, code', () => {
    const tree = workflow(
      [
        node('each', 'splitInBatches', { typeVersion: 3 }),
        node('old', 'splitInBatches', { typeVersion: 2 }),
        node('run', 'executeWorkflow'),
        node('code', 'code'),
        node('merge', 'merge'),
      ],
      {
        begin: to(['each']),
        each: to(['merge'], ['run']),
        run: to(['each', 'code']),
        code: to(['merge']),
        merge: to(['old']),
        old: to(['code']),
      },
    );
    expect(edgesOf(tree)).toEqual([
      ['begin', 'each'],
      ['each', 'merge', 'done', 'env'],
      ['each', 'run', 'loop', 'env'],
      ['old', 'code', 'loop', 'env'],
      ['old', 'end', 'done', 'env'],
      ['run', 'each'],
      ['run', 'code'],
      ['code', 'merge'],
      ['merge', 'old'],
    ]);
    expect(nodeNamed(tree, 'merge')).toMatchObject({ kind: 'code', join: 'active' });
    expect(nodeNamed(tree, 'run')).toMatchObject({ kind: 'subgraph', may_call: '*', concurrency: 'all' });
    expect(codes(tree)).toEqual([['body_missing', 'run'], ['code_calls_no_tool', 'code'], ['items_may_be_none']]);
  });

  it('begins with any of several triggers that are on, and where nothing leads when there is none', () => {
    const several = workflow([node('hook', 'webhook'), node('off', 'cron', { disabled: true }), node('x', 'slack')], {
      begin: to(['x']),
      hook: to(['x']),
      off: to(['x']),
    });
    expect(ok(several).graph.start).toBe('start');
    expect(edgesOf(several).slice(-2)).toEqual([
      ['start', 'begin', 'env'],
      ['start', 'hook', 'env'],
    ]);
    expect(nodeNamed(several, 'hook')).toMatchObject({ kind: 'tool', tools: [{ name: 'webhook' }] });
    const none = { nodes: [node('a', 'slack'), node('b', 'slack')], connections: { a: to(['b']) } };
    expect([ok(none).graph.start, codes(none)]).toEqual(['a', [['trigger_missing', 'a'], ['items_may_be_none']]]);
  });

  it('marks a workflow whose connections are lost', () => {
    expect(codes(workflow([node('x', 'slack')], {}))).toContainEqual(['no_edges', 'begin']);
  });

  test.each<[string, unknown, readonly unknown[]]>([
    [
      'a connection from a name that is none',
      workflow([node('x', 'slack')], { bgin: to(['x', 'x']) }),
      ['graph_reference_dangling', '/connections/bgin', { id: 'bgin', nearest: 'begin' }],
    ],
    [
      'a connection to one',
      workflow([node('x', 'slack')], { begin: to(['y']) }),
      ['graph_reference_dangling', '/connections/begin/main/0/0/node', { id: 'y' }],
    ],
    [
      'a tool of an agent that is not there',
      workflow([node('x', 'slack')], { x: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] } }),
      ['graph_reference_dangling', '/connections/x/ai_tool/0/0/node', { id: 'Agent' }],
    ],
    [
      'two nodes of one name',
      workflow([node('begin', 'slack')], {}),
      ['graph_id_doubled', '/nodes/1', { id: 'begin', first: '/nodes/0' }],
    ],
    [
      'a node without a name',
      workflow([{ type: 'slack' }], {}),
      ['graph_value', '/nodes/1/name', { expected: 'a text that is not empty', found: 'nothing' }],
    ],
    [
      'a target without a name',
      workflow([], { begin: { main: [[{}]] } }),
      ['graph_value', '/connections/begin/main/0/0/node', { expected: 'a text', found: 'nothing' }],
    ],
  ])('refuses %s', (_, tree, problem) => {
    const read = readN8n(tree);
    expect(read.ok ? [] : read.problems.map(({ slug, place, params }) => [slug, place.pointer, params])).toEqual([
      problem,
    ]);
  });

  it('takes names of the prototype for names', () => {
    const tree = JSON.parse(
      JSON.stringify(workflow([node('x', 'slack'), node('constructor', 'slack')], { begin: to(['x']) })).replaceAll(
        '"x"',
        '"__proto__"',
      ),
    ) as Json;
    expect(edgesOf(tree)).toEqual([['begin', '__proto__']]);
  });
});
