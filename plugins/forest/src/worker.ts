/** Run in a child process: audits models, one after the other. */
import { serveSolver } from '@ostiary/plugin-api/solver-worker';
import type { ToChild } from '@ostiary/policy-modes';
import { nextConversation } from './mode/tasks.js';

let conversation = nextConversation();

serveSolver((payload) => {
  const message = payload as ToChild;
  if (message.kind === 'begin') conversation = nextConversation();
  return conversation.hear(message);
});
