import { type Answer, askExists, prepare, type Subject } from '@ostiary/forest/search';
import { costOf, type Point, points, violates } from '../brute.ts';
import { type Dice, distance } from '../generate.ts';
import { checkCertificate, checkForged, type Exists } from './certificates.ts';
import { bound, count, type Counts, must, mustEndAlike, NODES } from './judge.ts';
import type { Asked } from './violations.ts';
import { pointOf } from './witness.ts';

/** Is there a violation, within a radius or anywhere? */
export function checkExists(
  roll: Dice,
  subject: Subject,
  all: readonly Point[],
  { violation, means, name }: Asked,
  counts: Counts,
): void {
  const near = roll(3) === 0 ? distance(roll, subject) : undefined;
  const priced = near === undefined ? all : points(subject, near);
  const radius =
    near === undefined ? Infinity : [0, 1, 2.5, priced[roll(Math.max(1, priced.length))]?.cost ?? 1][roll(4)]!;
  const question: Exists = {
    kind: 'exists',
    violation,
    ...(near === undefined ? {} : { within: { distance: near, radius } }),
  };
  const bad = priced.filter((point) => point.cost <= radius && violates(violation, point.sums));
  if (means !== undefined)
    for (const point of all) must(violates(violation, point.sums) === means(point), `${name}: not what the words say`);
  const prepared = prepare(subject);
  const answer = askExists(prepared, question, { nodes: NODES });
  count(counts, answer.verdict);
  if (answer.verdict === 'vacuous') return must(all.length === 0, 'said to be empty');
  must(answer.verdict !== 'undecided' || bound(subject), 'undecided');
  if (answer.verdict !== 'undecided' && roll(3) === 0)
    mustEndAlike<Answer>(roll, counts, answer, (nodes, from) =>
      askExists(prepare(subject), question, { nodes, resume: from?.resume }),
    );
  if (bad.length > 0) checkForged(roll, subject, question, counts);
  if (answer.verdict === 'violated') {
    const point = pointOf(subject, answer.witness, priced);
    must(violates(violation, point.sums), 'the witness violates nothing');
    // A cell may hold nearer values: the distance is that of the values which are given.
    const cost = costOf(near, [...answer.witness.values[0]!]);
    must(cost <= radius && cost >= point.cost, 'the witness is too far');
    if (near !== undefined) must(answer.witness.distance === cost, 'the distance of the witness is wrong');
    return;
  }
  if (answer.verdict !== 'proved') return;
  must(bad.length === 0, `${name}: proved, but ${bad.length} inputs violate`);
  checkCertificate(roll, subject, question, answer.certificate, counts);
}
