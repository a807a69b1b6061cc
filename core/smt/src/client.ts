import type { SolverSession } from '@ostiary/plugin-api';
import type { CheckReply, CheckRequest } from './protocol.js';
import { type SmtAnswer, type SmtOptions, type SmtScript, SmtScriptError, type SmtSolver } from './solver.js';

/** The parent's side: asks the z3 child behind `session`. Rejects with `SolverGone` when the child dies. */
export function smtClient(session: SolverSession): SmtSolver {
  return {
    async check(script: SmtScript, options: SmtOptions): Promise<SmtAnswer> {
      const request: CheckRequest = { script, options };
      const reply = (await session.request(request)) as CheckReply;
      if (reply.kind === 'unreadable') throw new SmtScriptError(reply.detail);
      return reply.answer;
    },
  };
}
