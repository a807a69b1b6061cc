import { createHash } from 'node:crypto';
import { type Answer, evaluate, outcomeOf } from '../evaluate/index.js';
import { problemText, readModel } from '../read/index.js';
import type { Words } from '../table/index.js';
import type { ReadModel, Scored } from './model.js';

export type ForestRead =
  | { readonly ok: true; readonly model: ReadModel }
  | {
      readonly ok: false;
      readonly problems: readonly { readonly slug: string; readonly words: Words; readonly place: object }[];
    };

/** Reads a model from the bytes of its file. */
export function readForest(bytes: Uint8Array): ForestRead {
  const read = readModel(bytes);
  if (!read.ok) {
    const { slug, place } = read.problem;
    return { ok: false, problems: [{ slug, words: problemText(read.problem), place }] };
  }
  const { forest } = read;
  const scored = ({ label, scores, sums }: Answer): Scored => ({ label: label ?? null, scores: [...scores], sums });
  return {
    ok: true,
    model: {
      forest,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      // A text that is missing is an empty one to the runtime.
      score: (values) =>
        scored(
          evaluate(
            forest,
            values.map((value) => value ?? ''),
          ),
        ),
      finish: (sums) => scored(outcomeOf(forest, sums)),
    },
  };
}
