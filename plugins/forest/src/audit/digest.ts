import { createHash } from 'node:crypto';
import type { ReadModel } from './model.js';
import { VERSION } from './version.js';

/** Everything that is asked: models, texts, and what an enumeration looks for. */
export interface Run {
  readonly model: Pick<ReadModel, 'sha256'>;
  readonly compare: Pick<ReadModel, 'sha256'> | null;
  /** Schema, records and table, as they were given. */
  readonly texts: readonly (string | null)[];
  readonly around: AskedAround | null;
}

/** What an enumeration asks around each record, in the words of a table of properties. */
export interface AskedAround {
  readonly radius: string | null;
  readonly vary: string;
  readonly output: string;
  readonly expect: string;
}

/** Digest of a run, hex: what one version of the search left open is gone on with where this is the same. */
export function runDigest({ model, compare, texts, around }: Run): string {
  // A byte-order mark is no part of a text: some readers have taken it off already.
  const plain = texts.map((text) => text?.replace(/^\uFEFF/, '') ?? null);
  const asked = around && [around.radius, around.vary, around.output, around.expect];
  const whole = [VERSION, model.sha256, compare?.sha256 ?? null, plain, asked];
  return createHash('sha256').update(JSON.stringify(whole)).digest('hex');
}
