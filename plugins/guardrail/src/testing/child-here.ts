import type { SolverSession } from '@ostiary/plugin-api';
import type { ToChild } from '@ostiary/policy-modes';
import { nextConversation } from '../modes/tasks.js';

export interface ChildHere {
  readonly solver: (id: string) => Promise<SolverSession>;
  /** Messages the child was sent. */
  readonly heard: ToChild[];
  released: boolean;
}

/** What a child process does, in this one; messages are copied as the channel between processes copies them. */
export function childHere(): ChildHere {
  let conversation = nextConversation();
  const child: ChildHere = {
    heard: [],
    released: false,
    solver: () =>
      Promise.resolve({
        request: async (payload) => {
          const message = structuredClone(payload) as ToChild;
          child.heard.push(message);
          if (message.kind === 'begin') conversation = nextConversation();
          return structuredClone(await conversation.hear(message));
        },
        release: () => {
          child.released = true;
        },
      }),
  };
  return child;
}
