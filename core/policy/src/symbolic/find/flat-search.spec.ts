import { openZ3 } from '@ostiary/smt';
import { expect, it } from 'vitest';
import { runs } from '../../../../../tools/testing/runs.js';
import { below, chance, pick, type Rng, seededRandom, several } from '../../testing/random.js';
import { TermEvaluator } from '../terms/evaluate.js';
import { TermFactory } from '../terms/factory.js';
import type { BoolTerm, IntTerm } from '../terms/term.js';
import { finiteDomains } from './domains.js';
import { finiteSpace } from './finite-space.js';
import { FINDER_LIMITS, makeFinder } from './finder.js';
import { FlatSearch } from './flat-search.js';

/** Terms over a few variables: truths, numbers compared with constants, and how many of some terms hold. */
function terms(rng: Rng, factory: TermFactory, count: number): readonly BoolTerm[] {
  const truths = ['p', 'q', 'r'].map((name) => factory.boolVar(name));
  const numbers = ['x', 'y'].map((name) => factory.intVar(name, { lo: -3n, hi: 40n }));
  const some = (depth: number): BoolTerm => {
    switch (below(rng, depth > 0 ? 6 : 2)) {
      case 0:
        return pick(rng, truths);
      case 1: {
        const [x, bound] = [pick(rng, numbers), factory.int(below(rng, 40) - 2)];
        return chance(rng, 0.3) ? factory.eq(x, bound) : factory.le(factory.scale(BigInt(1 + below(rng, 2)), x), bound);
      }
      case 2:
        return factory.not(some(depth - 1));
      case 3: {
        const counted = several(rng, 1, 4, (): IntTerm => factory.ite(some(depth - 1), factory.int(1), factory.int(0)));
        return factory.le(factory.int(below(rng, 4)), factory.add(...counted));
      }
      case 4:
        return factory.and(...several(rng, 2, 4, () => some(depth - 1)));
      default:
        return factory.or(...several(rng, 2, 4, () => some(depth - 1)));
    }
  };
  return Array.from({ length: count }, () => some(3));
}

it('finds what is there to be found, and says which terms are enough for there to be nothing', () => {
  const rng = seededRandom(Number(process.env['TEST_SEED'] ?? 1));
  const seen = { found: 0, none: 0, fewer: 0 };
  const wrong: string[] = [];
  for (let round = 0; round < runs(400); round++) {
    const factory = new TermFactory();
    const [constraint = factory.true, ...asked] = terms(rng, factory, 2 + below(rng, 5));
    const domains = finiteDomains([constraint, ...asked]);
    if (!domains) throw new Error('terms that are not flat');
    const search = new FlatSearch(domains, [constraint], 1_000_000);
    const space = finiteSpace(domains, [constraint]);
    for (const goals of [asked, asked.toReversed(), asked.slice(1)]) {
      const found = search.find(goals);
      if (found.kind === 'found') {
        seen.found++;
        const holds = new TermEvaluator(found.assignment);
        if ([constraint, ...goals].some((term) => !holds.bool(term))) wrong.push('found what does not hold');
        continue;
      }
      seen.none++;
      if (found.kind === 'given_up') throw new Error('a small question that took too much');
      if (found.core.size < goals.length) seen.fewer++;
      if (space.first(goals.filter((_, at) => found.core.has(at))) !== null) wrong.push('did not find what there is');
    }
  }
  expect(wrong).toEqual([]);
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(50);
});

it('says what z3 says of terms and of what it takes for enough', async () => {
  const rng = seededRandom(Number(process.env['TEST_SEED'] ?? 1));
  const seen = { found: 0, none: 0 };
  const z3 = await openZ3();
  for (let round = 0; round < runs(60); round++) {
    const factory = new TermFactory();
    const [constraint = factory.true, ...asked] = terms(rng, factory, 3 + below(rng, 5));
    const domains = finiteDomains([constraint, ...asked]);
    if (!domains) throw new Error('terms that are not flat');
    const found = new FlatSearch(domains, [constraint], 1_000_000).find(asked);
    if (found.kind === 'given_up') throw new Error('a small question that took too much');
    seen[found.kind]++;
    const goals = found.kind === 'none' ? asked.filter((_, at) => found.core.has(at)) : asked;
    // Nothing is tried here, so the solver is asked.
    const solver = makeFinder(asked, [constraint], z3, { ...FINDER_LIMITS, evaluations: 0 });
    expect([round, (await solver.find(goals)).kind, solver.method]).toEqual([round, found.kind, 'z3']);
    solver.close();
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(10);
  await z3.close();
});

it('gives up after so many evaluations, each time alike', () => {
  const factory = new TermFactory();
  const sits = (bird: number, hole: number): BoolTerm => factory.boolVar(`b${String(bird)}_${String(hole)}`);
  const [birds, holes] = [Array.from({ length: 9 }, (_, at) => at), Array.from({ length: 8 }, (_, at) => at)];
  const goals = [
    ...birds.map((bird) => factory.or(...holes.map((hole) => sits(bird, hole)))),
    ...holes.flatMap((hole) =>
      birds.flatMap((bird) =>
        birds.slice(0, bird).map((other) => factory.not(factory.and(sits(bird, hole), sits(other, hole)))),
      ),
    ),
  ];
  const search = new FlatSearch(finiteDomains(goals) ?? [], [], 50_000);
  expect([search.find(goals), search.find(goals)]).toEqual([{ kind: 'given_up' }, { kind: 'given_up' }]);
  expect(search.find(goals.slice(0, 8)).kind).toBe('found');
});
