import { askNearest, type NearestAnswer, prepare, type Subject } from '@ostiary/forest/search';
import { costOf, points, violates } from '../brute.ts';
import { type Dice, distance } from '../generate.ts';
import { checkCertificate, type Exists } from './certificates.ts';
import { bound, count, type Counts, must, mustEndAlike, NODES } from './judge.ts';
import type { Asked } from './violations.ts';
import { pointOf } from './witness.ts';

/** How near is the nearest violation? */
export function checkNearest(roll: Dice, subject: Subject, { violation }: Asked, counts: Counts): void {
  const near = distance(roll, subject);
  const all = points(subject, near);
  const costs = all.filter(({ cost, sums }) => cost < Infinity && violates(violation, sums)).map(({ cost }) => cost);
  const answer = askNearest(prepare(subject), violation, near, { nodes: NODES });
  count(counts, `nearest ${answer.verdict}`);
  if (answer.verdict === 'vacuous') return must(all.length === 0, 'said to be empty');
  if (answer.verdict === 'undecided') {
    must(bound(subject), 'nearest: undecided');
    must(answer.atLeast <= Math.min(...costs), 'an open search says too much');
    return;
  }
  if (roll(3) === 0)
    mustEndAlike<NearestAnswer>(
      roll,
      counts,
      answer,
      (nodes, from) => askNearest(prepare(subject), violation, near, { nodes, resume: from?.resume }),
      (part) => {
        must(part.atLeast <= Math.min(...costs), 'an open search says too much');
        must(part.nearest === undefined || part.nearest >= Math.min(...costs), 'an open search found what is not');
      },
    );
  if (answer.verdict === 'none') return must(costs.length === 0, 'a violation was missed');
  must(answer.nearest === Math.min(...costs), `nearest ${answer.nearest} is not ${Math.min(...costs)}`);
  const point = pointOf(subject, answer.witness!, all);
  must(
    costOf(near, [...answer.witness!.values[0]!]) === answer.nearest && violates(violation, point.sums),
    'the nearest witness is wrong',
  );
  const question: Exists = {
    kind: 'exists',
    violation,
    within: { distance: near, radius: answer.atLeast === 0 ? -1 : below(answer.atLeast) },
  };
  checkCertificate(roll, subject, question, answer.certificate!, counts);
}

/** The float64 before a positive one. */
function below(value: number): number {
  const bits = new BigInt64Array(new Float64Array([value]).buffer);
  bits[0]! -= 1n;
  return new Float64Array(bits.buffer)[0]!;
}
