import { type Asker, Conversation, remoteContext, type Task } from '@ostiary/policy-modes';
import type { SmtSolver } from '@ostiary/policy/symbolic';
import type { HuntInput } from '../request/request.js';
import { KeptAnswers } from '../search/index.js';
import { MOST_BYTES } from './earlier-answers.js';
import { loadPolicies } from './load.js';
import { ENGINE_NAME } from './solver.js';
import { solveHunt } from './solve.js';

/** What the mode gives a child to do. */
export type HuntTask = Task<'hunt', HuntInput>;

/** The child's side of the next task; what it is sent is a task of the mode. */
export const nextConversation = (solver: () => Promise<SmtSolver>): Conversation =>
  new Conversation((task, ask) => runTask(task as HuntTask, ask, solver));

async function runTask(task: HuntTask, ask: Asker, solver: () => Promise<SmtSolver>): Promise<unknown> {
  if (task.kind === 'solve') {
    const known = KeptAnswers.read((await ask('answers')) as string | null, ENGINE_NAME);
    const output = await solveHunt(task.request, remoteContext(task.job, ask), await solver(), known);
    if (known.hasChanged) await ask('keep_answers', known.write(MOST_BYTES));
    return output;
  }
  await loadPolicies(task.request);
  return undefined;
}
