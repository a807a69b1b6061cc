import { buffer } from 'node:stream/consumers';
import type { SolveContext } from '@ostiary/plugin-api';
import type { Slice } from '../../csv/slices.js';
import { AnswerFiles } from './answers.js';
import { DuplicateDigests } from './duplicates.js';
import type { FindingsState } from './findings.js';
import { batchPart } from './part.js';
import type { BatchOutput } from './result.js';

interface Joined {
  readonly files: AnswerFiles;
  /** In the order of the table. */
  readonly states: readonly FindingsState[];
  readonly duplicates: BatchOutput['duplicates'];
}

/** Has the slices of a table decided and puts their answers behind each other, while the later ones are still being decided. */
export async function joinParts(
  slices: readonly Slice[],
  ctx: Pick<SolveContext, 'artefact' | 'parts'>,
): Promise<Joined> {
  const total = slices.at(-1)?.last ?? 0;
  const files = await AnswerFiles.open(ctx);
  const duplicates = new DuplicateDigests(total);
  const states: FindingsState[] = [];
  const requests = slices.map((slice) => ({ slice }));
  for await (const given of ctx.parts(batchPart, requests, { phase: 'rows', total, unit: 'rows' })) {
    await files.append(await given.open('csv'), await given.open('jsonl'));
    duplicates.add(slices[given.part]?.first ?? 1, await buffer(await given.open('digests')));
    states.push(given.result);
  }
  return { files, states, duplicates: duplicates.result };
}
