import { type OpenedZ3, openZ3 } from '@ostiary/smt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SmtSolver } from '../solver.js';
import { TermEvaluator } from '../terms/evaluate.js';
import { TermFactory } from '../terms/factory.js';
import type { BoolTerm, IntTerm } from '../terms/term.js';
import { type Finder, FINDER_LIMITS, makeFinder } from './finder.js';

let z3: OpenedZ3;
beforeAll(async () => {
  z3 = await openZ3();
});
afterAll(() => z3.close());

/** One integer of which nothing is listed, and how often the solver was asked about it. */
function asking(): { factory: TermFactory; x: IntTerm; finder: Finder; checks: () => number } {
  let asked = 0;
  const counting: SmtSolver = {
    open() {
      const context = z3.open();
      return {
        check(step, options) {
          asked++;
          return context.check(step, options);
        },
        close: () => {
          context.close();
        },
      };
    },
  };
  const factory = new TermFactory();
  const x = factory.intVar('x', { lo: null, hi: null });
  const limits = { ...FINDER_LIMITS, evaluations: 0 };
  const finder = makeFinder([factory.le(factory.int(5n), x)], [], counting, limits);
  return { factory, x, finder, checks: () => asked };
}

const holds = async (finder: Finder, term: BoolTerm, how: 'find' | 'settle'): Promise<boolean | null> => {
  const finding = await finder[how]([term]);
  return finding.kind === 'found' ? new TermEvaluator(finding.assignment).bool(term) : null;
};

it('settles with what was found before and asks the solver only when nothing fits', async () => {
  const { factory, x, finder, checks } = asking();
  const atLeast = (bound: bigint): BoolTerm => factory.le(factory.int(bound), x);
  expect(await holds(finder, atLeast(9n), 'settle')).toBe(true);
  expect(await holds(finder, atLeast(5n), 'settle')).toBe(true);
  expect(checks()).toBe(1);
  expect(await holds(finder, factory.not(atLeast(5n)), 'settle')).toBe(true);
  expect(await holds(finder, atLeast(5n), 'settle')).toBe(true);
  expect(checks()).toBe(2);
  expect(await finder.settle([atLeast(5n), factory.not(atLeast(4n))])).toMatchObject({ kind: 'none' });
  expect(checks()).toBe(3);
  expect(await holds(finder, atLeast(5n), 'find')).toBe(true);
  expect(checks()).toBe(4);
  finder.close();
});

it('takes nothing that a later constraint forbids', async () => {
  const { factory, x, finder } = asking();
  const five = factory.eq(x, factory.int(5n));
  expect(await holds(finder, five, 'settle')).toBe(true);
  finder.constrain([factory.not(five)]);
  expect(await finder.settle([five])).toMatchObject({ kind: 'none' });
  finder.close();
});
