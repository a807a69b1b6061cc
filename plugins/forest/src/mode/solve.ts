import type { PrepareContext, SolveContext } from '@ostiary/plugin-api';
import { runInChild } from '@ostiary/policy-modes';
import type { ForestInput, ForestOutput } from '../request/index.js';
import type { PartState } from './ask.js';
import { CASE_FILES } from './case-files.js';
import { JoinedFiles, joinParts } from './joined-files.js';
import { forestPart, jobOf } from './part.js';
import { auditor } from './solver.js';
import { stretchesOf } from './stretches.js';
import type { Counted, ForestTask } from './tasks.js';
import { mustBeTaken, type ServedModels } from './taken.js';
import { unbegun, withinTime } from './within-time.js';

/** Questions that one worker is given at a time, at least; a table of no more is asked by one. */
const STRETCH = 500;

/** Reads everything that a request carries, in a child, sees whether the runtime takes its models, and fixes its language. */
export async function prepareForest(
  asked: ForestInput,
  ctx: Pick<PrepareContext, 'accountId' | 'input' | 'language' | 'solver'>,
): Promise<ForestInput> {
  const task = { kind: 'check', mode: 'forest', request: asked } satisfies ForestTask;
  await mustBeTaken(asked, await runInChild<ServedModels>(task, auditor.id, ctx, null), ctx);
  return { ...asked, language: asked.language ?? ctx.language };
}

/** Asks a table: a large one in parts, by whatever workers are free. */
export async function solveForest(asked: ForestInput, ctx: SolveContext): Promise<ForestOutput> {
  const request = withinTime(asked, ctx);
  const child = <T>(task: ForestTask): Promise<T> => runInChild<T>(task, auditor.id, ctx, ctx);
  const result = await answered(request, ctx, child);
  const { internal_error: rows } = result.row_counts;
  if (rows > 0) ctx.log.error({ rows }, 'rows of a forest job ended in an internal error');
  return result;
}

async function answered(
  request: ForestInput,
  ctx: SolveContext,
  child: <T>(task: ForestTask) => Promise<T>,
): Promise<ForestOutput> {
  const job = jobOf(ctx);
  const counted = await child<Counted>({ kind: 'solve', mode: 'forest questions', request, job });
  if (counted.count <= STRETCH) return child({ kind: 'solve', mode: 'forest', request, job });
  const states = await inParts(request, counted, ctx);
  return child({ kind: 'solve', mode: 'forest end', request: { request, states }, job });
}

/** The lines of all parts, one behind the other, while later ones are still asked. */
async function inParts(request: ForestInput, { count: total, run }: Counted, ctx: SolveContext): Promise<PartState[]> {
  const stretches = stretchesOf(total, STRETCH);
  const files = await JoinedFiles.begin(ctx, CASE_FILES, { mode: 'forest', run });
  const parts = ctx.parts(forestPart, stretches, { phase: 'questions', total, unit: 'questions' });
  const states = await joinParts(stretches, parts, files, (stretch) => {
    const asks = { request: unbegun(request), stretch };
    const task = { kind: 'solve', mode: 'forest part', request: asks, job: jobOf(ctx) } satisfies ForestTask;
    return runInChild<PartState>(task, auditor.id, ctx, { ...ctx, artefact: files.artefact });
  });
  await files.close(states.reduce((sum, { open }) => sum + open, 0));
  return states;
}
