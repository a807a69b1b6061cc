import { createHash } from 'node:crypto';
import type { ReadModel } from './model.js';
import { VERSION } from './version.js';

/** Everything that is asked: models, texts, and what an enumeration looks for. */
export interface Run {
  readonly model: Pick<ReadModel, 'sha256'>;
  readonly compare: Pick<ReadModel, 'sha256'> | null;
  /** As they were given. */
  readonly texts: Readonly<Record<'properties' | 'schema' | 'records', string | null>>;
  readonly around: AskedAround | null;
}

/** What an enumeration asks around each record, in the words of a table of properties. */
export interface AskedAround {
  readonly radius: string | null;
  readonly vary: string;
  readonly output: string;
  readonly expect: string;
}

/** What decides all answers of a run: the version of the search, and SHA-256 (hex) of all that is asked. Null: not part of the run. */
export interface RunDigests {
  readonly engine: string;
  readonly model: string;
  readonly compare_model: string | null;
  readonly properties: string | null;
  readonly schema: string | null;
  readonly records: string | null;
  /** Of what an enumeration looks for: radius, features, output, what is expected. */
  readonly asked: string | null;
}

/** What one run left open is gone on with where these are the same. */
export function runDigests({ model, compare, texts, around }: Run): RunDigests {
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  // A byte-order mark is no part of a text: some readers have taken it off already.
  const digest = (text: string | null): string | null => (text === null ? null : sha256(text.replace(/^\uFEFF/, '')));
  return {
    engine: VERSION,
    model: model.sha256,
    compare_model: compare?.sha256 ?? null,
    properties: digest(texts.properties),
    schema: digest(texts.schema),
    records: digest(texts.records),
    asked: around && sha256(JSON.stringify([around.radius, around.vary, around.output, around.expect])),
  };
}
