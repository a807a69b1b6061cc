import { type OpenedZ3, openZ3 } from '@ostiary/smt';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFinder } from '../find/finder.js';
import { TermEvaluator } from './evaluate.js';
import { floorDiv, TermFactory } from './factory.js';
import { Substitution } from './substitute.js';
import type { BoolTerm, IntTerm } from './term.js';

/** Meaning written out beside each term: what the term must evaluate to, whatever was folded. */
interface Meant<T, V> {
  readonly term: T;
  readonly value: V;
}
type Int = Meant<IntTerm, bigint>;
type Bool = Meant<BoolTerm, boolean>;

const X = 3n;
const Y = -7n;

/** A random term made by random bytes, with its meaning under p = true, q = false, x = 3, y = -7. */
function build(factory: TermFactory, bytes: readonly number[]): Bool {
  const queue = [...bytes];
  const next = (below: number): number => (queue.shift() ?? 0) % below;
  const int = (depth: number): Int => {
    switch (next(depth > 0 ? 7 : 3)) {
      case 0:
        return { term: factory.intVar('x', { lo: -10n, hi: 10n }), value: X };
      case 1:
        return { term: factory.intVar('y', { lo: null, hi: 5n }), value: Y };
      case 2: {
        const value = BigInt(next(11) - 5);
        return { term: factory.int(value), value };
      }
      case 3: {
        const [a, b] = [int(depth - 1), int(depth - 1)];
        return { term: factory.add(a.term, b.term), value: a.value + b.value };
      }
      case 4: {
        const a = int(depth - 1);
        const by = BigInt(next(7) - 3);
        return { term: factory.scale(by, a.term), value: by * a.value };
      }
      case 5: {
        const [c, a, b] = [bool(depth - 1), int(depth - 1), int(depth - 1)];
        return { term: factory.ite(c.term, a.term, b.term), value: c.value ? a.value : b.value };
      }
      default: {
        const a = int(depth - 1);
        const by = BigInt(1 + next(4));
        return { term: factory.div(a.term, by), value: floorDiv(a.value, by) };
      }
    }
  };
  const bool = (depth: number): Bool => {
    switch (next(depth > 0 ? 8 : 2)) {
      case 0:
        return { term: factory.boolVar('p'), value: true };
      case 1:
        return { term: factory.boolVar('q'), value: false };
      case 2: {
        const a = bool(depth - 1);
        return { term: factory.not(a.term), value: !a.value };
      }
      case 3: {
        const [a, b] = [bool(depth - 1), bool(depth - 1)];
        return { term: factory.and(a.term, b.term), value: a.value && b.value };
      }
      case 4: {
        const [a, b] = [bool(depth - 1), bool(depth - 1)];
        return { term: factory.or(a.term, b.term), value: a.value || b.value };
      }
      case 5: {
        const [a, b] = [int(depth - 1), int(depth - 1)];
        return { term: factory.le(a.term, b.term), value: a.value <= b.value };
      }
      case 6: {
        const [a, b] = [int(depth - 1), int(depth - 1)];
        return { term: factory.eq(a.term, b.term), value: a.value === b.value };
      }
      default: {
        const [a, b] = [bool(depth - 1), bool(depth - 1)];
        return { term: factory.iff(a.term, b.term), value: a.value === b.value };
      }
    }
  };
  return bool(5);
}

const ASSIGNMENT = new Map<string, boolean | bigint>([
  ['p', true],
  ['q', false],
  ['x', X],
  ['y', Y],
]);
const bytes = fc.array(fc.nat(255), { minLength: 4, maxLength: 80 });

/** No cells: the solver is asked. */
const LIMITS = { evaluations: -1, rlimit: 1_000_000 };

describe('TermFactory', () => {
  it('folds nothing into another meaning', () => {
    fc.assert(
      fc.property(bytes, (seed) => {
        const { term, value } = build(new TermFactory(), seed);
        expect(new TermEvaluator(ASSIGNMENT).bool(term)).toBe(value);
      }),
      { numRuns: 5_000 },
    );
  });

  it('substitutes constants down to a constant', () => {
    fc.assert(
      fc.property(bytes, (seed) => {
        const factory = new TermFactory();
        const { term, value } = build(factory, seed);
        const constants = new Substitution(factory, [
          [factory.boolVar('p'), factory.true],
          [factory.boolVar('q'), factory.false],
          [factory.intVar('x', { lo: -10n, hi: 10n }), factory.int(X)],
          [factory.intVar('y', { lo: null, hi: 5n }), factory.int(Y)],
        ]);
        expect(constants.bool(term)).toBe(factory.constBool(value));
      }),
      { numRuns: 2_000 },
    );
  });

  it('shares equal terms and decides by bounds', () => {
    const factory = new TermFactory();
    const [x, y] = [factory.intVar('x', { lo: 0n, hi: 9n }), factory.intVar('y', { lo: 10n, hi: null })];
    expect(factory.add(x, y)).toBe(factory.add(y, x));
    expect(factory.eq(x, y)).toBe(factory.false);
    expect(factory.lt(x, y)).toBe(factory.true);
    expect(factory.sub(factory.add(x, y), y)).toBe(x);
    const p = factory.boolVar('p');
    expect(factory.and(p, factory.not(p))).toBe(factory.false);
    expect(factory.eq(factory.ite(p, factory.int(1), factory.int(2)), factory.int(1))).toBe(p);
  });

  describe('in z3', () => {
    let solver: OpenedZ3;
    beforeAll(async () => {
      solver = await openZ3();
    });
    afterAll(async () => {
      await solver.close();
    });

    it('means the same', async () => {
      for (const seed of fc.sample(bytes, { numRuns: 150, seed: 11 })) {
        const factory = new TermFactory();
        const { term, value } = build(factory, seed);
        const pins = [
          factory.boolVar('p'),
          factory.not(factory.boolVar('q')),
          factory.eq(factory.intVar('x', { lo: -10n, hi: 10n }), factory.int(X)),
          factory.eq(factory.intVar('y', { lo: null, hi: 5n }), factory.int(Y)),
        ];
        const finder = makeFinder([], pins, solver, LIMITS);
        expect(await finder.find([factory.iff(term, factory.constBool(!value))])).toMatchObject({ kind: 'none' });
        finder.close();
      }
    });

    it('names terms that are enough for a contradiction, and keeps what it was told', async () => {
      const factory = new TermFactory();
      const x = factory.intVar('x', { lo: 0n, hi: 100n });
      const [p, low] = [factory.boolVar('p'), factory.le(x, factory.int(20))];
      const finder = makeFinder([], [factory.le(factory.int(50), x)], solver, LIMITS);
      expect(await finder.find([p, low])).toEqual({ kind: 'none', by: 'z3', core: [low] });
      expect(await finder.find([p])).toMatchObject({ kind: 'found' });
      finder.constrain([factory.not(p)]);
      expect(await finder.find([p])).toEqual({ kind: 'none', by: 'z3', core: [p] });
      finder.close();
    });
  });
});
