import { type OpenedZ3, openZ3 } from '@ostiary/smt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SmtSolver } from '../solver.js';
import { TermFactory } from '../terms/factory.js';
import type { BoolTerm, IntTerm } from '../terms/term.js';
import { FINDER_LIMITS, makeFinder } from './finder.js';
import { type Claim, Contradicted, Recheck } from './recheck.js';

const { rlimit } = FINDER_LIMITS;

let z3: OpenedZ3;
beforeAll(async () => {
  z3 = await openZ3();
});
afterAll(() => z3.close());

/** How many checks it was asked, and how many contexts are open. */
function counting(): { solver: SmtSolver; checks: () => number; open: () => number } {
  let [checks, open] = [0, 0];
  const solver: SmtSolver = {
    open() {
      const context = z3.open();
      open++;
      return {
        check(step, options) {
          checks++;
          return context.check(step, options);
        },
        close() {
          open--;
          context.close();
        },
      };
    },
  };
  return { solver, checks: () => checks, open: () => open };
}

/** A number from 0 to 9, of which constraints may say more. */
function world(...said: ((x: IntTerm, factory: TermFactory) => BoolTerm)[]) {
  const factory = new TermFactory();
  const x = factory.intVar('x', { lo: 0n, hi: 9n });
  const constraints = said.map((say) => say(x, factory));
  const above = (bound: number): BoolTerm => factory.le(factory.int(bound), x);
  const claim = (...terms: BoolTerm[]): Claim => ({ constraints, terms });
  return { factory, x, above, claim };
}

it('asks claims of one world together, once each, and what the terms say themselves not at all', async () => {
  const { solver, checks, open } = counting();
  const { factory, above, claim } = world((x, terms) => terms.le(x, terms.int(5)));
  const recheck = new Recheck(solver, rlimit);
  const claims = [claim(above(6)), claim(above(7), above(3)), claim(above(3), above(7)), claim(factory.false)];
  expect(await recheck.unconfirmed(claims)).toBe(0);
  expect(checks()).toBe(1);
  expect(await recheck.unconfirmed(claims)).toBe(0);
  expect(checks()).toBe(1);
  expect(open()).toBe(1);
  recheck.close();
  expect(open()).toBe(0);
});

it('is an error where one of many claims is wrong', async () => {
  const { above, claim } = world((x, terms) => terms.le(x, terms.int(5)));
  const recheck = new Recheck(z3, rlimit);
  await expect(recheck.unconfirmed([claim(above(6)), claim(above(4)), claim(above(7))])).rejects.toThrow(Contradicted);
  recheck.close();
});

it('confirms nothing of one world by what is impossible in another', async () => {
  const never = world(
    (x, terms) => terms.le(x, terms.int(2)),
    (x, terms) => terms.le(terms.int(3), x),
  );
  const { above, claim } = world();
  const recheck = new Recheck(z3, rlimit);
  expect(await recheck.unconfirmed([never.claim(never.above(1))])).toBe(0);
  await expect(recheck.unconfirmed([claim(above(4))])).rejects.toThrow(Contradicted);
  recheck.close();
});

it('finds what is ruled out by constraints about other things only', async () => {
  const { factory, x, above, claim } = world(
    (_, terms) => terms.boolVar('p'),
    (_, terms) => terms.not(terms.boolVar('p')),
  );
  const recheck = new Recheck(z3, rlimit);
  expect(await recheck.unconfirmed([claim(above(4)), claim(factory.le(x, factory.int(3))), claim()])).toBe(0);
  recheck.close();
});

it('counts what is not settled: within the limit, or without a solver', async () => {
  const factory = new TermFactory();
  const sits = (bird: number, hole: number): BoolTerm => factory.boolVar(`b${String(bird)}_${String(hole)}`);
  const [birds, holes] = [Array.from({ length: 9 }, (_, at) => at), Array.from({ length: 8 }, (_, at) => at)];
  const terms = [
    ...birds.map((bird) => factory.or(...holes.map((hole) => sits(bird, hole)))),
    ...holes.flatMap((hole) =>
      birds.flatMap((bird) =>
        birds.slice(0, bird).map((other) => factory.not(factory.and(sits(bird, hole), sits(other, hole)))),
      ),
    ),
  ];
  const x = factory.intVar('x', { lo: 0n, hi: 9n });
  const easy = [factory.le(x, factory.int(3)), factory.le(factory.int(5), x)];
  const constraints: BoolTerm[] = [];
  const claims = [
    { constraints, terms },
    { constraints, terms: easy },
  ];
  const small = new Recheck(z3, 20_000);
  expect(await small.unconfirmed(claims)).toBe(1);
  expect(await small.unconfirmed([{ constraints, terms: easy }])).toBe(0);
  small.close();
  expect(await new Recheck(null, rlimit).unconfirmed(claims)).toBe(2);
});

it('is asked what a finder decides by itself and is told to rest on, not what the solver decided', async () => {
  const { factory, x, above } = world();
  const unbounded = factory.intVar('y', { lo: null, hi: null });
  const claims: Claim[] = [];
  const finder = makeFinder([above(4), above(7)], [], z3, FINDER_LIMITS, claims);
  const ask = async (...terms: BoolTerm[]): Promise<void> => {
    const found = await finder.find(terms);
    if (found.kind !== 'none') throw new Error('there should be none');
    finder.claim(found);
  };
  await ask(above(7), factory.not(above(4)));
  expect(claims.map(({ terms }) => terms)).toEqual([[above(7), factory.not(above(4))]]);
  await ask(
    factory.le(factory.add(x, unbounded), factory.int(3)),
    factory.le(factory.int(9), factory.add(x, unbounded)),
  );
  expect(claims).toHaveLength(1);
  finder.close();
});
