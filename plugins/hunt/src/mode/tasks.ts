import { type Asker, Conversation, remoteContext, type Task } from '@ostiary/policy-modes';
import type { SmtSolver } from '@ostiary/policy/symbolic';
import type { HuntInput } from '../request/request.js';
import { loadPolicies } from './load.js';
import { solveHunt } from './solve.js';

/** What the mode gives a child to do. */
export type HuntTask = Task<'hunt', HuntInput>;

/** The child's side of the next task; what it is sent is a task of the mode. */
export const nextConversation = (solver: () => Promise<SmtSolver>): Conversation =>
  new Conversation((task, ask) => runTask(task as HuntTask, ask, solver));

async function runTask(task: HuntTask, ask: Asker, solver: () => Promise<SmtSolver>): Promise<unknown> {
  if (task.kind === 'solve') return solveHunt(task.request, remoteContext(task.job, ask), await solver());
  await loadPolicies(task.request);
  return undefined;
}
