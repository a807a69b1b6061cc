import type { ArtefactWriter, SolveContext } from '@ostiary/plugin-api';
import type { Slice } from '../../csv/slices.js';
import { loadChecked } from '@ostiary/policy-modes';
import { AnswerFiles } from './answers.js';
import { decideRows } from './decide-rows.js';
import { QuestionDigests } from './duplicates.js';
import { Findings, type FindingsState } from './findings.js';
import { Judge } from './judge.js';
import type { BatchInput } from './request.js';
import { rowsOf } from './rows.js';

/** A slice of a table. */
export interface PartInput {
  readonly whole: BatchInput;
  readonly slice: Slice;
}

/** Names of the files a part hands on. */
type PartFile = 'csv' | 'jsonl' | 'digests';

/** Where a part opens its files: the host's `ctx.file`, asked for by the name of an artefact. */
type PartWorld = Pick<SolveContext, 'artefact' | 'input' | 'progress' | 'signal' | 'submittedAt'>;

/** Decides a slice of a table in a child. Its answers and what its rows ask go into files. */
export async function decidePart({ whole, slice }: PartInput, ctx: PartWorld): Promise<FindingsState> {
  const open = (name: PartFile): Promise<ArtefactWriter> =>
    ctx.artefact({ kind: name, name, mediaType: 'application/octet-stream' });
  const policy = loadChecked(whole.policy, whole.catalogue);
  const [csv, jsonl, asked] = [await open('csv'), await open('jsonl'), await open('digests')];
  const files = AnswerFiles.ofPart(csv, jsonl);
  const findings = new Findings(policy);
  const digests = new QuestionDigests(slice.first, slice.last);
  const judge = new Judge(policy, ctx.submittedAt.getTime(), whole.language ?? 'en');
  const sinks = { judge, findings, files, asked: digests.add.bind(digests) };
  await decideRows(rowsOf(whole, policy, ctx.input, slice), slice, sinks, ctx);
  await files.close();
  await asked.write(digests.bytes);
  await asked.close();
  return findings.state;
}
