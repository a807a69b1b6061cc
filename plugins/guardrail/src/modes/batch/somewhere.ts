import type { PrepareContext, SolveContext } from '@ostiary/plugin-api';
import { isReadHere, type JobFacts, loadChecked, withFiles } from '@ostiary/policy-modes';
import { runInChild } from '../../child/run-in-child.js';
import type { Slice } from '../../csv/slices.js';
import { endBatch, type EndInput } from './finish.js';
import { joinParts } from './join-parts.js';
import { checkBatch } from './prepare.js';
import type { BatchInput, ReadThrough } from './request.js';
import type { BatchOutput } from './result.js';
import { slicesOf } from './rows.js';
import { solveBatch } from './solve.js';
import { sourceOf } from './source.js';
import type { ModeTask } from '../tasks.js';

/** Checks a table and its policy, in a child when the policy is a large one. */
export async function prepareBatch(
  asked: BatchInput,
  ctx: Pick<PrepareContext, 'input' | 'language' | 'solver'>,
): Promise<BatchInput> {
  const request = await withFiles(asked, ctx.input);
  const known = isAllHere(request)
    ? await checkBatch(request, ctx.input)
    : await runInChild<ReadThrough>({ kind: 'check', mode: 'batch', request } satisfies ModeTask, ctx, null);
  return { ...asked, language: asked.language ?? ctx.language, ...known };
}

/** A table of more rows is decided in parts, by whatever workers are free. */
const WHOLE_ROWS = 50_000;

const isInFile = ({ rows }: BatchInput): boolean => sourceOf(rows).kind === 'file';

/** A file of rows is read by a child, however small: none of its bytes pass through the service's own thread. */
const isAllHere = (request: BatchInput): boolean => !isInFile(request) && isReadHere(request);

/** Decides a table: a large one in parts; in a child when the policy is a large one, or the rows are in a file. */
export async function decideBatch(asked: BatchInput, ctx: SolveContext): Promise<BatchOutput> {
  const request = await withFiles(asked, ctx.input);
  const slices = slicesOf(request);
  if ((slices.at(-1)?.last ?? 0) > WHOLE_ROWS) return decideInParts(request, slices, ctx);
  if (isAllHere(request) && hasNoProperties(request)) return solveBatch(request, ctx);
  const task = { kind: 'solve', mode: 'batch', request, job: jobOf(ctx) } satisfies ModeTask;
  return runInChild(task, ctx, ctx);
}

async function decideInParts(request: BatchInput, slices: readonly Slice[], ctx: SolveContext): Promise<BatchOutput> {
  const { files, states, duplicates } = await joinParts(slices, ctx);
  const end: EndInput = { request, states };
  const task = { kind: 'solve', mode: 'batch end', request: end, job: jobOf(ctx) } satisfies ModeTask;
  const result: Awaited<ReturnType<typeof endBatch>> =
    isReadHere(request) && hasNoProperties(request) ? await endBatch(end, ctx) : await runInChild(task, ctx, ctx);
  return { ...result, duplicates, artifacts: await files.close() };
}

/** Rows that give no time are taken as of the submission: an attempt that begins anew decides them alike. */
function jobOf({ jobId, accountId, attempt, submittedAt }: SolveContext): JobFacts {
  return { jobId, accountId, attempt, now: submittedAt };
}

/** What a policy states about all calls is looked into by the symbolic engine, in a child. */
const hasNoProperties = ({ policy, catalogue }: BatchInput): boolean =>
  loadChecked(policy, catalogue).core.properties.length === 0;
