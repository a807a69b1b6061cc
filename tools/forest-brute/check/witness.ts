import type { Subject, Witness } from '@ostiary/forest/search';
import { meetsSides, type Point } from '../brute.ts';
import { must } from './judge.ts';

/** The point of a witness, which must be one of the subject, with values that its cells hold. */
export function pointOf(subject: Subject, witness: Witness, all: readonly Point[]): Point {
  const key = JSON.stringify(witness.cells.map((cells) => [...cells]));
  const point = all.find(({ cells }) => JSON.stringify(cells) === key);
  must(point !== undefined, 'the witness is no input of the region');
  must(meetsSides(subject.region, [...witness.values[0]!]), 'the witness misses a side condition');
  if (subject.second !== undefined)
    must(meetsSides(subject.second.region, [...witness.values[1]!]), 'the second input misses a side condition');
  must(
    JSON.stringify(witness.sums.map((sums) => [...sums])) === JSON.stringify(point.sums),
    'the sums of the witness are wrong',
  );
  witness.values.forEach((values, copy) =>
    values.forEach((value, column) => {
      const { low, high } = subject.forest.columns[column]!;
      const cell = witness.cells[copy]![column]!;
      must(
        Number.isNaN(low[cell]!) ? Number.isNaN(value) : value >= low[cell]! && value <= high[cell]!,
        'a value lies outside its cell',
      );
    }),
  );
  for (const { column, how } of subject.second?.apart ?? []) {
    const [first, second] = witness.values.map((values) => values[column]!) as [number, number];
    must(how === 'free' || (how === 'ordered' ? first <= second : first >= second), 'values are not in order');
  }
  return point;
}
