import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../tools/testing/runs.js';
import { checkGraph } from '../check/index.js';
import type { AgentGraph, Rule, ToolEffects, Verdict } from '../model/index.js';
import { catalogues, graphs, rules } from '../testing/arbitrary.js';
import { PAY } from '../testing/graphs.js';
import { FixFinder, isFixable } from './find-fix.js';
import { withInserted } from './insert.js';
import { bodiesOf, type InsertionPlace, isOpenTo, joinsOf } from './places.js';

const STATES = 2_000;
const RANK = { proved: 0, vacuous: 0, possible: 1, broken: 2 } as const;
const P1: Rule = { id: 'p1', kind: 'check_before', tool: 'pay', check: 'check' };

const verdictOf = (graph: AgentGraph, effects: ToolEffects, rule: Rule): Verdict | undefined =>
  checkGraph(graph, effects, [rule], { states: STATES }).verdicts[0];

function found(graph: AgentGraph, effects: ToolEffects, asked: readonly Rule[], rule: Rule) {
  if (!isFixable(rule)) throw new Error('not a rule that is mended');
  const { verdicts } = checkGraph(graph, effects, asked, { states: STATES });
  return new FixFinder(
    graph,
    effects,
    asked,
    verdicts,
    (each, of) => checkGraph(each, effects, of, { states: STATES }).verdicts,
  ).find(rule);
}

const facts: fc.Arbitrary<Rule> = fc.constantFrom<Rule>(P1, { id: 'p2', kind: 'confirm_before', tool: 'pay' });

const placesOf = (graph: AgentGraph): InsertionPlace[] =>
  bodiesOf(graph).flatMap(({ name, body }): InsertionPlace[] => {
    const joins = joinsOf(body);
    return [
      { body: name, start: true },
      ...body.edges.filter((edge) => isOpenTo(edge, joins)).map(({ id }) => ({ body: name, edge: id })),
    ];
  });

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
        const told = found(graph, PAY, [P1], P1);
        const places = placesOf(graph);
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
      fc.property(graphs(), catalogues, fc.tuple(facts, rules), (graph, effects, given) => {
        const asked = given.map((rule, index): Rule => ({ ...rule, id: `${rule.id}.${String(index)}` }));
        const before = checkGraph(graph, effects, asked, { states: STATES }).verdicts;
        for (const rule of asked) {
          if (!isFixable(rule) || before.find((each) => each.rule_id === rule.id)?.verdict !== 'broken') continue;
          const told = found(graph, effects, asked, rule);
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
      { numRuns: runs(400) },
    );
    expect(fixed).toBeGreaterThan(5);
  });
});
