/** Certificates: true ones are accepted, damaged and forged ones refused. */
import type { Question, Subject } from '@ostiary/forest/search';
import { verifyCertificate } from '@ostiary/forest/verify';
import type { Dice } from '../generate.ts';
import { count, type Counts, must } from './judge.ts';

export type Exists = Extract<Question, { kind: 'exists' }>;

/** A certificate is accepted. Damaged ones are not, unless what they say is a proof, too: the question has no violation. */
export function checkCertificate(
  roll: Dice,
  subject: Subject,
  question: Exists,
  certificate: Uint8Array,
  counts: Counts,
): void {
  const seen = verifyCertificate(subject, question, certificate);
  must(seen.valid, `a certificate was refused: ${seen.valid ? '' : seen.problem}`);
  count(counts, 'certificates');
  const damaged = [certificate.slice(0, -1), Uint8Array.from([...certificate, 0])];
  if (certificate.length > 0) {
    const at = roll(certificate.length);
    damaged.push(certificate.with(at, certificate[at]! ^ (1 << roll(8))));
  }
  for (const each of damaged) {
    const { valid } = verifyCertificate(subject, question, each);
    count(counts, valid ? 'damage without effect' : 'damaged and refused');
  }
}

/** A split tree over random positions, all of it said to be closed in one way or another. */
function forged(roll: Dice, axes: number, ways: readonly number[], depth: number): number[] {
  if (depth > 0 && roll(4) > 0) {
    const halves = [0, 1].flatMap(() => forged(roll, axes, ways, depth - 1));
    return [1 + 2 * roll(2) + 4 * roll(axes), roll(5), ...halves];
  }
  if (roll(8) === 0) return [0];
  return [2, ...ways.flatMap((forms) => (forms > 1 ? [roll(forms + 1)] : []))];
}

/** No certificate proves what is false. */
export function checkForged(roll: Dice, subject: Subject, question: Exists, counts: Counts): void {
  const apart = subject.second?.apart.length ?? 0;
  const ways = question.violation.map((forms) => forms.length);
  for (let time = 0; time < 8; time += 1) {
    const bytes = Uint8Array.from(forged(roll, subject.forest.columns.length + apart, ways, 8));
    const { valid } = verifyCertificate(subject, question, bytes);
    must(!valid, 'a certificate of what is false was accepted');
    count(counts, 'forged and refused');
  }
}
