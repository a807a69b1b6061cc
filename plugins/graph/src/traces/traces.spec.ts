import { describe, expect, it } from 'vitest';
import { edge, graphOf, node, tool } from '../testing/graphs.js';
import { coverTraces, lackingAssumption, readTraces, type TraceCoverage, type Traces } from './index.js';

const graph = graphOf(
  [node('start', 'start'), node('plan', 'llm'), tool('check'), tool('pay'), node('end', 'end')],
  ['start>plan', 'plan>check', 'check>pay', 'pay>end'],
);

type Step = { readonly node?: string; readonly tool?: string; readonly step?: number; readonly failed?: boolean };

/** A trace as OTLP, each step a span under one root. */
const otlp = (steps: readonly Step[], trace = 't1'): object => ({
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: [
            { traceId: trace, spanId: 'root', name: 'LangGraph', startTimeUnixNano: '1', endTimeUnixNano: '999' },
            ...steps.map(({ node: name, tool: called, step, failed }, at) => ({
              traceId: trace,
              spanId: `s${String(at)}`,
              parentSpanId: 'root',
              startTimeUnixNano: String(10 * (at + 1)),
              endTimeUnixNano: String(10 * (at + 1) + 5),
              status: failed ? { code: 2 } : {},
              attributes: [
                ...(name === undefined ? [] : [{ key: 'langgraph_node', value: { stringValue: name } }]),
                ...(step === undefined ? [] : [{ key: 'langgraph_step', value: { intValue: String(step) } }]),
                ...(called === undefined
                  ? []
                  : [
                      { key: 'gen_ai.operation.name', value: { stringValue: 'execute_tool' } },
                      { key: 'gen_ai.tool.name', value: { stringValue: called } },
                    ]),
              ],
            })),
          ],
        },
      ],
    },
  ],
});

/** A trace as LangSmith runs, one after the other. */
const runs = (steps: readonly Step[], trace = 'r0'): object[] => [
  {
    id: trace,
    trace_id: trace,
    name: 'LangGraph',
    run_type: 'chain',
    start_time: '2026-11-23T10:00:00',
    parent_run_id: null,
  },
  ...steps.map(({ node: name, tool: called, failed }, at) => ({
    id: `${trace}.${String(at)}`,
    trace_id: trace,
    parent_run_id: trace,
    name: called ?? name,
    run_type: called === undefined ? 'chain' : 'tool',
    start_time: `2026-11-23T10:00:0${String(at + 1)}.000001`,
    end_time: `2026-11-23T10:00:0${String(at + 1)}.500000`,
    error: failed ? 'no' : null,
    extra: { metadata: name === undefined ? {} : { langgraph_node: name } },
  })),
];

function tracesOf(source: unknown): Traces {
  const read = readTraces(source);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.traces;
}
const cover = (source: unknown, given = graph): TraceCoverage => coverTraces(given, tracesOf(source));
const whole: readonly Step[] = [{ node: 'plan' }, { node: 'check', tool: 'check' }, { node: 'pay', tool: 'pay' }];

describe('coverage against recorded runs', () => {
  it.each([
    ['OpenTelemetry spans', otlp(whole)],
    ['LangSmith runs', runs(whole)],
    [
      'lines of LangSmith runs',
      runs(whole)
        .map((run) => JSON.stringify(run))
        .join('\n'),
    ],
    ['lines of OTLP', [otlp(whole), otlp(whole, 't2')].map((each) => JSON.stringify(each)).join('\n\n')],
  ])('of %s that go the way of the graph sees all of it', (_, source) => {
    expect(cover(source)).toMatchObject({
      edges_seen: 4,
      edges_never_seen: [],
      nodes_never_seen: [],
      lacking: [],
      unread: 0,
    });
  });

  it('finds the jump that the export has not (case 09), with its place, and nothing is proved then without saying so', () => {
    const found = cover([otlp(whole), otlp([{ node: 'plan' }, { node: 'pay' }], 't2')]);
    expect(found).toMatchObject({
      traces: 2,
      matched: 1,
      lacking: [
        {
          code: 'no_edge',
          name: 'plan',
          to: 'pay',
          times: 1,
          trace: 't2',
          place: { pointer: '/1/resourceSpans/0/scopeSpans/0/spans/2' },
        },
      ],
    });
    expect(lackingAssumption(found)).toMatchObject({ code: 'traces_show_more', nodes: ['plan', 'pay'], caps: true });
    expect(lackingAssumption(cover(otlp(whole)))).toBeNull();
  });

  it('tells what was never seen', () => {
    expect(cover(otlp([{ node: 'plan' }]))).toMatchObject({
      edges_seen: 1,
      edges_never_seen: ['plan>check', 'check>pay', 'pay>end'],
      nodes_never_seen: ['check', 'pay'],
    });
  });

  it('tells nodes, tools and starts that the graph has not, each once', () => {
    const strange = otlp([{ node: 'check', tool: 'mail' }, { node: 'gone' }, { node: 'pay' }, { tool: 'other' }]);
    expect(cover(strange).lacking.map(({ code, name, to }) => [code, name, to])).toEqual([
      ['tool_not_of_node', 'check', 'mail'],
      ['node_unknown', 'gone', null],
      ['tool_unknown', 'other', null],
      ['other_start', 'check', null],
    ]);
    expect(cover([strange, strange]).lacking).toHaveLength(4);
  });

  it('knows nodes by their tools where nobody names nodes', () => {
    expect(cover(otlp([{ tool: 'check' }, { tool: 'pay' }]))).toMatchObject({ matched: 1, edges_never_seen: [] });
    expect(cover(otlp([{ tool: 'pay' }, { tool: 'check' }])).lacking.map(({ code }) => code)).toEqual([
      'other_start',
      'no_edge',
    ]);
  });

  it('takes what runs in a node for the node, and its calls for those of an agent', () => {
    const agent = graphOf([node('agent', 'agent', { tools: [{ name: 'check' }, { name: 'pay' }] })], []);
    expect(cover(otlp([{ tool: 'pay' }, { tool: 'check' }, { tool: 'pay' }]), agent)).toMatchObject({
      matched: 1,
      lacking: [],
    });
    const nested = {
      ...runs([{ node: 'agent' }])[1],
      parent_run_id: null,
      child_runs: [{ ...runs([{ node: 'agent', tool: 'pay' }])[1], id: 'x', parent_run_id: 'r0.0' }],
    };
    expect(cover(nested, agent)).toMatchObject({ traces: 1, matched: 1, nodes_never_seen: [] });
  });

  it('goes by rounds where they are recorded, and by what was over where there are lanes', () => {
    const lanes = graphOf(
      [node('fork', 'fork'), node('a', 'llm'), node('b', 'llm'), node('c', 'llm')],
      ['fork>a', 'fork>b', 'a>c'],
    );
    const steps = [
      { node: 'a', step: 1 },
      { node: 'b', step: 1 },
      { node: 'c', step: 2 },
    ];
    expect(cover(otlp(steps), lanes)).toMatchObject({ matched: 1, edges_never_seen: [] });
    expect(cover(otlp(steps.map(({ node: name }) => ({ node: name }))), lanes)).toMatchObject({ matched: 1 });
    const line = graphOf([node('a', 'llm'), node('b', 'llm'), node('c', 'llm')], ['a>b', 'a>c']);
    expect(cover(otlp([{ node: 'a' }, { node: 'b' }, { node: 'c' }]), line)).toMatchObject({
      lacking: [{ code: 'no_edge', name: 'b' }],
    });
  });

  it('takes an error edge behind a failure, and lets a node be tried again', () => {
    const failing = graphOf(
      [tool('pay', { on_error: 'edge' }), node('sorry', 'llm'), node('thanks', 'llm')],
      ['pay>thanks', edge('pay>sorry', { on: 'error' })],
    );
    const again = otlp([{ node: 'pay', failed: true }, { node: 'pay', failed: true }, { node: 'sorry' }]);
    expect(cover(again, failing)).toMatchObject({ matched: 1, edges_never_seen: ['pay>thanks'] });
  });

  it('counts what names nothing apart', () => {
    expect(cover(otlp([{}]))).toMatchObject({ traces: 0, unread: 1, edges_seen: 0 });
  });

  it.each([
    ['{"resourceSpans": [', 'graph_trace_syntax', { line: 1 }],
    [`${JSON.stringify(runs(whole)[0])}\n{"id": `, 'graph_trace_syntax', { line: 2 }],
    ['', 'graph_trace_unknown', {}],
    [[{ name: 'x' }], 'graph_trace_unknown', { pointer: '/0' }],
    [{ resourceSpans: {} }, 'graph_trace_shape', { pointer: '/resourceSpans' }],
    [
      { resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: 't' }] }] }] },
      'graph_trace_shape',
      { pointer: '/resourceSpans/0/scopeSpans/0/spans/0' },
    ],
    [{ id: 'a', run_type: 'tool', start_time: 'soon' }, 'graph_trace_shape', { pointer: '/start_time' }],
    [
      { id: 'a', start_time: 1, run_type: 'chain', child_runs: [{}] },
      'graph_trace_shape',
      { pointer: '/child_runs/0' },
    ],
  ])('%j is refused with its place', (source, slug, place) => {
    expect(readTraces(source)).toMatchObject({ ok: false, problems: [{ slug, place }] });
  });

  it('reads names that are those of objects, and parents that go round', () => {
    const spans = JSON.parse(
      '{"id":"a","run_type":"tool","name":"__proto__","start_time":1,"parent_run_id":"a","__proto__":{"x":1}}',
    ) as unknown;
    expect(cover(spans)).toMatchObject({ lacking: [{ code: 'tool_unknown', name: '__proto__' }] });
    const round = [
      {
        id: 'a',
        trace_id: 't',
        run_type: 'chain',
        start_time: 1,
        parent_run_id: 'b',
        extra: { metadata: { langgraph_node: 'plan' } },
      },
      { id: 'b', trace_id: 't', run_type: 'chain', start_time: 2, parent_run_id: 'a' },
    ];
    expect(cover(round)).toMatchObject({ traces: 1, matched: 1 });
  });
});
