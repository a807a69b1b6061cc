/** Random violations to ask about, and what they mean by the words of a property. */
import {
  bandDiffers,
  type Form,
  labelIs,
  labelIsNot,
  labelsDiffer,
  scoreDiffers,
  type Subject,
  type Terms,
  type Violation,
} from '@ostiary/forest/search';
import { labelOf, type Point, valueOf } from '../brute.ts';
import { type Dice, threshold } from '../generate.ts';

/** A violation, and what it means by the words of its property where it has some. */
export interface Asked {
  readonly name: string;
  readonly violation: Violation;
  readonly means?: (point: Point) => boolean;
}

export function randomTerms(roll: Dice, subject: Subject): Terms {
  const { forest, secondForest = forest } = subject;
  const sum = (copy: 0 | 1) => ({ copy, target: roll((copy === 0 ? forest : secondForest).targets) });
  const sign = roll(2) === 0 ? 1 : -1;
  const other = -sign as 1 | -1;
  if (subject.second !== undefined && roll(4) > 0)
    return [
      { ...sum(0), weight: sign },
      { ...sum(1), weight: other },
    ];
  if (forest.targets > 1 && roll(2) === 0)
    return [
      { ...sum(0), weight: sign },
      { ...sum(0), weight: other },
    ];
  return [{ ...sum(0), weight: sign }];
}

export function randomViolation(roll: Dice, subject: Subject, all: readonly Point[]): Asked {
  const { forest, secondForest = forest, second } = subject;
  const { outcome } = forest;
  if (roll(3) === 0) {
    const forms = (): Form[] =>
      Array.from({ length: 1 + roll(2) }, () => {
        const terms = randomTerms(roll, subject);
        const seen = all.slice(0, 20).map(({ sums }) => valueOf({ terms }, sums));
        return { terms, relation: roll(2) === 0 ? '>' : '>=', threshold: threshold(roll, seen) };
      });
    return { name: 'forms', violation: Array.from({ length: 1 + roll(2) }, forms) };
  }
  if (second !== undefined) {
    const classes = outcome.kind === 'classes' && secondForest.outcome.kind === 'classes';
    if (classes && roll(2) === 0)
      return {
        name: 'labels differ',
        violation: labelsDiffer(outcome, secondForest.outcome),
        means: ({ sums }) => labelOf(forest, sums[0]!) !== labelOf(secondForest, sums[1]!),
      };
    const at = threshold(
      roll,
      all.slice(0, 20).map(({ sums }) => sums[0]![0]!),
    );
    if (roll(3) === 0)
      return {
        name: 'bands differ',
        violation: bandDiffers([at, at + 0.25]),
        means: ({ sums }) => {
          const [one, other] = sums.map(([sum]) => (sum! > at + 0.25 ? 2 : sum! > at ? 1 : 0));
          return one !== other;
        },
      };
    const tolerance = [0, 0, 0.1, 0.5, 1e-7][roll(5)]!;
    const either = roll(2) === 0;
    return {
      name: either ? 'drift' : 'gap',
      violation: scoreDiffers(tolerance, either),
      means: ({ sums }) => {
        const gap = sums[0]![0]! - sums[1]![0]!;
        return (either ? Math.abs(gap) : gap) > tolerance;
      },
    };
  }
  if (outcome.kind === 'classes') {
    const label = roll(outcome.labels.length);
    const not = roll(3) > 0;
    return {
      name: not ? 'label is not' : 'label is',
      violation: not ? labelIsNot(outcome, label) : labelIs(outcome, label),
      means: ({ sums }) => (labelOf(forest, sums[0]!) === label) !== not,
    };
  }
  const at = threshold(
    roll,
    all.slice(0, 20).map(({ sums }) => sums[0]![0]!),
  );
  return {
    name: 'score',
    violation: [[{ terms: [{ copy: 0, target: 0, weight: 1 }], relation: '>', threshold: at }]],
    means: ({ sums }) => sums[0]![0]! > at,
  };
}
