import type { ByteReader, ByteWriter } from './bytes.js';
import type { Witness } from '../question/index.js';
import type { Prepared } from './prepare.js';

/** Writes a witness, or that there is none. */
export function writeWitness(out: ByteWriter, witness: Witness | undefined): void {
  out.whole(witness === undefined ? 0 : 1);
  if (witness === undefined) return;
  const { cells, values, sums, distance } = witness;
  for (const lists of [cells, values, sums]) for (const each of lists) for (const value of each) out.float(value);
  out.float(distance ?? NaN);
}

export function readWitness(read: ByteReader, { subject }: Prepared): Witness | undefined {
  if (read.whole() !== 1) return undefined;
  const copies = subject.second === undefined ? [0] : [0, 1];
  const { forest, secondForest = forest } = subject;
  const take = (count: number): Float64Array => Float64Array.from({ length: count }, () => read.float());
  const cells = copies.map(() => Int32Array.from(take(forest.columns.length)));
  const values = copies.map(() => take(forest.columns.length));
  const sums = copies.map((copy) => take((copy === 0 ? forest : secondForest).targets));
  const distance = read.float();
  return { cells, values, sums, ...(Number.isNaN(distance) ? {} : { distance }) };
}
