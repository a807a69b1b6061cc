import type { SmtContext, SmtSolver } from '@ostiary/policy/symbolic';
import type { WorkerReply, WorkerRequest } from './protocol.js';
import { SmtScriptError } from './script-error.js';

/** What the worker answers to its parent, with `solver` behind it. */
export function answering(solver: SmtSolver): (payload: unknown) => Promise<WorkerReply> {
  const contexts = new Map<number, SmtContext>();
  const forget = (number: number): void => {
    contexts.get(number)?.close();
    contexts.delete(number);
  };
  return async (payload) => {
    const request = payload as WorkerRequest;
    switch (request.kind) {
      case 'reset':
        for (const number of contexts.keys()) forget(number);
        return { kind: 'done' };
      case 'close':
        forget(request.context);
        return { kind: 'done' };
      case 'check': {
        const context = contexts.get(request.context) ?? solver.open();
        contexts.set(request.context, context);
        try {
          return { kind: 'answer', answer: await context.check(request.step, request.options) };
        } catch (error) {
          if (error instanceof SmtScriptError) return { kind: 'unreadable', detail: error.detail };
          throw error;
        }
      }
    }
  };
}
