import type { CellForest } from '../cells/index.js';
import type { Form, Sum, Violation } from '../question/index.js';
import { Unanswerable } from './unanswerable.js';

type Outcome = CellForest['outcome'];
type Copy = Sum['copy'];

const above = (copy: Copy, target: number, threshold: number): Form => ({
  terms: [{ copy, target, weight: 1 }],
  relation: '>',
  threshold,
});
const atMost = (copy: Copy, target: number, threshold: number): Form => ({
  terms: [{ copy, target, weight: -1 }],
  relation: '>=',
  threshold: -threshold,
});

/** `upper` beats `lower`: it is greater, or, where it comes first, at least as great. */
const beats = (copy: Copy, upper: number, lower: number): Form => ({
  terms: [
    { copy, target: upper, weight: 1 },
    { copy, target: lower, weight: -1 },
  ],
  relation: upper < lower ? '>=' : '>',
  threshold: 0,
});

/** Throws a TypeError for a regression, and `Unanswerable` where raw sums do not say the label: of a maximum over transformed scores. */
function classes(outcome: Outcome): Extract<Outcome, { kind: 'classes' }> {
  if (outcome.kind !== 'classes') throw new TypeError('a regression has no label');
  if (outcome.rule.kind === 'first_maximum' && outcome.rule.over === 'scores' && outcome.post !== 'none')
    throw new Unanswerable('label', 'a label that follows from rounded scores is not decided by sums');
  return outcome;
}

const indices = (outcome: Outcome): number[] => classes(outcome).labels.map((_, i) => i);

/** The label of a copy is the class with this index, by the rule of the outcome. */
export function labelIs(outcome: Outcome, label: number, copy: Copy = 0): Violation {
  const { rule } = classes(outcome);
  if (rule.kind === 'one_column') return [[label === 1 ? above(copy, 0, rule.above) : atMost(copy, 0, rule.above)]];
  if (rule.kind === 'second_positive') return [[label === 1 ? above(copy, 1, 0) : atMost(copy, 1, 0)]];
  return [
    indices(outcome)
      .filter((other) => other !== label)
      .map((other) => beats(copy, label, other)),
  ];
}

/** The label of a copy is any class but this: where the largest wins, some other class beats it. */
export function labelIsNot(outcome: Outcome, label: number, copy: Copy = 0): Violation {
  if (classes(outcome).rule.kind === 'first_maximum')
    return indices(outcome)
      .filter((other) => other !== label)
      .map((other) => [beats(copy, other, label)]);
  return indices(outcome)
    .filter((other) => other !== label)
    .flatMap((other) => labelIs(outcome, other, copy));
}

/** Two violations at once. */
function both(one: Violation, other: Violation): Violation {
  return one.flatMap((left) => other.map((right) => [...left, ...right]));
}

/** The second input (by the second outcome) has another label than the first. Labels are compared as they are called. */
export function labelsDiffer(first: Outcome, second: Outcome = first): Violation {
  const names = classes(second).labels;
  return classes(first).labels.flatMap((name, label) =>
    names.flatMap((other, index) => (other === name ? [] : both(labelIs(first, label, 0), labelIs(second, index, 1)))),
  );
}

/** The raw sums of the two inputs lie on two sides of a threshold; a sum above a threshold is on its upper side. */
export function bandDiffers(thresholds: readonly number[], target = 0): Violation {
  return thresholds.flatMap((threshold) => [
    [above(0, target, threshold), atMost(1, target, threshold)],
    [atMost(0, target, threshold), above(1, target, threshold)],
  ]);
}

/** The raw sum of the first input is greater than that of the second by more than `tolerance`; `either`: or the other way. */
export function scoreDiffers(tolerance: number, either = false, target = 0): Violation {
  const greater = (upper: Copy, lower: Copy): Form => ({
    terms: [
      { copy: upper, target, weight: 1 },
      { copy: lower, target, weight: -1 },
    ],
    relation: '>',
    threshold: tolerance,
  });
  return either ? [[greater(0, 1)], [greater(1, 0)]] : [[greater(0, 1)]];
}
