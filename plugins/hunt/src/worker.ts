/** Run in a child process: hunts, one after the other. z3 is started by the first and kept. */
import { serveSolver } from '@ostiary/plugin-api/solver-worker';
import type { ToChild } from '@ostiary/policy-modes';
import { type OpenedZ3, openZ3 } from '@ostiary/smt';
import { nextConversation } from './mode/tasks.js';

let opened: Promise<OpenedZ3> | undefined;
const solver = (): Promise<OpenedZ3> => (opened ??= openZ3());

let conversation = nextConversation(solver);

serveSolver((payload) => {
  const message = payload as ToChild;
  if (message.kind === 'begin') conversation = nextConversation(solver);
  return conversation.hear(message);
});
