import { describe, expect, it } from 'vitest';
import type { AgentGraph, GraphNode, HygieneCode, Rule, ToolEffects } from '../../model/index.js';
import { edge, graphOf, node, PAY, tool, withTools } from '../../testing/graphs.js';
import { checkHygiene } from './hygiene.js';

const start = node('start', 'start');
const end = node('end', 'end');

/** What is found of one code: the target, and the places behind it. */
const found = (
  code: HygieneCode,
  graph: AgentGraph,
  effects: ToolEffects = PAY,
  rules: readonly Rule[] = [],
): readonly string[] =>
  checkHygiene(graph, effects, rules).flatMap(({ kind, target, verdict, places }) =>
    kind === code ? [`${verdict === 'possible' ? '? ' : ''}${target}: ${places.join(' ')}`] : [],
  );

const x = { variables: [{ name: 'x', type: 'int' }] } as const;
const when = (op: '<' | '>=', value: number) => ({ guard: { expr: { op, variable: 'x', value } } }) as const;

describe('unreachable_tool and unreachable_node', () => {
  it('are what no run comes to', () => {
    const graph = graphOf([start, tool('other'), tool('pay'), end], ['start>other', 'pay>end']);
    expect(found('unreachable_tool', graph)).toEqual(['pay: pay']);
    expect(found('unreachable_node', graph)).toEqual([': pay end']);
    expect(found('unreachable_node', { ...graph, edges: [...graph.edges, edge('other>pay')] })).toEqual([]);
  });

  it('are told of a tool when none of its nodes calls it, and not of a disabled node', () => {
    const twice = graphOf([start, tool('pay'), node('again', 'tool', { tools: [{ name: 'pay' }] })], ['start>pay']);
    expect(found('unreachable_tool', twice)).toEqual([]);
    const off = graphOf([start, tool('pay', { disabled: true })], ['start>pay']);
    expect(found('unreachable_tool', off)).toEqual([]);
    expect(found('unreachable_node', off)).toEqual([]);
  });

  it('look at the values of guards', () => {
    const graph = graphOf(
      [start, node('router', 'router'), tool('pay'), end],
      [
        'start>router',
        edge('router>pay', when('<', 5)),
        edge('pay>end', when('>=', 5)),
        edge('router>end', { otherwise: true }),
      ],
      x,
    );
    const never = {
      ...graph,
      edges: [...graph.edges.slice(0, 2), edge('pay>other', when('>=', 5)), edge('pay>end', when('<', 5))],
    };
    expect(found('unreachable_node', { ...never, nodes: [...never.nodes, tool('other')] })).toEqual([': other']);
    expect(found('unreachable_tool', { ...never, nodes: [...never.nodes, tool('other')] })).toEqual(['other: other']);
  });

  it('take an opaque guard, a `may` edge and an unknown join each way', () => {
    const graph = graphOf(
      [
        start,
        node('fork', 'fork'),
        tool('check'),
        tool('other'),
        node('join', 'join', { join: 'unknown' }),
        tool('pay'),
      ],
      [
        'start>fork',
        'fork>check',
        edge('fork>other', { provenance: 'may' }),
        edge('check>join', { guard: { opaque: 'f' } }),
        'other>join',
        'join>pay',
      ],
    );
    expect(found('unreachable_tool', graph)).toEqual([]);
  });

  it('are told of a body where its node is come to', () => {
    const body = { name: 'b', start: 'one', nodes: [tool('one'), tool('two')], edges: [] };
    const runs = node('runs', 'subgraph', { subgraph: 'b' });
    const graph = graphOf([start, runs], ['start>runs'], { subgraphs: [body] });
    expect(found('unreachable_node', graph)).toEqual([': runs/two']);
    expect(found('unreachable_tool', graph)).toEqual(['two: b/two']);
    expect(found('unreachable_node', { ...graph, edges: [] })).toEqual([': runs']);
  });

  it('see the end of a lane behind a join', () => {
    const nodes = [start, node('fork', 'fork'), tool('check'), tool('other'), node('end', 'end', { join: 'all' })];
    const edges = ['start>fork', 'fork>check', 'fork>other', 'check>end', 'other>end'];
    expect(found('unreachable_node', graphOf(nodes, edges))).toEqual([]);
    expect(found('dead_end', graphOf(nodes, edges))).toEqual([]);
    // One of the two never comes.
    expect(found('unreachable_node', graphOf(nodes, [...edges.slice(0, 4), 'other>other']))).toEqual([]);
    const stuck = graphOf([...nodes, tool('third')], [...edges, 'third>end']);
    expect(found('unreachable_node', stuck)).toEqual([': end third']);
    expect(found('dead_end', stuck)).toEqual(['start: start']);
  });

  describe('of lanes that have more states than are looked at', () => {
    const lanes = Array.from({ length: 6 }, (_, lane) => Array.from({ length: 8 }, (__, at) => `l${lane}x${at}`));
    const steps = lanes.flatMap((lane) => lane.slice(1).map((id, at) => `${lane[at] ?? ''}>${id}`));
    const wide = (last: GraphNode, more: readonly string[]) =>
      graphOf(
        [
          start,
          node('fork', 'fork'),
          ...lanes.flat().map((id) => tool(id)),
          node('join', 'join', { join: 'all' }),
          last,
        ],
        ['start>fork', ...lanes.map(([id]) => `fork>${id ?? ''}`), ...steps, ...more],
      );
    const joined = lanes.map((lane) => `${lane.at(-1) ?? ''}>join`);

    it('are decided, where runs come to all of them and end', () => {
      const graph = wide(tool('pay'), [...joined, 'join>pay']);
      expect(found('unreachable_tool', graph)).toEqual([]);
      expect(found('unreachable_node', graph)).toEqual([]);
      expect(found('dead_end', graph)).toEqual([]);
    });

    it('are decided, where no run ends', () => {
      const graph = wide(tool('pay'), [...joined, 'join>pay', 'pay>fork']);
      expect(found('unreachable_tool', graph)).toEqual([]);
      expect(found('dead_end', graph)).toEqual(['start: start']);
    });
  });

  it('are not decided where there are more states than are looked at, but for what no edge leads to', () => {
    const lanes = Array.from({ length: 81 }, (_, at) => tool(`lane${at}`));
    const graph = graphOf(
      [start, node('fork', 'fork'), ...lanes, tool('pay')],
      ['start>fork', ...lanes.map(({ id }) => `fork>${id}`)],
    );
    expect(found('unreachable_tool', graph)).toEqual(['pay: pay', '? : ']);
    expect(found('dead_end', graph)).toEqual(['? : ']);
  });
});

describe('dead_end', () => {
  const round = (more: readonly string[] = []) =>
    graphOf(
      [start, node('router', 'router'), tool('check'), tool('other'), end],
      ['start>router', 'router>end', 'router>check', 'check>other', 'other>check', ...more],
    );

  it('is where a way begins on which no run ends', () => {
    expect(found('dead_end', round())).toEqual(['check: check']);
    expect(found('dead_end', round(['other>end']))).toEqual([]);
  });

  it('is no `fail` node, and nothing that leads to one', () => {
    const graph = graphOf([start, tool('check'), node('fail', 'fail')], ['start>check', 'check>fail']);
    expect(found('dead_end', graph)).toEqual([]);
  });

  it('is a choice of which no edge can be taken', () => {
    const graph = graphOf(
      [start, node('router', 'router'), tool('check'), node('stop', 'router'), end],
      [
        'start>router',
        edge('router>check', when('<', 5)),
        edge('router>end', { otherwise: true }),
        'check>stop',
        edge('stop>end', when('>=', 5)),
      ],
      x,
    );
    expect(found('dead_end', graph)).toEqual(['check: check']);
  });

  it('is the start where every run waits at a join', () => {
    const graph = graphOf(
      [start, node('router', 'router'), tool('check'), tool('other'), node('join', 'join', { join: 'all' })],
      ['start>router', 'router>check', 'router>other', 'check>join', 'other>join'],
    );
    expect(found('dead_end', graph)).toEqual(['start: start']);
    expect(found('unreachable_node', graph)).toEqual([': join']);
  });

  it('is the start of a body that never ends, where the node that runs it has another way on', () => {
    const body = { name: 'b', start: 'one', nodes: [tool('one')], edges: [edge('one>one')] };
    const runs = node('runs', 'subgraph', { subgraph: 'b', fallible: true, on_error: 'edge' });
    const graph = graphOf([start, runs, end], ['start>runs', edge('runs>end', { on: 'error' })], { subgraphs: [body] });
    // The body may fail, which is a way on.
    expect(found('dead_end', graph)).toEqual([]);
    const within = {
      ...graph,
      nodes: [start, node('runs', 'subgraph', { subgraph: 'b' }), end],
      edges: [edge('start>runs')],
    };
    expect(found('dead_end', within)).toEqual(['start: start']);
  });
});

const by = (passes: object | undefined, more: object = {}) =>
  withTools(
    {
      name: 'check',
      classes: ['read'],
      checks: [{ tools: ['pay'], ...(passes && { passes: passes as never }) }],
      ...more,
    },
    { name: 'pay', classes: ['write'] },
    { name: 'other', classes: ['read'] },
  );

describe('check_never_passes', () => {
  const branched = (...branches: readonly string[]) =>
    graphOf(
      [start, tool('check', { result: 'r' }), tool('pay'), end],
      ['start>check', ...branches.map((branch, at) => edge(`check>${at === 0 ? 'pay' : 'end'}`, { branch }))],
    );

  it('is a check whose branch no edge has', () => {
    expect(found('check_never_passes', branched('yes', 'no'), by({ branch: 'ok' }))).toEqual(['check: check']);
    expect(found('check_never_passes', branched('ok', 'no'), by({ branch: 'ok' }))).toEqual([]);
    expect(found('check_never_passes', branched('yes', 'no'), by('success' as never))).toEqual([]);
    expect(found('check_never_passes', branched('yes', 'no'), by(undefined))).toEqual([]);
  });

  it('passes by an edge that says so', () => {
    const graph = graphOf([start, tool('check'), tool('pay')], ['start>check', edge('check>pay', { outcome: 'pass' })]);
    expect(found('check_never_passes', graph, by({ branch: 'ok' }))).toEqual([]);
  });

  const judged = (value: boolean, more: Partial<AgentGraph> = {}, ...between: readonly string[]) =>
    graphOf(
      [
        start,
        tool('check', { result: 'r' }),
        tool('other', { writes: between.length > 0 ? ['r'] : [] }),
        node('router', 'router'),
        tool('pay'),
        end,
      ],
      [
        'start>check',
        ...(between.length > 0 ? between : ['check>router']),
        edge('router>pay', { guard: { expr: { op: '=', variable: 'r.ok', value } } }),
        edge('router>end', { otherwise: true }),
      ],
      { variables: [{ name: 'r.ok', type: 'bool' }], ...more },
    );

  it('is a check whose field no guard asks, or whose result is another before it does', () => {
    const field = by({ field: 'ok', equals: true });
    expect(found('check_never_passes', judged(true), field)).toEqual([]);
    // By `otherwise` it is not false.
    expect(found('check_never_passes', judged(false), field)).toEqual([]);
    expect(found('check_never_passes', judged(true), by({ field: 'fine', equals: true }))).toEqual(['check: check']);
    expect(found('check_never_passes', judged(true, {}, 'check>other', 'other>router'), field)).toEqual([
      'check: check',
    ]);
  });

  it('may pass behind what is missing, which may have written the result and need not have', () => {
    const field = by({ field: 'ok', equals: true });
    const graph = judged(true, {}, 'check>other', 'other>router');
    const missing = (nodes: readonly GraphNode[]): readonly GraphNode[] =>
      nodes.map((one) => (one.id === 'other' ? node('other', 'subgraph', { subgraph: 'gone', may_call: [] }) : one));
    expect(found('check_never_passes', { ...graph, nodes: missing(graph.nodes) }, field)).toEqual([]);
  });

  it('is not told of a check that is not attempted, or that a missing body may call', () => {
    const [graph, catalogue] = [branched('yes'), by({ branch: 'ok' })];
    expect(found('check_never_passes', { ...graph, edges: graph.edges.slice(1) }, catalogue)).toEqual([]);
    const opaque = graphOf(
      [start, tool('check'), node('hidden', 'code', { may_call: ['check'] })],
      ['start>check', 'check>hidden'],
    );
    expect(found('check_never_passes', opaque, catalogue)).toEqual([]);
  });
});

describe('fail_open', () => {
  const graph = (more: object, edges: readonly Parameters<typeof edge>[] = []) =>
    graphOf(
      [start, tool('check', more), tool('pay'), end],
      ['start>check', 'check>pay', ...edges.map((each) => edge(...each))],
    );

  it('is a check that goes on when it has failed, or that is disabled', () => {
    expect(found('fail_open', graph({}))).toEqual([]);
    expect(found('fail_open', graph({ on_error: 'continue' }))).toEqual(['check: check']);
    expect(found('fail_open', graph({ disabled: true }))).toEqual(['check: check']);
    expect(found('fail_open', graph({ on_error: 'continue', retry: {} }))).toEqual([]);
    expect(found('fail_open', graph({ on_error: 'continue', retry: { max: 2 } }))).toEqual(['check: check']);
    const sure = by('success' as never, { classes: ['read', 'infallible'] });
    expect(found('fail_open', graph({ on_error: 'continue' }), sure)).toEqual([]);
  });

  it('is an error edge that leads where passing does', () => {
    const to = (target: string) => graph({ on_error: 'edge' }, [[`check>${target}`, { on: 'error', id: 'wrong' }]]);
    expect(found('fail_open', to('pay'))).toEqual(['check: check']);
    expect(found('fail_open', to('end'))).toEqual([]);
    const branches = graphOf(
      [start, tool('check', { on_error: 'edge' }), tool('pay'), end],
      [
        'start>check',
        edge('check>pay', { branch: 'ok' }),
        edge('check>end', { branch: 'no' }),
        edge('check>end', { on: 'error', id: 'wrong' }),
      ],
    );
    expect(found('fail_open', branches, by({ branch: 'ok' }))).toEqual([]);
    expect(found('fail_open', branches, by({ branch: 'no' }))).toEqual(['check: check']);
    expect(found('fail_open', branches, by('success' as never))).toEqual(['check: check']);
  });

  it('is no call of an agent, which hears of it, and nothing that no run comes to', () => {
    const agent = node('agent', 'agent', { tools: [{ name: 'check' }], on_error: 'continue' });
    expect(found('fail_open', graphOf([start, agent], ['start>agent']))).toEqual([]);
    expect(found('fail_open', { ...graph({ disabled: true }), edges: [] })).toEqual([]);
  });
});

describe('vacuous_rule', () => {
  const graph = graphOf([start, tool('check'), tool('other')], ['start>check']);
  const rule = (id: string, first: string): Rule => ({ id, kind: 'order', pattern: 'absence', first });

  it('is a rule about nothing that a run does', () => {
    expect(found('vacuous_rule', graph, PAY, [rule('r', 'other'), rule('s', 'check')])).toEqual(['r: ']);
    const taint: Rule = { id: 't', kind: 'taint', form: 'privileged' };
    expect(found('vacuous_rule', graph, PAY, [taint])).toEqual(['t: ']);
    // `check` may be privileged.
    expect(found('vacuous_rule', graph, withTools({ name: 'other', classes: ['read'] }), [taint])).toEqual([]);
  });

  it('has several verdicts, and all are', () => {
    const saga = (...tools: readonly string[]): Rule => ({
      id: 'saga',
      kind: 'saga',
      steps: tools.map((each) => ({ tool: each })),
    });
    expect(found('vacuous_rule', graph, PAY, [saga('pay', 'other')])).toEqual(['saga: ']);
    expect(found('vacuous_rule', graph, PAY, [saga('pay', 'check')])).toEqual([]);
  });
});

describe('unclassified_tool and dangling_reference', () => {
  it('are tools that the catalogue does not say', () => {
    const effects = withTools({ name: 'check', classes: ['read'] }, { name: 'bare', classes: [] });
    const graph = graphOf(
      [
        start,
        tool('check'),
        tool('bare'),
        tool('new'),
        tool('off', { disabled: true }),
        node('code', 'code', { may_call: ['hidden'] }),
      ],
      [],
    );
    expect(found('unclassified_tool', graph, effects)).toEqual(['bare: bare', 'new: new', 'hidden: code']);
  });

  it('are names of what is not there', () => {
    const graph = graphOf(
      [
        start,
        node('gone', 'subgraph', { subgraph: 'nowhere' }),
        node('asks', 'human', { confirms: ['pay', 'pya'] }),
        node('code', 'code', { may_call: ['check', 'chekc'] }),
      ],
      ['start>gone'],
      { subgraphs: [{ name: 'unused', start: 'one', nodes: [tool('one')], edges: [] }] },
    );
    expect(found('dangling_reference', graph)).toEqual(['nowhere: gone', 'unused: ', 'pya: asks', 'chekc: code']);
  });

  it('are tools of a rule that nothing has', () => {
    const graph = graphOf([start, tool('pay'), node('boss', 'human')], ['start>boss', 'boss>pay']);
    const rules: readonly Rule[] = [
      { id: 'a', kind: 'check_before', tool: 'pya', check: 'check' },
      { id: 'b', kind: 'confirm_before', tool: 'pay', by: ['boss', 'bos'] },
      {
        id: 'c',
        kind: 'order',
        pattern: 'precedence',
        first: 'one',
        second: 'pay',
        scope: { after: 'two', until: 'three' },
      },
      { id: 'd', kind: 'saga', steps: [{ tool: 'pay', compensation: 'four' }], pivots: ['five'] },
      { id: 'e', kind: 'taint', form: 'privileged', tool: 'six' },
    ];
    const told = found('dangling_reference', graph, PAY, rules).map((line) => line.slice(0, -2));
    expect(told).toEqual(['pya', 'bos', 'one', 'two', 'three', 'four', 'five', 'six']);
  });
});

describe('hygiene, where one thing alone decides', () => {
  const body = (...nodes: readonly ReturnType<typeof node>[]) => ({ name: 'b', start: 'one', nodes, edges: [] });
  const runs = (more: object = {}) => node('runs', 'subgraph', { subgraph: 'b', ...more });

  it('ends no run by the end of a body', () => {
    const graph = graphOf([start, runs()], ['start>runs', 'runs>runs'], { subgraphs: [body(tool('one'))] });
    expect(found('dead_end', graph)).toEqual(['start: start']);
  });

  it('tells of the start of a body that never ends, where its node has another way on', () => {
    const loop = { ...body(node('one', 'router')), edges: [edge('one>one')] };
    const graph = graphOf(
      [start, runs({ fallible: true, on_error: 'edge' }), end],
      ['start>runs', edge('runs>end', { on: 'error' })],
      { subgraphs: [loop] },
    );
    expect(found('dead_end', graph)).toEqual(['runs/one: runs/one']);
  });

  it('does not take what code may call for a call of the node that lists the tool', () => {
    const graph = graphOf([start, node('code', 'code', { may_call: ['pay'] }), tool('pay')], ['start>code']);
    expect(found('unreachable_tool', graph)).toEqual(['pay: pay']);
  });

  it('does not call it failing open where an error leads where a failed check does', () => {
    const graph = graphOf(
      [start, tool('check', { on_error: 'edge' }), tool('pay'), end],
      [
        'start>check',
        edge('check>pay', { outcome: 'pass' }),
        edge('check>end', { outcome: 'fail' }),
        edge('check>end', { on: 'error', id: 'wrong' }),
      ],
    );
    expect(found('fail_open', graph)).toEqual([]);
  });

  it('knows that an agent that is done has written over what its check returned', () => {
    const agent = node('agent', 'agent', { tools: [{ name: 'check' }], result: 'r' });
    const graph = graphOf(
      [start, agent, tool('pay'), end],
      [
        'start>agent',
        edge('agent>pay', { guard: { expr: { op: '=', variable: 'r.ok', value: true } } }),
        edge('agent>end', { otherwise: true }),
      ],
      { variables: [{ name: 'r.ok', type: 'bool' }] },
    );
    expect(found('check_never_passes', graph, by({ field: 'ok', equals: true }))).toEqual(['check: agent']);
  });

  it('knows the names of tools that nobody classified', () => {
    const graph = graphOf([start, tool('new'), node('asks', 'human', { confirms: ['new'] })], ['start>asks']);
    expect(found('dangling_reference', graph)).toEqual([]);
    const told = checkHygiene(graph, PAY, [], { unstated: new Set(['new', 'other']) });
    expect(told.flatMap(({ kind, target }) => (kind === 'unclassified_tool' ? [target] : []))).toEqual(['new']);
    const own = graphOf([start, tool('other')], ['start>other']);
    expect(checkHygiene(own, PAY, [], { unstated: new Set(['other']) })).toMatchObject([{ target: 'other' }]);
  });

  it('takes a `may` edge for there or not there for a whole run', () => {
    const round = graphOf(
      [start, tool('check'), tool('other')],
      ['start>check', edge('check>other', { provenance: 'may' }), 'other>check'],
    );
    expect(found('dead_end', round)).toEqual(['other: other']);
    const join = node('join', 'join', { join: 'all' });
    const waits = graphOf(
      [start, join],
      [edge('start>join', { provenance: 'may' }), edge('start>join', { id: 'own' })],
    );
    expect(found('unreachable_node', waits)).toEqual([]);
  });
});
