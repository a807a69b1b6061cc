import { RESULT_KIND } from '../../artefacts/declared-kind.js';
import type { ArtefactMaker } from './artefact-maker.js';
import type { Ending } from '../store/move.js';
import type { AttemptPlan } from './attempt.js';

/** A result of more bytes is not answered inline: it becomes an artefact. */
export const INLINE_RESULT_BYTES = 4 * 1024 * 1024;

type Kept =
  | {
      readonly kind: 'kept';
      readonly result: NonNullable<Ending['result']>;
      /** The answer as its schema reads it. */
      readonly answer: unknown;
    }
  | { readonly kind: 'refused'; readonly error: unknown };

/**
 * Checks a mode's answer against its own schema and puts it where it belongs. Rejects when an artefact cannot be written.
 * See docs/adr/0052.
 */
export async function keepResult(answer: unknown, plan: AttemptPlan, maker: ArtefactMaker): Promise<Kept> {
  const checked = plan.body.result.safeParse(answer);
  if (!checked.success) return { kind: 'refused', error: checked.error };
  const text = JSON.stringify(checked.data) as string | undefined;
  if (text === undefined) return { kind: 'refused', error: new Error('the result is not JSON') };
  const bytes = Buffer.byteLength(text);
  if (bytes <= INLINE_RESULT_BYTES)
    return { kind: 'kept', result: { text, bytes, artefactId: null }, answer: checked.data };
  const writer = await maker.open(
    { kind: RESULT_KIND, alsoNeeds: [], name: 'result.json', mediaType: 'application/json' },
    new AbortController().signal,
  );
  await writer.write(text);
  const { id } = await writer.close();
  return { kind: 'kept', result: { text: null, bytes, artefactId: id }, answer: checked.data };
}
