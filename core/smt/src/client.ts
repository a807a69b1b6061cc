import type { SolverSession } from '@ostiary/plugin-api';
import type { SmtSolver } from '@ostiary/policy/symbolic';
import type { WorkerReply, WorkerRequest } from './protocol.js';
import { SmtScriptError } from './script-error.js';

/**
 * The parent's side: asks the z3 child behind `session`, one client for a session. Checks reject with `SolverGone` when the child
 * dies.
 */
export function smtClient(session: SolverSession): SmtSolver {
  const ask = async (request: WorkerRequest): Promise<WorkerReply> => (await session.request(request)) as WorkerReply;
  let opened = 0;
  return {
    open() {
      const context = opened++;
      // Requests are answered in order: what a borrower before left behind is gone before the first check.
      if (context === 0) ask({ kind: 'reset' }).catch(() => undefined);
      return {
        async check(step, options) {
          const reply = await ask({ kind: 'check', context, step, options });
          if (reply.kind === 'unreadable') throw new SmtScriptError(reply.detail);
          if (reply.kind !== 'answer') throw new Error(`the solver answered a check with ${reply.kind}`);
          return reply.answer;
        },
        close() {
          ask({ kind: 'close', context }).catch(() => undefined);
        },
      };
    },
  };
}
