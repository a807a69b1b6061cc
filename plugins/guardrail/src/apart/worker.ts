/** Run in a child process: one conversation at a time, each begun by the parent. Policies stay compiled between them. */
import { serveSolver } from '@ostiary/plugin-api';
import { Conversation } from './conversation.js';
import type { ToChild } from './protocol.js';
import { runTask } from './tasks.js';

let conversation = new Conversation(runTask);

serveSolver((payload) => {
  const message = payload as ToChild;
  if (message.kind === 'begin') conversation = new Conversation(runTask);
  return conversation.hear(message);
});
