import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lowerGraph } from '../lower/index.js';
import type { GuardExpr, Variable } from '../model/index.js';
import { holds } from '../replay/guards.js';
import { edge, graphOf, node } from '../testing/graphs.js';
import { GuardCells } from './cells.js';
import { CellSolver } from './solver.js';

const VARIABLES: readonly Variable[] = [
  { name: 'i', type: 'int', min: 0, max: 6 },
  { name: 'x', type: 'real' },
  { name: 's', type: 'string' },
  { name: 'b', type: 'bool' },
];

const atoms: fc.Arbitrary<GuardExpr> = fc.oneof(
  fc.record({
    op: fc.constantFrom('<', '<=', '>', '>=' as const),
    variable: fc.constantFrom('i', 'x'),
    value: fc.constantFrom(-1, 0, 2, 2.5, 3, 6, 7),
  }),
  fc.record({
    op: fc.constantFrom('=', '!=' as const),
    variable: fc.constantFrom('i', 'x'),
    value: fc.constantFrom(0, 2, 2.5, 6),
  }),
  fc.record({ op: fc.constant('in' as const), variable: fc.constant('i'), values: fc.subarray([1, 2, 3, 9]) }),
  fc.record({
    op: fc.constantFrom('=', '!=' as const),
    variable: fc.constant('s'),
    value: fc.constantFrom('', 'ab', 'abc'),
  }),
  fc.record({
    op: fc.constant('contains' as const),
    variable: fc.constant('s'),
    value: fc.constantFrom('a', 'ab', 'c'),
  }),
  fc.record({ op: fc.constant('=' as const), variable: fc.constant('b'), value: fc.boolean() }),
);
const exprs = fc.letrec<{ e: GuardExpr }>((tie) => ({
  e: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    atoms,
    fc.record({ op: fc.constantFrom('and', 'or' as const), of: fc.array(tie('e'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ op: fc.constant('not' as const), of: tie('e') }),
  ),
})).e;

/** Values enough for these constants: each truth that some value gives is given by one of them. */
const VALUES: Readonly<Record<string, readonly (string | number | boolean)[]>> = {
  i: [0, 1, 2, 3, 4, 5, 6],
  x: [-2, -1, -0.5, 0, 1, 2, 2.2, 2.5, 2.7, 3, 4, 6, 6.5, 7, 8],
  s: ['', 'ab', 'abc', 'a', 'c', 'ac', 'cab', 'xab', 'q'],
  b: [true, false],
};

describe('guards by cells', () => {
  it('are satisfiable together just when some values satisfy them, and the values that are given do', () => {
    fc.assert(
      fc.property(fc.array(exprs, { minLength: 1, maxLength: 3 }), (given) => {
        const graph = graphOf(
          [node('r', 'router'), node('e', 'end')],
          given.map((expr, index) => ({ ...edge('r>e', { guard: { expr } }), id: String(index) })),
          { variables: VARIABLES },
        );
        const control = lowerGraph(graph, new Map());
        const cells = new GuardCells(control, VARIABLES);
        const literals = control.guards.map((_, guard) => guard * 2);
        const solution = new CellSolver(control, cells).solve(
          literals.map((literal) => ({ literal, at: 0 })),
          () => [],
        );
        if (solution.kind === 'unknown') return;
        const satisfies = (values: ReadonlyMap<string, string | number | boolean>): boolean =>
          given.every((expr) => holds(expr, (name) => values.get(name)) === true);
        const some = (names: readonly string[], values: ReadonlyMap<string, string | number | boolean>): boolean => {
          const [name, ...rest] = names;
          return name === undefined
            ? satisfies(values)
            : (VALUES[name] ?? []).some((value) => some(rest, new Map(values).set(name, value)));
        };
        expect(solution.kind === 'sat').toBe(some(Object.keys(VALUES), new Map()));
        if (solution.kind !== 'sat') return;
        const model = new Map(solution.values.map(({ variable, value }) => [variable, value]));
        expect(given.every((expr) => holds(expr, (name) => model.get(name)) !== false)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
