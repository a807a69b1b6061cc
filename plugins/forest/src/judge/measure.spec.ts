import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CellForest } from '../cells/index.js';
import { outcomeOf } from '../evaluate/index.js';
import type { Outcome, Summation } from '../model/index.js';
import { nextDown, nextUp } from '../table/index.js';
import { formWhere, measureOf } from './measure.js';
import { Unsupported } from './unsupported.js';

const summation = (arithmetic: Summation['arithmetic'], scores: Summation['scores']): Summation => ({
  arithmetic,
  scores,
  base: Float64Array.of(0),
  baseAt: 'start',
  aggregate: 'sum',
});
const binary = (
  scores: 'complement' | 'negated' | 'logistic' | 'zero_first' | 'zero_second',
  post: 'none' | 'logistic',
): Outcome => ({
  kind: 'classes',
  labels: [0, 1],
  post,
  rule: { kind: 'one_column', above: 0.5, scores },
});
const OUTCOMES = [
  binary('complement', 'none'),
  binary('negated', 'none'),
  binary('logistic', 'logistic'),
  binary('zero_first', 'none'),
  binary('zero_second', 'none'),
  binary('zero_first', 'logistic'),
  binary('zero_second', 'logistic'),
];

const measure = (outcome: Outcome, own: Summation, index: number): ReturnType<typeof measureOf> => {
  // Of a forest only its rules are looked at.
  const forest = { outcome, summation: own, targets: 1 } as CellForest;
  return measureOf({ kind: 'probability', index }, forest, (sums) => {
    const { label = null, scores } = outcomeOf({ outcome, summation: own }, sums);
    return { label, scores: [...scores] };
  });
};

describe('a threshold of a score as a threshold of the sum', () => {
  const arithmetic = fc.constantFrom<Summation['arithmetic']>('float32', 'float64');
  const bound = fc.constantFrom(-1, 0, 0.05, 0.1, 0.5, 0.95, 1, 2);
  const op = fc.constantFrom('<', '<=', '>', '>=');
  const holds = { '<': (a: number, b: number) => a < b, '<=': (a: number, b: number) => a <= b } as const;

  it('holds of a sum just when the condition holds of its score, rising and falling, one digit beside it too', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...OUTCOMES),
        arithmetic,
        fc.nat(1),
        op,
        bound,
        fc.float({ min: -3, max: 3, noNaN: true }),
        (outcome, precision, index, sign, limit, anywhere) => {
          const own = measure(outcome, summation(precision, 'float32'), index);
          const { terms, threshold, relation } = formWhere(own, precision, sign, limit);
          const weight = terms[0]?.weight ?? 0;
          const edge = weight * threshold;
          const beside = Number.isFinite(edge) ? [edge, nextUp(edge, precision), nextDown(edge, precision)] : [];
          for (const sum of [anywhere, ...beside]) {
            const [score, rounded] = [own.of(sum), Math.fround(limit)];
            const wanted =
              sign === '<' || sign === '<='
                ? holds[sign](score, rounded)
                : !holds[sign === '>' ? '<=' : '<'](score, rounded);
            expect([sum, relation === '>=' && weight * sum >= threshold]).toEqual([sum, wanted]);
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it('is not there where a score depends on several sums', () => {
    const outcome: Outcome = {
      kind: 'classes',
      labels: ['a', 'b', 'c'],
      post: 'softmax',
      rule: { kind: 'first_maximum', over: 'sums' },
    };
    const forest = { outcome, summation: summation('float32', 'float32'), targets: 3 } as CellForest;
    expect(() => measureOf({ kind: 'probability', index: 0 }, forest, () => ({ label: null, scores: [] }))).toThrow(
      Unsupported,
    );
  });

  it('is not there of a softmax of one sum, which a greater sum may lower by its last digit', () => {
    const outcome: Outcome = {
      kind: 'classes',
      labels: [0, 1],
      post: 'softmax',
      rule: { kind: 'one_column', above: 0, scores: 'zero_first' },
    };
    const scoreOf = (sum: number): number =>
      outcomeOf({ outcome, summation: summation('float32', 'float32') }, Float64Array.of(sum)).scores[1] ?? 0;
    const sums = [Math.fround(-0.9)];
    for (let at = 0; at < 2000; at += 1) sums.push(nextUp(sums.at(-1) ?? 0, 'float32'));
    const falls = sums.filter((sum, at) => at > 0 && scoreOf(sum) < scoreOf(sums[at - 1] ?? 0));
    expect(falls.length).toBeGreaterThan(0);
    expect(() => measure(outcome, summation('float32', 'float32'), 1)).toThrow(Unsupported);
  });

  it('tells of which scores differences are differences of sums', () => {
    const linear = OUTCOMES.flatMap((outcome) =>
      [0, 1].map((index) => measure(outcome, summation('float32', 'float32'), index).linear),
    );
    const linearOfBases = [false, true, true, false];
    expect(linear).toEqual([false, true, false, true, false, false, ...linearOfBases, false, false, false, false]);
  });
});
