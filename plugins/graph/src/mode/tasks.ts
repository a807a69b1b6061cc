import { type Asker, filesOf, remoteContext, type Task } from '@ostiary/policy-modes';
import type { GraphInput } from '../request/request.js';
import { loadGraph } from './load.js';
import { solveGraph } from './solve.js';

/** What the mode gives a child to do. */
export type GraphTask = Task<'graph', GraphInput>;

/** The child's side of a task. */
export async function runGraphTask(task: GraphTask, ask: Asker): Promise<unknown> {
  if (task.kind === 'solve') return solveGraph(task.request, remoteContext(task.job, ask));
  await loadGraph(task.request, filesOf(ask));
  return undefined;
}
