import { points } from './brute.ts';
import { checkAll } from './check/all.ts';
import { checkExists } from './check/exists.ts';
import { checkGreatest } from './check/greatest.ts';
import { bound, count, type Counts } from './check/judge.ts';
import { checkNearest } from './check/nearest.ts';
import { checkOrders } from './check/orders.ts';
import { randomViolation } from './check/violations.ts';
import { dice, subject as randomSubject } from './generate.ts';

export type { Counts };

/** Asks and judges everything about the forest of one seed. Throws where an answer is wrong. */
export function check(seed: number, counts: Counts): void {
  const roll = dice(seed);
  const subject = randomSubject(roll);
  const all = points(subject);
  count(counts, 'forests');
  count(counts, 'points', all.length);
  if (subject.second !== undefined) count(counts, 'with two inputs');
  if (subject.region.oneHot !== undefined) count(counts, 'one-hot');
  if (bound(subject)) count(counts, 'bounded or derived');
  const asked = randomViolation(roll, subject, all);
  count(counts, asked.name);
  checkExists(roll, subject, all, asked, counts);
  if (roll(4) === 0) checkOrders(roll, subject, all, asked, counts);
  const pick = roll(3);
  if (pick === 0) checkNearest(roll, subject, asked, counts);
  if (pick === 1) checkGreatest(roll, subject, all, counts);
  if (pick === 2 && subject.second === undefined && !bound(subject)) checkAll(roll, subject, asked, counts);
}
