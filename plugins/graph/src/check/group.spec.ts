import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../tools/testing/runs.js';
import { lowerGraph } from '../lower/index.js';
import type { GraphNode, GuardExpr, Variable } from '../model/index.js';
import { holds } from '../replay/guards.js';
import { edge, graphOf, node, PAY, tool } from '../testing/graphs.js';
import { GuardCells } from './cells.js';
import { checkGraph } from './check.js';
import { CellSolver } from './solver.js';

type Value = string | number | boolean;

const ORDERS = ['=', '!=', '<', '<=', '>', '>='] as const;
const compares = (names: readonly string[]): fc.Arbitrary<GuardExpr> =>
  fc
    .record({ op: fc.constantFrom(...ORDERS), variable: fc.constantFrom(...names), other: fc.constantFrom(...names) })
    .filter(({ variable, other }) => variable !== other);
const constants = (names: readonly string[], values: readonly number[]): fc.Arbitrary<GuardExpr> => {
  const sides = { variable: fc.constantFrom(...names), value: fc.constantFrom(...values) };
  return fc.oneof(
    fc.record({ op: fc.constantFrom('=', '!=' as const), ...sides }),
    fc.record({ op: fc.constantFrom('<', '<=', '>', '>=' as const), ...sides }),
  );
};
const withLogic = (atoms: fc.Arbitrary<GuardExpr>): fc.Arbitrary<GuardExpr> =>
  fc.oneof(
    { weight: 3, arbitrary: atoms },
    { weight: 1, arbitrary: atoms.map((of) => ({ op: 'not' as const, of })) },
    {
      weight: 2,
      arbitrary: fc.record({
        op: fc.constantFrom('and', 'or' as const),
        of: fc.array(atoms, { minLength: 2, maxLength: 3 }),
      }),
    },
  );

describe('variables that are compared with each other', () => {
  const declared: readonly Variable[] = [
    { name: 'i', type: 'int', min: 0, max: 3 },
    { name: 'x', type: 'real' },
    { name: 'y', type: 'real', min: 1 },
  ];
  /** Two of each interval that constants leave: as many as there are variables to stand in it. */
  const reals = [-2, -1, 0, 0.3, 0.6, 1, 1.3, 1.6, 2, 2.3, 2.6, 3, 4, 5];
  const values: Readonly<Record<string, readonly number[]>> = {
    i: [0, 1, 2, 3],
    x: reals,
    y: reals.filter((y) => y >= 1),
  };
  const names = Object.keys(values);
  const exprs = withLogic(fc.oneof(compares(names), constants(names, [0, 2, 3])));

  it('can be as the guards want just when some values are, and the values that are given are', () => {
    fc.assert(
      fc.property(fc.array(exprs, { minLength: 1, maxLength: 3 }), (given) => {
        const graph = graphOf(
          [node('r', 'router'), node('e', 'end')],
          given.map((expr, index) => ({ ...edge('r>e', { guard: { expr } }), id: String(index) })),
          { variables: declared },
        );
        const control = lowerGraph(graph, new Map());
        const solution = new CellSolver(control, new GuardCells(control, declared)).solve(
          control.guards.map((_, guard) => ({ literal: guard * 2, at: 0 })),
          () => [],
        );
        const some = reals.some((x) =>
          (values.y ?? []).some((y) =>
            (values.i ?? []).some((i) => {
              const model: Readonly<Record<string, number>> = { i, x, y };
              return given.every((expr) => holds(expr, (name) => model[name]) === true);
            }),
          ),
        );
        expect(solution.kind).toBe(some ? 'sat' : 'unsat');
        if (solution.kind !== 'sat') return;
        const model = new Map(solution.values.map(({ variable, value }) => [variable, value]));
        expect(given.every((expr) => holds(expr, (name) => model.get(name)) !== false)).toBe(true);
      }),
      { numRuns: runs(200) },
    );
  });

  it.each(['int', 'real'] as const)('of type %s stay as they are while others are written', (type) => {
    const variables = ['a', 'b', 'c'].map((name): Variable => ({ name, type, min: 0, max: 3 }));
    const step = fc.oneof(
      withLogic(compares(['a', 'b', 'c'])).map((guard) => ({ guard })),
      fc.subarray(['a', 'b', 'c'], { minLength: 1, maxLength: 2 }).map((writes) => ({ writes })),
    );
    // Quarters, for reals: as many between two whole ones as there are other variables.
    const line = type === 'int' ? [0, 1, 2, 3] : Array.from({ length: 25 }, (_, index) => index / 8);
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 5 }), (steps) => {
        const at = (index: number): string => (index === steps.length ? 'pay' : `n${index}`);
        const nodes = steps.map((each, index): GraphNode => ({
          id: at(index),
          kind: 'llm',
          ...('writes' in each && { writes: each.writes }),
        }));
        const edges = steps.map((each, index) =>
          edge(`${at(index)}>${at(index + 1)}`, 'guard' in each ? { guard: { expr: each.guard } } : {}),
        );
        const graph = graphOf([...nodes, tool('pay')], edges, { variables });
        const [verdict] = checkGraph(graph, PAY, [
          { id: 'never', kind: 'order', pattern: 'absence', first: 'pay' },
        ]).verdicts;
        let worlds: readonly (readonly number[])[] = line.flatMap((a) =>
          line.flatMap((b) => line.map((c) => [a, b, c])),
        );
        const valueOf =
          (world: readonly number[]) =>
          (name: string): Value | undefined =>
            world[['a', 'b', 'c'].indexOf(name)];
        for (const each of steps)
          if ('guard' in each) worlds = worlds.filter((world) => holds(each.guard, valueOf(world)) === true);
          else {
            const kept = new Set<string>();
            const index = each.writes.map((name) => ['a', 'b', 'c'].indexOf(name));
            worlds = worlds
              .filter((world) => {
                const key = world.filter((_, member) => !index.includes(member)).join();
                return kept.has(key) ? false : kept.add(key);
              })
              .flatMap((world) =>
                index.reduce<readonly (readonly number[])[]>(
                  (all, member) => all.flatMap((one) => line.map((value) => one.with(member, value))),
                  [world],
                ),
              );
          }
        expect(verdict?.verdict).toBe(worlds.length > 0 ? 'broken' : 'vacuous');
      }),
      { numRuns: runs(type === 'int' ? 150 : 40) },
    );
  });

  it('are decided case by case', () => {
    const variables: readonly Variable[] = [
      { name: 's', type: 'string' },
      { name: 't', type: 'string' },
      { name: 'k', type: 'string', values: ['x', 'y'] },
      { name: 'b', type: 'bool' },
      { name: 'd', type: 'bool' },
      { name: 'm', type: 'int' },
      { name: 'n', type: 'int', max: 90 },
      { name: 'p', type: 'real' },
      { name: 'q', type: 'real' },
    ];
    /** Whether the way along these guards can be taken; a name is written instead. */
    const said = (...given: readonly (GuardExpr | string)[]): string | undefined => {
      const at = (index: number): string => (index === given.length ? 'pay' : `n${index}`);
      const nodes = given.map((each, index) =>
        node(at(index), 'llm', typeof each === 'string' ? { writes: [each] } : {}),
      );
      const edges = given.map((each, index) =>
        edge(`${at(index)}>${at(index + 1)}`, typeof each === 'string' ? {} : { guard: { expr: each } }),
      );
      const graph = graphOf([...nodes, tool('pay')], edges, { variables });
      const rules = [{ id: 'never', kind: 'order', pattern: 'absence', first: 'pay' }] as const;
      return checkGraph(graph, PAY, rules).verdicts[0]?.verdict;
    };
    const same = (variable: string, other: string): GuardExpr => ({ op: '=', variable, other });
    const apart = (variable: string, other: string): GuardExpr => ({ op: '!=', variable, other });
    expect(said(same('s', 't'), { op: '=', variable: 's', value: 'a' }, { op: '=', variable: 't', value: 'b' })).toBe(
      'vacuous',
    );
    expect(
      said(apart('s', 't'), { op: '!=', variable: 's', value: 'a' }, { op: '!=', variable: 't', value: 'a' }),
    ).toBe('broken');
    expect(
      said(same('s', 't'), same('t', 'k'), { op: 'not', of: { op: 'in', variable: 's', values: ['x', 'y'] } }),
    ).toBe('vacuous');
    expect(
      said(same('b', 'd'), { op: '=', variable: 'b', value: true }, { op: '=', variable: 'd', value: false }),
    ).toBe('vacuous');
    expect(said(apart('b', 'd'))).toBe('broken');
    const inside = (variable: string, above: number, below: number): GuardExpr[] => [
      { op: '>', variable, value: above },
      { op: '<', variable, value: below },
    ];
    // Between 5 and 7 there is one whole number, between 5 and 8 there are two.
    expect(said(...inside('m', 5, 7), ...inside('n', 5, 7), apart('m', 'n'))).toBe('vacuous');
    expect(said(...inside('m', 5, 8), ...inside('n', 5, 8), apart('m', 'n'))).toBe('broken');
    expect(said({ op: '>', variable: 'n', other: 'm' }, { op: '>', variable: 'm', value: 90 })).toBe('vacuous');
    // The order of two stays while a third is written.
    const below = (variable: string, other: string): GuardExpr => ({ op: '<', variable, other });
    expect(said(below('m', 'n'), below('n', 'q'), 'q', below('n', 'm'))).toBe('vacuous');
    expect(said(below('m', 'n'), below('n', 'q'), 'q', below('q', 'm'))).toBe('broken');
    // Values are made forwards: where one that was chosen should have been whole, nothing is said.
    const within = [...inside('p', 10, 12), ...inside('q', 10, 12), below('p', 'q')];
    expect(said(...within, 'm', same('m', 'p'))).toBe('possible');
    // What has no order is not read.
    expect(said({ op: '<', variable: 's', other: 't' })).toBe('broken');
  });
});
