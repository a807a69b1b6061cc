import type { PrepareContext, SolveContext } from '@ostiary/plugin-api';
import { type JobFacts, runInChild } from '@ostiary/policy-modes';
import type { ForestInput, ForestOutput } from '../request/index.js';
import type { PartState } from './ask.js';
import { CASE_FILES } from './case-files.js';
import { JoinedFiles } from './joined-files.js';
import { forestPart } from './part.js';
import { auditor } from './solver.js';
import { stretchesOf } from './stretches.js';
import type { Counted, ForestTask } from './tasks.js';
import { mustBeTaken, type ServedModels } from './taken.js';
import { withinTime } from './within-time.js';

/** Questions that one worker is given at a time, at least; a table of no more is asked by one. */
const STRETCH = 500;

/** Reads everything that a request carries, in a child, sees whether the runtime takes its models, and fixes its language. */
export async function prepareForest(
  asked: ForestInput,
  ctx: Pick<PrepareContext, 'input' | 'language' | 'solver'>,
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
  const states = await inParts(counted, ctx);
  return child({ kind: 'solve', mode: 'forest end', request: { request, states }, job });
}

/** The lines of all parts, one behind the other, while later ones are still asked. */
async function inParts({ count: total, run }: Counted, ctx: SolveContext): Promise<PartState[]> {
  const files = await JoinedFiles.begin(ctx, CASE_FILES);
  const states: PartState[] = [];
  const progress = { phase: 'questions', total, unit: 'questions' };
  for await (const part of ctx.parts(forestPart, stretchesOf(total, STRETCH), progress)) {
    await files.take(part);
    states.push(part.result);
  }
  await files.close(states.some(({ open }) => open > 0) ? { mode: 'forest', run } : null);
  return states;
}

function jobOf({ jobId, accountId, attempt, submittedAt }: SolveContext): JobFacts {
  return { jobId, accountId, attempt, now: submittedAt };
}
