import { askGreatest, type GreatestAnswer, prepare, type Subject } from '@ostiary/forest/search';
import { type Point, valueOf } from '../brute.ts';
import type { Dice } from '../generate.ts';
import { checkCertificate, type Exists } from './certificates.ts';
import { bound, count, type Counts, must, mustEndAlike, NODES } from './judge.ts';
import { randomTerms } from './violations.ts';
import { pointOf } from './witness.ts';

/** What is the greatest value of a sum, or of a difference of two? */
export function checkGreatest(roll: Dice, subject: Subject, all: readonly Point[], counts: Counts): void {
  const terms = randomTerms(roll, subject);
  const answer = askGreatest(prepare(subject), terms, { nodes: NODES });
  count(counts, `greatest ${answer.verdict}`);
  if (answer.verdict === 'vacuous') return must(all.length === 0, 'said to be empty');
  const greatest = all.reduce((most, { sums }) => Math.max(most, valueOf({ terms }, sums)), -Infinity);
  if (answer.verdict !== 'closed') {
    must(bound(subject), 'greatest: undecided');
    must(greatest <= answer.most && greatest >= (answer.least ?? -Infinity), 'the greatest lies outside its bounds');
    return;
  }
  must(greatest <= answer.most, 'more than the greatest');
  must(greatest >= answer.least!, 'less than the least');
  const point = pointOf(subject, answer.witness!, all);
  must(valueOf({ terms }, point.sums) === answer.least, 'the greatest is not attained');
  if (terms.length === 1) must(answer.least === answer.most && greatest === answer.most, 'one sum is not met exactly');
  const question: Exists = { kind: 'exists', violation: [[{ terms, relation: '>', threshold: answer.most }]] };
  checkCertificate(roll, subject, question, answer.certificate!, counts);
  if (roll(3) === 0)
    mustEndAlike<GreatestAnswer>(roll, counts, answer, (nodes, from) =>
      askGreatest(prepare(subject), terms, { nodes, resume: from?.resume }),
    );
}
