import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../tools/testing/runs.js';
import { checkGraph } from '../check/index.js';
import type {
  AgentGraph,
  ArgumentBinding,
  GraphNode,
  Guard,
  Rule,
  ToolEffect,
  ToolEffects,
  Verdict,
} from '../model/index.js';
import { catalogues, graphs, rules, taintRules } from '../testing/arbitrary.js';
import { PAY, withTools } from '../testing/graphs.js';
import { isFixable } from './find-fix.js';
import { withInserted } from './insert.js';
import { type InsertionPlace, placesIn } from './places.js';
import { found } from './testing/found.js';

const STATES = 2_000;
const RANK = { proved: 0, vacuous: 0, possible: 1, broken: 2 } as const;
const WASH: ToolEffect = { name: 'wash', classes: ['read', 'cleaner'], labels: ['untrusted', 'private'] };
const P1: Rule = { id: 'p1', kind: 'check_before', tool: 'pay', check: 'check' };

const verdictOf = (graph: AgentGraph, effects: ToolEffects, rule: Rule): Verdict | undefined =>
  checkGraph(graph, effects, [rule], { states: STATES }).verdicts[0];

/** What every second node of a graph does here: it brings, moves, uses or reads what is tainted. */
const LABELLED: ToolEffects = withTools(
  { name: 'fetch', classes: ['read', 'source'], labels: ['untrusted'] },
  { name: 'look', classes: ['read', 'source'], labels: ['private'] },
  { name: 'find', classes: ['read'], args: { fields: { id: {} } } },
  {
    name: 'check',
    classes: ['read'],
    args: { fields: { id: {} } },
    checks: [{ tools: ['pay'], passes: 'success', args: { id: 'id' } }],
  },
  { name: 'pay', classes: ['write', 'privileged', 'sink'], args: { fields: { id: {} } } },
);
const call = (name: string, given: object, more: Partial<GraphNode> = {}): Omit<GraphNode, 'id'> => ({
  kind: 'tool',
  tools: [{ name, arguments: [{ name: 'id', ...given } as ArgumentBinding] }],
  ...more,
});
const tainting: fc.Arbitrary<AgentGraph> = fc
  .record({
    nodes: fc.array(
      fc.constantFrom<Omit<GraphNode, 'id'>>(
        { kind: 'tool', tools: [{ name: 'fetch' }], writes: ['x'] },
        { kind: 'tool', tools: [{ name: 'look' }], writes: ['y'] },
        { kind: 'tool', tools: [{ name: 'fetch' }], writes: ['y'] },
        call('find', { variable: 'y' }, { writes: ['x'] }),
        call('pay', { variable: 'x' }),
        call('pay', { variable: 'x' }),
        call('pay', { variable: 'y' }),
        call('pay', { value: 1 }),
        call('check', { variable: 'x' }),
        { kind: 'router' },
        { kind: 'llm', context: 'isolated', returns: 'text', reads: ['x'], writes: ['y'] },
        { kind: 'human' },
      ),
      { minLength: 3, maxLength: 6 },
    ),
    before: fc.array(fc.nat(2), { minLength: 6, maxLength: 6 }),
    more: fc.array(fc.record({ source: fc.nat(6), target: fc.nat(6) }), { maxLength: 4 }),
    guards: fc.array(
      fc.constantFrom<Guard>({ choice: 'human' }, { choice: 'env' }, { expr: { op: '<', variable: 'x', value: 5 } }),
      { minLength: 10, maxLength: 10 },
    ),
  })
  .map(({ nodes, before, more, guards: given }): AgentGraph => {
    const first = {
      kind: 'tool' as const,
      tools: [{ name: 'look' }, { name: 'fetch' }],
      tool_choice: 'each' as const,
      writes: ['y'],
    };
    const all = [first, ...nodes].map((shape, at): GraphNode => ({
      id: `n${String(at)}`,
      ...shape,
    }));
    // Each comes behind one of the three before it.
    const led = nodes.map((_, at) => ({ source: Math.max(0, at - (before[at] ?? 0)), target: at }));
    return {
      format: 'agent-graph/1',
      start: 'n0',
      nodes: all,
      edges: [...led, ...more].map(({ source, target }, at) => ({
        id: `e${String(at)}`,
        source: `n${String(source % all.length)}`,
        target: `n${String(1 + (target % nodes.length))}`,
        ...(given[at] && { guard: given[at] }),
      })),
      variables: [
        { name: 'x', type: 'int' },
        { name: 'y', type: 'int' },
      ],
    };
  });

const facts: fc.Arbitrary<Rule> = fc.constantFrom<Rule>(P1, { id: 'p2', kind: 'confirm_before', tool: 'pay' });

/** All sets of so many. */
function* sets<T>(of: readonly T[], size: number, from = 0): Generator<T[]> {
  if (size === 0) yield [];
  else
    for (const [at, one] of of.entries())
      if (at >= from) for (const rest of sets(of, size - 1, at + 1)) yield [one, ...rest];
}

const CHECK = { kind: 'call', call: { name: 'check' }, raises: true } as const;

const mends = (graph: AgentGraph, effects: ToolEffects, places: readonly InsertionPlace[]): boolean =>
  verdictOf(
    withInserted(
      graph,
      places.map((place) => ({ place, what: [CHECK] })),
      'fail',
    ),
    effects,
    P1,
  )?.verdict === 'proved';

describe('fixes of small graphs', () => {
  it('are smallest where they say so: no smaller set of places does', () => {
    let compared = 0;
    fc.assert(
      fc.property(graphs(5), (graph) => {
        if (verdictOf(graph, PAY, P1)?.verdict !== 'broken') return;
        const told = found(graph, PAY, [P1], P1, { states: STATES });
        const places = placesIn(graph);
        const size = 'fix' in told && told.fix.cut_size > 0 ? told.fix.cut_size : 2;
        if ('fix' in told && told.fix.cut_size > 0 && !told.fix.smallest) return;
        for (let smaller = 1; smaller < size; smaller += 1)
          for (const set of sets(places, smaller)) expect([set, mends(graph, PAY, set)]).toEqual([set, false]);
        compared += 1;
      }),
      { numRuns: runs(120) },
    );
    expect(compared).toBeGreaterThan(10);
  });

  it('prove the rule and make none worse, whatever else the graph has', () => {
    let fixed = 0;
    fc.assert(
      fc.property(graphs(4), catalogues, fc.tuple(facts, rules), (graph, effects, given) => {
        const asked = given.map((rule, index): Rule => ({ ...rule, id: `${rule.id}.${String(index)}` }));
        const before = checkGraph(graph, effects, asked, { states: STATES }).verdicts;
        for (const rule of asked) {
          if (!isFixable(rule) || before.find((each) => each.rule_id === rule.id)?.verdict !== 'broken') continue;
          const told = found(graph, effects, asked, rule, { states: STATES });
          if (!('fix' in told)) continue;
          const { insert_on: edges, insert_before: starts, cut_size: size, kind, name, refusal } = told.fix;
          if (size === 0 || edges.some((edge) => edge.includes('/')) || starts.some((node) => node.includes('/')))
            continue;
          const roles = effects.get('check')?.checks?.[0];
          const insertions = [
            ...edges.map((edge): InsertionPlace => ({ body: '', edge })),
            ...starts.map((): InsertionPlace => ({ body: '', start: true })),
          ].map((place) => ({
            place,
            what: [
              name === null
                ? ({ kind: 'person', tool: 'pay' } as const)
                : ({
                    kind: 'call',
                    call: { name, ...(roles?.args && { arguments: [{ name: 'id', variable: 'x' }] }) },
                    raises: kind === 'confirmation' || roles?.passes === 'success',
                  } as const),
            ],
          }));
          const { verdicts } = checkGraph(withInserted(graph, insertions, refusal), effects, asked, { states: STATES });
          const isOpen = (all: readonly Verdict[], id: string): boolean =>
            all.some((each) => each.rule_id === id && RANK[each.verdict] > 0);
          const others = asked.filter(({ id }) => id !== rule.id && isOpen(before, id) && !isOpen(verdicts, id));
          expect(told.fix.also).toEqual(others.map(({ id }) => id));
          for (const after of verdicts) {
            const was =
              before.find(
                (each) => each.rule_id === after.rule_id && each.kind === after.kind && each.target === after.target,
              )?.verdict ?? 'proved';
            expect(RANK[after.verdict]).toBeLessThanOrEqual(after.rule_id === rule.id ? 0 : RANK[was]);
          }
          fixed += 1;
        }
      }),
      { numRuns: runs(200) },
    );
    expect(fixed).toBeGreaterThan(5);
  });

  it('clean what a tool is called with: the rule is proved, none is worse, and no smaller set of places does where that is said', () => {
    const counts = { fixed: 0, larger: 0, compared: 0 };
    fc.assert(
      fc.property(tainting, fc.boolean(), taintRules, rules, (graph, washes, rule, other) => {
        const effects = new Map([...LABELLED, ...(washes ? [['wash', WASH] as const] : [])]);
        const asked = [rule, other];
        const before = checkGraph(graph, effects, asked, { states: STATES }).verdicts;
        const open = before.find((each) => each.rule_id === rule.id);
        if (open?.verdict !== 'broken' || !isFixable(rule)) return;
        const own = rule.kind === 'taint' && rule.form !== 'trifecta' ? { ...rule, tool: open.target } : rule;
        const told = found(graph, effects, asked, rule, { states: STATES });
        if (!('fix' in told) || told.fix.cut_size === 0) return;
        const { insert_on: edges, insert_before: starts, kind, name, cleans, refusal, smallest } = told.fix;
        if ([...edges, ...starts].some((each) => each.includes('/'))) return;
        const what = cleans.map((writes) =>
          name === null
            ? ({ kind: 'entry', writes } as const)
            : ({ kind: 'call', call: { name }, raises: true, writes } as const),
        );
        const put = (places: readonly InsertionPlace[]): AgentGraph => {
          const all = kind === 'confirmation' ? [{ kind: 'person', tool: null } as const] : what;
          return withInserted(
            graph,
            places.map((place) => ({ place, what: all })),
            refusal,
          );
        };
        const places = [
          ...edges.map((edge): InsertionPlace => ({ body: '', edge })),
          ...starts.map((): InsertionPlace => ({ body: '', start: true })),
        ];
        const after = checkGraph(put(places), effects, asked, { states: STATES }).verdicts;
        const keyOf = (each: Verdict): string => JSON.stringify([each.rule_id, each.kind, each.target]);
        const was = new Map(before.map((each) => [keyOf(each), RANK[each.verdict]]));
        for (const each of after)
          expect(RANK[each.verdict]).toBeLessThanOrEqual(keyOf(each) === keyOf(open) ? 0 : (was.get(keyOf(each)) ?? 0));
        counts.fixed += 1;
        if (places.length > 1) counts.larger += 1;
        if (!smallest) return;
        for (let smaller = 1; smaller < places.length; smaller += 1)
          for (const set of sets(placesIn(graph), smaller))
            expect([set, verdictOf(put(set), effects, own)?.verdict]).not.toEqual([set, 'proved']);
        counts.compared += 1;
      }),
      { numRuns: runs(60) },
    );
    expect(counts.fixed).toBeGreaterThan(5);
    expect(counts.compared).toBeGreaterThan(3);
  });
});
