import { Conversation, remoteContext, type Task } from '@ostiary/policy-modes';
import { type GraphTask, runGraphTask } from '../mode/tasks.js';
import type { GraphHuntInput } from './request.js';
import { huntGraph } from './solve.js';

/** What the variant gives a child to do; what it prepares is checked as mode `graph` checks it. */
export type GraphHuntTask = Extract<Task<'hunt', GraphHuntInput>, { readonly kind: 'solve' }>;

/** The child's side of the next task. */
export const nextConversation = (): Conversation =>
  new Conversation((sent, ask) => {
    const task = sent as GraphTask | GraphHuntTask;
    return task.mode === 'hunt' ? huntGraph(task.request, remoteContext(task.job, ask)) : runGraphTask(task, ask);
  });
