import { describe, expect, it } from 'vitest';
import { checkGraph } from '../check/index.js';
import type { AgentGraph, Assume, ReadGraph, Rule, ToolEffects } from '../model/index.js';
import { edge, graphOf, node, PAY, tool, withTools } from '../testing/graphs.js';
import { applyAssume } from './apply.js';

const P1: Rule = { id: 'p1', kind: 'check_before', tool: 'pay', check: 'check' };

const readOf = (graph: AgentGraph): ReadGraph => ({
  graph,
  assumptions: [{ code: 'router_opaque', place: { pointer: '/nodes/0' }, params: {}, nodes: ['route', 'other'] }],
  places: {
    nodes: new Map([['route', { pointer: '/nodes/0', line: 3, column: 5 }]]),
    edges: new Map([['past', { pointer: '/edges/1' }]]),
  },
});

const graph = graphOf(
  [node('route', 'router'), tool('check'), tool('pay'), node('end', 'end')],
  [
    edge('route>check', { guard: { opaque: 'f()' } }),
    edge('route>pay', { id: 'past', guard: { opaque: 'g()' } }),
    'check>pay',
    'pay>end',
  ],
);

function verdictWith(
  assume: readonly Assume[],
  given = graph,
  effects: ToolEffects = PAY,
  rule = P1,
): string | undefined {
  const applied = applyAssume(readOf(given), effects, assume);
  if (!applied.ok) throw new Error(JSON.stringify(applied.problems));
  return checkGraph(applied.read.graph, applied.effects, [rule]).verdicts[0]?.verdict;
}

describe('what a request assumes', () => {
  it('changes what is verified, and not what was read', () => {
    const before = JSON.stringify(graph);
    expect(verdictWith([])).toBe('possible');
    expect(verdictWith([{ kind: 'edge_never', edge: 'past' }])).toBe('proved');
    expect(verdictWith([{ kind: 'choice_by', node: 'route', by: 'env' }])).toBe('broken');
    expect(JSON.stringify(graph)).toBe(before);
  });

  it('is an assumption with its place, and takes the place of what the reader assumed', () => {
    const applied = applyAssume(readOf(graph), PAY, [
      { kind: 'choice_by', node: 'route', by: 'llm' },
      { kind: 'edge_never', edge: 'past' },
    ]);
    expect(applied).toMatchObject({
      ok: true,
      read: {
        assumptions: [
          { code: 'router_opaque', nodes: ['other'] },
          {
            code: 'assumed_by_request',
            place: { line: 3 },
            nodes: ['route'],
            params: { kind: 'choice_by', by: 'llm' },
          },
          { code: 'assumed_by_request', place: { pointer: '/edges/1' }, edges: ['past'] },
        ],
      },
    });
  });

  it('an edge that is never taken keeps its join waiting, and leaves no way but failure where it was the only one', () => {
    const lanes = graphOf(
      [node('fork', 'fork'), node('a', 'llm'), node('b', 'llm'), node('join', 'join', { join: 'all' }), tool('pay')],
      ['fork>a', 'fork>b', 'a>join', 'b>join', 'join>pay'],
    );
    const never: Rule = { id: 'never', kind: 'order', pattern: 'absence', first: 'pay' };
    expect(verdictWith([], lanes, PAY, never)).toBe('broken');
    expect(verdictWith([{ kind: 'edge_never', edge: 'b>join' }], lanes, PAY, never)).toBe('vacuous');
    const must: Rule = { id: 'must', kind: 'order', pattern: 'existence', first: 'pay' };
    const line = graphOf([node('go', 'llm'), node('end', 'end')], ['go>end']);
    expect(verdictWith([], line, PAY, must)).toBe('broken');
    expect(verdictWith([{ kind: 'edge_never', edge: 'go>end' }], line, PAY, must)).toBe('proved');
  });

  it('gives tools other classes, those that the catalogue lacks as well', () => {
    const effects = withTools(
      { name: 'check', classes: ['read'], resource: { name: 'order' }, checks: [{ tools: ['pay'] }] },
      { name: 'pay', classes: ['write'] },
    );
    const line = graphOf([tool('check'), tool('mail'), tool('pay')], ['check>mail', 'mail>pay']);
    expect(verdictWith([], line, effects)).toBe('possible');
    expect(verdictWith([{ kind: 'passes_by', tool: 'check', passes: 'success' }], line, effects)).toBe('possible');
    const both: Assume[] = [
      { kind: 'passes_by', tool: 'check', passes: 'success' },
      { kind: 'tool_is', tool: 'mail', classes: ['read'] },
    ];
    expect(verdictWith(both, line, effects)).toBe('proved');
  });

  it('says what a join waits for, how often an edge is taken, what is there, and how lanes take turns', () => {
    const more = graphOf(
      [
        node('route', 'fork'),
        tool('check'),
        node('slow', 'llm'),
        node('meet', 'join', { join: 'unknown' }),
        tool('pay'),
      ],
      ['route>check', 'route>slow', 'check>meet', 'slow>meet', edge('meet>pay', { provenance: 'may' })],
    );
    expect(verdictWith([], more)).toBe('possible');
    expect(verdictWith([{ kind: 'join_is', node: 'meet', join: 'all' }], more)).toBe('proved');
    expect(
      verdictWith(
        [
          { kind: 'join_is', node: 'meet', join: 'any' },
          { kind: 'edge_there', edge: 'meet>pay' },
        ],
        more,
      ),
    ).toBe('broken');
    const loop = graphOf([tool('pay'), node('more', 'llm')], ['pay>more', 'more>pay']);
    const twice: Rule = { id: 'twice', kind: 'order', pattern: 'at_most', first: 'pay', count: 2 };
    expect(verdictWith([], loop, PAY, twice)).toBe('broken');
    expect(verdictWith([{ kind: 'edge_at_most', edge: 'more>pay', times: 1 }], loop, PAY, twice)).toBe('proved');
    const again: Rule = { ...twice, count: 1 };
    const once = graphOf([tool('pay'), node('end', 'end')], ['pay>end']);
    expect(verdictWith([], once, PAY, again)).toBe('proved');
    expect(verdictWith([{ kind: 'node_retries', node: 'pay', max: 1 }], once, PAY, again)).toBe('broken');
    expect(
      verdictWith(
        [
          { kind: 'choice_takes', node: 'route', concurrency: 'exclusive' },
          { kind: 'edge_there', edge: 'meet>pay' },
          { kind: 'join_is', node: 'meet', join: 'any' },
        ],
        more,
      ),
    ).toBe('broken');
    const applied = applyAssume(readOf(graph), PAY, [
      { kind: 'execution_is', execution: 'sequential' },
      { kind: 'context_is', context: 'isolated' },
    ]);
    expect(applied).toMatchObject({ ok: true, read: { graph: { execution: 'sequential', context: 'isolated' } } });
  });

  it('of what lies in a sub-graph names it so', () => {
    const body = graphOf([node('in', 'router'), tool('pay')], [edge('in>pay', { guard: { opaque: 'f()' } })]);
    const given = graphOf([node('run', 'subgraph', { subgraph: 'body' })], [], {
      subgraphs: [{ name: 'body', ...body }],
    });
    expect(verdictWith([{ kind: 'edge_never', edge: 'body/in>pay' }], given)).toBe('vacuous');
  });

  it.each([
    [{ kind: 'edge_never', edge: 'pats' }, 'graph_assume_unknown', '/assume/0/edge', { nearest: 'past' }],
    [{ kind: 'choice_by', node: 'rout', by: 'llm' }, 'graph_assume_unknown', '/assume/0/node', { nearest: 'route' }],
    [{ kind: 'tool_is', tool: 'pa', classes: ['read'] }, 'graph_assume_unknown', '/assume/0/tool', { nearest: 'pay' }],
    [{ kind: 'passes_by', tool: 'mail', passes: 'success' }, 'graph_assume_unknown', '/assume/0/tool', {}],
    [{ kind: 'passes_by', tool: 'pay', passes: 'success' }, 'graph_assume_idle', '/assume/0', {}],
    [{ kind: 'choice_by', node: 'check', by: 'llm' }, 'graph_assume_idle', '/assume/0', {}],
    [{ kind: 'edge_there', edge: 'past' }, 'graph_assume_idle', '/assume/0', {}],
    [{ kind: 'join_is', node: 'check', join: 'all' }, 'graph_assume_idle', '/assume/0', {}],
  ] as const)('%j is refused: %s', (assume, slug, pointer, params) => {
    expect(applyAssume(readOf(graph), PAY, [assume])).toMatchObject({
      ok: false,
      problems: [{ slug, place: { pointer }, params }],
    });
  });

  it('that is said twice is refused, with the first place', () => {
    const one: Assume = { kind: 'edge_never', edge: 'past' };
    expect(applyAssume(readOf(graph), PAY, [one, one])).toMatchObject({
      ok: false,
      problems: [{ slug: 'graph_assume_doubled', place: { pointer: '/assume/1' }, params: { first: '/assume/0' } }],
    });
  });
});
