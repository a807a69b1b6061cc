import { type Asker, Conversation, filesOf, type Task } from '@ostiary/policy-modes';
import { remoteContext } from '../child/remote-context.js';
import { decidePart, type PartInput } from './batch/decide-part.js';
import { endBatch, type EndInput } from './batch/finish.js';
import { checkBatch } from './batch/prepare.js';
import type { BatchInput } from './batch/request.js';
import { solveBatch } from './batch/solve.js';
import { checkGuardrail } from './guardrail/prepare.js';
import type { GuardrailInput } from './guardrail/request.js';
import { solveGuardrail } from './guardrail/solve.js';

/** What the modes give a child to do. */
export type ModeTask =
  | Task<'guardrail', GuardrailInput>
  | Task<'batch', BatchInput>
  | Task<'batch part', PartInput>
  | Task<'batch end', EndInput>;

/** The child's side of the next task; what it is sent is a task of a mode. */
export const nextConversation = (): Conversation => new Conversation((task, ask) => runTask(task as ModeTask, ask));

/** Does what the service would have done itself, were the request a small one. */
async function runTask(task: ModeTask, ask: Asker): Promise<unknown> {
  if (task.kind === 'check') {
    if (task.mode === 'guardrail') return checkGuardrail(task.request);
    if (task.mode === 'batch') return checkBatch(task.request, filesOf(ask));
    throw new Error(`there is nothing to check of ${task.mode}`);
  }
  const ctx = remoteContext(task.job, ask);
  if (task.mode === 'batch part') return decidePart(task.request, ctx);
  if (task.mode === 'batch end') return endBatch(task.request, ctx);
  return task.mode === 'guardrail' ? solveGuardrail(task.request, ctx) : solveBatch(task.request, ctx);
}
