import { serveSolver } from '@ostiary/plugin-api';
import { openZ3 } from './open-z3.js';
import type { CheckReply, CheckRequest } from './protocol.js';
import { SmtScriptError } from './solver.js';

const solver = await openZ3();

serveSolver(async (payload): Promise<CheckReply> => {
  const { script, options } = payload as CheckRequest;
  try {
    return { kind: 'answer', answer: await solver.check(script, options) };
  } catch (error) {
    if (error instanceof SmtScriptError) return { kind: 'unreadable', detail: error.detail };
    throw error;
  }
});
