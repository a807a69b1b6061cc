/** Run in a child process: one conversation at a time, each begun by the parent. Policies stay compiled between them. */
import { serveSolver } from '@ostiary/plugin-api/solver-worker';
import type { ToChild } from '@ostiary/policy-modes';
import { nextConversation } from './modes/tasks.js';

let conversation = nextConversation();

serveSolver((payload) => {
  const message = payload as ToChild;
  if (message.kind === 'begin') conversation = nextConversation();
  return conversation.hear(message);
});
