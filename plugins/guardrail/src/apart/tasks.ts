import { checkBatch } from '../modes/batch/prepare.js';
import { solveBatch } from '../modes/batch/solve.js';
import { checkGuardrail } from '../modes/guardrail/prepare.js';
import { solveGuardrail } from '../modes/guardrail/solve.js';
import type { Asker } from './conversation.js';
import type { Task } from './protocol.js';
import { remoteContext } from './remote-context.js';

/** Does what the service would have done itself, were the request a small one. */
export async function runTask(task: Task, ask: Asker): Promise<unknown> {
  if (task.kind === 'check') {
    return task.mode === 'guardrail' ? checkGuardrail(task.request) : checkBatch(task.request);
  }
  const ctx = remoteContext(task.job, ask);
  return task.mode === 'guardrail' ? solveGuardrail(task.request, ctx) : solveBatch(task.request, ctx);
}
