import type { z } from 'zod';
import { RESULT_KIND } from '../../artefacts/declared-kind.js';
import type { ArtefactMaker } from './artefact-maker.js';
import type { Ending } from '../store/move.js';
import type { AttemptPlan } from './attempt.js';
import type { PartFileName, PartFiles } from './parts/part-files.js';
import { keepJson, RESULT_FILE } from './parts/part-json.js';

/** A result of more bytes is not answered inline: it becomes an artefact. */
export const INLINE_RESULT_BYTES = 4 * 1024 * 1024;

/** What became of what a mode answered. */
export type Kept =
  | { readonly kind: 'kept'; readonly result: NonNullable<Ending['result']> }
  | { readonly kind: 'refused'; readonly error: unknown };

/**
 * Checks a mode's answer against its own schema and puts it where it belongs. Rejects when an artefact cannot be written.
 * See docs/adr/0052.
 */
export async function keepResult(
  answer: unknown,
  plan: AttemptPlan,
  maker: Pick<ArtefactMaker, 'open'>,
): Promise<Kept> {
  const checked = checkedResult(answer, plan.result);
  if ('error' in checked) return { kind: 'refused', error: checked.error };
  const { value, text } = checked;
  const bytes = Buffer.byteLength(text);
  if (bytes <= INLINE_RESULT_BYTES) return { kind: 'kept', result: { value, text, bytes, artefactId: null } };
  const alsoNeeds = plan.wholeNeeds === null ? [] : [plan.wholeNeeds];
  const writer = await maker.open(
    { kind: RESULT_KIND, alsoNeeds, name: 'result.json', mediaType: 'application/json' },
    new AbortController().signal,
  );
  await writer.write(text);
  const { id } = await writer.close();
  return { kind: 'kept', result: { value, text: null, bytes, artefactId: id } };
}

/** As `keepResult`, of a part: a large result goes into a file of the whole's. */
export async function keepPartResult(
  answer: unknown,
  schema: z.ZodType,
  files: PartFiles,
  file: Omit<PartFileName, 'name'>,
): Promise<Kept> {
  const checked = checkedResult(answer, schema);
  if ('error' in checked) return { kind: 'refused', error: checked.error };
  const { value, text } = checked;
  const inRow = await keepJson(files, { ...file, name: RESULT_FILE }, text);
  return { kind: 'kept', result: { value, text: inRow, bytes: Buffer.byteLength(text), artefactId: null } };
}

/** What a mode answered, by its own schema, with its JSON; or why it is refused: a circle and a bigint are no JSON. */
function checkedResult(
  answer: unknown,
  schema: z.ZodType,
): { readonly value: unknown; readonly text: string } | { readonly error: unknown } {
  try {
    const value: unknown = schema.parse(answer);
    const text = JSON.stringify(value) as string | undefined;
    return text === undefined ? { error: new Error('the result is not JSON') } : { value, text };
  } catch (error) {
    return { error };
  }
}
