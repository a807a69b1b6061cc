import { type Asker, Conversation, filesOf, remoteContext, type Task } from '@ostiary/policy-modes';
import { casesOf } from '../audit/index.js';
import type { EnumerationInput, ForestInput } from '../request/index.js';
import { askPart, type PartState } from './ask.js';
import { finish } from './finish.js';
import { load } from './load.js';
import { readResume } from './resume.js';

/** Some of the questions of a job, by their places. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** What the modes give a child to do. */
export type ForestTask =
  | Task<'forest', ForestInput>
  | Task<'forest questions', ForestInput>
  | Task<'forest part', { readonly request: ForestInput; readonly stretch: Stretch }>
  | Task<'forest end', { readonly request: ForestInput; readonly states: readonly PartState[] }>
  | Task<'forest_enumeration', EnumerationInput>;

/** The child's side of the next task. */
export const nextConversation = (): Conversation => new Conversation((task, ask) => runTask(task as ForestTask, ask));

async function runTask(task: ForestTask, ask: Asker): Promise<unknown> {
  const files = filesOf(ask);
  if (task.kind === 'check') {
    const { request } = task;
    const loaded = await load(request as ForestInput, files);
    await readResume((request as ForestInput).resume, loaded.digest, files);
    return undefined;
  }
  const ctx = remoteContext(task.job, ask);
  switch (task.mode) {
    case 'forest questions':
      return casesOf((await load(task.request, files)).audit).length;
    case 'forest': {
      const loaded = await load(task.request, files);
      const resumed = await readResume(task.request.resume, loaded.digest, files);
      const state = await askPart(task.request, loaded, casesOf(loaded.audit), resumed, ctx, true);
      return finish(task.request, loaded, [state], ctx);
    }
    case 'forest part': {
      const { request, stretch } = task.request;
      const loaded = await load(request, files);
      const resumed = await readResume(request.resume, loaded.digest, files);
      const cases = casesOf(loaded.audit).slice(stretch.from, stretch.to);
      return askPart(request, loaded, cases, resumed, ctx, stretch.from === 0);
    }
    case 'forest end':
      return finish(task.request.request, await load(task.request.request, files), task.request.states, ctx);
    case 'forest_enumeration':
      throw new Error('not yet');
  }
}
