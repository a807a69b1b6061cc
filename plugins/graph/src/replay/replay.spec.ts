import { describe, expect, it } from 'vitest';
import { checkGraph } from '../check/check.js';
import { edge, graphOf, node, PAY, tool, withTools } from '../testing/graphs.js';
import type { PathStep } from '../model/index.js';
import { replayPath } from './replay-path.js';

const RULE = { id: 'r', kind: 'check_before', tool: 'pay', check: 'check' } as const;
const graph = graphOf(
  [node('s', 'router'), tool('check'), node('m', 'router'), tool('pay'), node('e', 'end')],
  [
    edge('s>check', { guard: { expr: { op: '>', variable: 'x', value: 5 } } }),
    edge('s>m', { otherwise: true }),
    'check>m',
    'm>pay',
    'pay>e',
  ],
  { variables: [{ name: 'x', type: 'int' }] },
);
const { path = [], model } = checkGraph(graph, PAY, [RULE]).verdicts[0] ?? {};
const said = (steps: readonly PathStep[], values = model) =>
  replayPath(graph, PAY, RULE, steps, values ? { model: values } : {});

describe('a replayed path', () => {
  it('is taken where it is a run that does what is forbidden', () => {
    expect(path.length).toBe(3);
    expect(said(path)).toEqual({ ok: true });
  });

  it.each([
    ['a step is left out', path.toSpliced(1, 1), 'lane 1 is not at pay'],
    [
      'an edge is none of the node',
      path.map((step, at) => (at === 0 ? { ...step, edge: 'm>pay' } : step)),
      'no edge m>pay leaves s',
    ],
    ['what it ends with is another tool', path.slice(0, 2), 'the last step does not call the tool'],
    [
      'a call that is none of the node happens',
      path.map((step, at): PathStep => (at === 1 ? { ...step, events: [{ kind: 'attempt', name: 'check' }] } : step)),
      'attempt of check cannot happen now',
    ],
  ])('is refused where %s', (_, steps, why) => {
    expect(said(steps)).toMatchObject({ ok: false, why });
  });

  it('is refused where its values do not fit its guards', () => {
    expect(said(path, [{ variable: 'x', at_step: 0, value: 6 }])).toMatchObject({
      ok: false,
      why: 'the guards do not let s>m be taken',
      step: 0,
    });
  });

  it('is refused where the tool has what it needs', () => {
    const checked: PathStep[] = [
      { node: 's', edge: 's>check', events: [], facts: [] },
      {
        node: 'check',
        edge: 'check>m',
        events: [
          { kind: 'attempt', name: 'check' },
          { kind: 'success', name: 'check' },
        ],
        facts: [],
      },
      { node: 'm', edge: 'm>pay', events: [], facts: [] },
      { node: 'pay', events: [{ kind: 'attempt', name: 'pay' }], facts: [] },
    ];
    expect(said(checked, [{ variable: 'x', at_step: 0, value: 6 }])).toMatchObject({
      ok: false,
      why: 'the tool has what it needs',
    });
  });
});

describe('a replayed path of what is tainted', () => {
  const tools = withTools(
    { name: 'fetch', classes: ['read', 'source'], labels: ['untrusted'] },
    { name: 'wash', classes: ['read', 'cleaner'], labels: ['untrusted'], args: { fields: { x: {} } } },
    { name: 'pay', classes: ['write', 'privileged'], args: { fields: { x: {} } } },
  );
  const rule = { id: 'r', kind: 'taint', form: 'privileged' } as const;
  const from = (id: string, variable: string) =>
    tool(id, { tools: [{ name: id, arguments: [{ name: 'x', variable }] }], writes: ['b'] });
  const tainted = graphOf(
    [tool('fetch', { writes: ['a'] }), from('wash', 'a'), from('pay', 'a')],
    ['fetch>wash', 'wash>pay'],
  );
  const { path: found = [] } = checkGraph(tainted, tools, [rule]).verdicts[0] ?? {};

  it('is taken where an argument is', () => {
    expect(found.length).toBe(3);
    expect(replayPath(tainted, tools, rule, found)).toEqual({ ok: true });
  });

  it('is refused where a cleaner returned the argument', () => {
    const clean = { ...tainted, nodes: [...tainted.nodes.slice(0, 2), from('pay', 'b')] };
    expect(replayPath(clean, tools, rule, found)).toMatchObject({
      ok: false,
      why: 'what happens last is not tainted',
    });
    expect(replayPath(tainted, tools, rule, found.slice(0, 2))).toMatchObject({ ok: false });
  });
});

it.each(['all', 'inclusive'] as const)(
  'each edge of a choice of kind %s says what it says of a check',
  (concurrency) => {
    const forked = graphOf(
      [tool('check', { concurrency }), tool('pay'), node('e', 'end')],
      ['check>pay', edge('check>e', { outcome: 'fail' })],
    );
    const { verdicts, mismatches } = checkGraph(forked, PAY, [RULE]);
    expect([verdicts[0]?.verdict, mismatches]).toEqual(['broken', []]);
  },
);

it('a run of supersteps does not end by a failure that comes to a `fail` which runs already', () => {
  const late = graphOf(
    [node('both', 'fork'), tool('undo', { on_error: 'edge' }), node('wait', 'wait'), node('lost', 'fail')],
    ['both>undo', 'both>wait', edge('undo>lost', { on: 'error' }), 'wait>lost'],
    { execution: 'supersteps' },
  );
  const early = {
    ...late,
    edges: late.edges.map((each) => (each.id === 'both>wait' ? { ...each, target: 'lost' } : each)),
  };
  const tools = withTools({ name: 'book', classes: ['write'] }, { name: 'undo', classes: ['write'] });
  const saga = { id: 's', kind: 'saga', steps: [{ tool: 'book', compensation: 'undo' }] } as const;
  const steps = (...more: PathStep[]): PathStep[] => [
    { node: 'both', edge: 'both>undo', lane: 1, events: [], facts: [] },
    { node: 'both', edge: 'both>wait', lane: 2, events: [], facts: [] },
    {
      node: 'undo',
      edge: 'undo>lost',
      lane: 1,
      events: [
        { kind: 'attempt', name: 'undo' },
        { kind: 'failure', name: 'undo' },
      ],
      facts: [],
    },
    ...more,
  ];
  const fell = (lane: number): PathStep => ({ node: 'lost', lane, events: [], facts: [] });
  const ends = (where: typeof late, told: readonly PathStep[]): boolean =>
    replayPath(where, tools, saga, told, { part: { code: 'SG7', step: 'book' } }).ok;
  expect(ends(late, steps({ node: 'wait', edge: 'wait>lost', lane: 2, events: [], facts: [] }, fell(1)))).toBe(true);
  expect(ends(early, steps(fell(2)))).toBe(false);
});
