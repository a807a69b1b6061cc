import type { SolverSession } from '@ostiary/plugin-api';
import { Conversation } from '../apart/conversation.js';
import type { ToChild } from '../apart/protocol.js';
import { runTask } from '../apart/tasks.js';

export interface ChildHere {
  readonly solver: (id: string) => Promise<SolverSession>;
  /** Messages the child was sent. */
  readonly heard: ToChild[];
  released: boolean;
}

/** What a child process does, in this one; messages are copied as the channel between processes copies them. */
export function childHere(): ChildHere {
  let conversation = new Conversation(runTask);
  const child: ChildHere = {
    heard: [],
    released: false,
    solver: () =>
      Promise.resolve({
        request: async (payload) => {
          const message = structuredClone(payload) as ToChild;
          child.heard.push(message);
          if (message.kind === 'begin') conversation = new Conversation(runTask);
          return structuredClone(await conversation.hear(message));
        },
        release: () => {
          child.released = true;
        },
      }),
  };
  return child;
}
