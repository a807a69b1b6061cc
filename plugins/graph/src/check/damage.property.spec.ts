import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../tools/testing/runs.js';
import type { AgentGraph, GraphEdge, GraphNode, Rule, ToolEffect, ToolEffects, Verdict } from '../model/index.js';
import { catalogues, graphs, rules, taintRules } from '../testing/arbitrary.js';
import { graphOf, tool, withTools } from '../testing/graphs.js';
import { checkGraph } from './check.js';

const STATES = 2_000;
const asked = fc.oneof({ weight: 3, arbitrary: rules }, { weight: 1, arbitrary: taintRules });

const isGood = ({ verdict }: Verdict): boolean => verdict === 'proved' || verdict === 'vacuous';
const nameOf = ({ rule_id: id, kind = '', target }: Verdict): string => `${id} ${kind} ${target}`;

/** What was broken or possible, and is neither in the other of two versions; what is not told there any more is not among them. */
function milder(before: readonly Verdict[], after: readonly Verdict[]): readonly Verdict[] {
  const good = new Set(after.filter(isGood).map(nameOf));
  return before.filter((verdict) => !isGood(verdict) && good.has(nameOf(verdict)));
}

const changed = (effects: ToolEffects, name: string, change: (effect: ToolEffect) => ToolEffect | null): ToolEffects =>
  new Map(
    [...effects].flatMap(([key, effect]) => {
      const left = key === name ? change(effect) : effect;
      return left === null ? [] : [[key, left] as const];
    }),
  );

/** Short ways to `pay`, past a check, a person and a write, with edges that say how these answered. */
const flows: fc.Arbitrary<AgentGraph> = fc
  .record({
    nodes: fc.array(
      fc.constantFrom<Omit<GraphNode, 'id'>>(
        { kind: 'tool', tools: [{ name: 'check' }] },
        { kind: 'tool', tools: [{ name: 'check' }], on_error: 'continue' },
        { kind: 'tool', tools: [{ name: 'update' }] },
        { kind: 'human' },
        { kind: 'human', confirms: ['pay'] },
      ),
      { minLength: 1, maxLength: 3 },
    ),
    says: fc.array(
      fc.constantFrom<Partial<GraphEdge>>(
        {},
        { branch: 'ok' },
        { outcome: 'pass' },
        { outcome: 'fail' },
        { outcome: 'approve' },
        { outcome: 'reject' },
      ),
      { minLength: 8, maxLength: 8 },
    ),
    beside: fc.array(fc.nat(2), { maxLength: 2 }),
  })
  .map(({ nodes, says, beside }): AgentGraph => {
    const last = nodes.length;
    const ways = [...nodes.keys(), ...beside.map((at) => at % nodes.length)];
    return {
      format: 'agent-graph/1',
      start: 'n0',
      nodes: [
        ...nodes.map((node, at): GraphNode => ({ id: `n${String(at)}`, ...node })),
        { id: `n${String(last)}`, kind: 'tool', tools: [{ name: 'pay' }] },
      ],
      edges: ways.map((at, edge) => ({
        id: `e${String(edge)}`,
        source: `n${String(at)}`,
        target: `n${String(edge < last ? at + 1 : last)}`,
        guard: { choice: 'llm' },
        ...says[edge],
      })),
    };
  });

describe('a damaged document', () => {
  it('is judged no milder for a tool that lost its entry in the catalogue, or its classes', () => {
    let cases = 0;
    const names = fc.constantFrom('check', 'pay', 'fetch', 'update', 'update');
    const given = fc.tuple(fc.oneof(graphs(5), flows, flows, flows), catalogues);
    fc.assert(
      fc.property(given, asked, names, fc.boolean(), ([graph, effects], rule, name, whole) => {
        const before = checkGraph(graph, effects, [rule], { states: STATES }).verdicts;
        if (before.every(isGood)) return;
        const less = changed(effects, name, (effect) => (whole ? null : { ...effect, classes: [] }));
        const { verdicts } = checkGraph(graph, less, [rule], { states: STATES });
        cases += 1;
        expect(milder(before, verdicts)).toEqual([]);
      }),
      { numRuns: runs(600) },
    );
    expect(cases).toBeGreaterThan(50);
  });

  it('that no longer says that a tool writes what was checked has no proof, and names the tool', () => {
    const order = { name: 'order' };
    const effects = withTools(
      { name: 'check', classes: ['read'], resource: order, checks: [{ tools: ['pay'], passes: 'success' }] },
      { name: 'update', classes: ['write'], resource: order },
      { name: 'pay', classes: ['write'] },
    );
    const graph = graphOf([tool('check'), tool('update'), tool('pay')], ['check>update', 'update>pay']);
    const rule: Rule = { id: 'p1', kind: 'check_before', tool: 'pay', check: 'check' };
    const toldOf = (some: ToolEffects) => {
      const { verdicts, coverage } = checkGraph(graph, some, [rule]);
      return [verdicts.map(({ verdict }) => verdict), coverage.unclassified];
    };
    expect(toldOf(effects)).toEqual([['broken'], []]);
    for (const change of [(effect: ToolEffect): ToolEffect => ({ ...effect, classes: [] }), () => null])
      expect(toldOf(changed(effects, 'update', change))).toEqual([['possible'], ['update']]);
  });

  it('is judged no milder where a check does not say any more what it checks', () => {
    let cases = 0;
    const facts = fc.constantFrom<Rule>(
      { id: 'p1', kind: 'check_before', tool: 'pay', check: 'check' },
      { id: 'p2', kind: 'confirm_before', tool: 'pay' },
    );
    fc.assert(
      fc.property(flows, catalogues, facts, (graph, effects, rule) => {
        // What a role asks beside (the same arguments, soon enough, once) goes with it: less is asked then.
        const asks = [...effects.values()].flatMap(({ checks = [] }) => checks);
        fc.pre(asks.every(({ args, steps, consumed }) => args === undefined && steps === undefined && !consumed));
        const given = checkGraph(graph, effects, [rule], { states: STATES });
        if (given.verdicts.every(isGood)) return;
        cases += 1;
        const bare = ({ checks: _checks, confirms: _confirms, ...rest }: ToolEffect): ToolEffect => rest;
        const less = changed(changed(effects, 'check', bare), 'ask', bare);
        const { verdicts } = checkGraph(graph, less, [rule], { states: STATES });
        expect(milder(given.verdicts, verdicts)).toEqual([]);
      }),
      { numRuns: runs(600) },
    );
    expect(cases).toBeGreaterThan(20);
  });

  it('is judged no milder where an edge does not say any more that a check passed or a person approved', () => {
    let cases = 0;
    const facts = fc.constantFrom<Rule>(
      { id: 'p1', kind: 'check_before', tool: 'pay', check: 'check' },
      { id: 'p2', kind: 'confirm_before', tool: 'pay' },
    );
    fc.assert(
      fc.property(flows, catalogues, facts, fc.nat(), (graph, effects, rule, pick) => {
        // To take away that something failed is to say of an edge that it may be taken: nobody can see that.
        const said = graph.edges.filter(
          ({ outcome, branch }) => outcome === 'pass' || outcome === 'approve' || branch !== undefined,
        );
        const edge = said[pick % said.length];
        if (edge === undefined) return;
        // Of a node that lists what it confirms going on is the approval, where no edge says another (S6).
        fc.pre(graph.nodes.every(({ confirms }) => confirms === undefined));
        const given = checkGraph(graph, effects, [rule], { states: STATES });
        if (given.verdicts.every(isGood)) return;
        cases += 1;
        const { outcome: _outcome, branch: _branch, ...rest }: GraphEdge = edge;
        const less: AgentGraph = { ...graph, edges: graph.edges.map((each) => (each === edge ? rest : each)) };
        const { verdicts } = checkGraph(less, effects, [rule], { states: STATES });
        expect(milder(given.verdicts, verdicts)).toEqual([]);
      }),
      { numRuns: runs(400) },
    );
    expect(cases).toBeGreaterThan(20);
  });
});
