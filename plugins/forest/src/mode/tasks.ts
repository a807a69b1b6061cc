import { type Asker, Conversation, filesOf, type OpenFile, remoteContext, type Task } from '@ostiary/policy-modes';
import {
  casesOf,
  NO_CASES,
  readEarlierCases,
  readEarlierRecords,
  type ReadModel,
  type RunDigests,
} from '../audit/index.js';
import type { EnumerationInput, ForestInput } from '../request/index.js';
import { askPart, type PartState, type Place } from './ask.js';
import { finish } from './finish.js';
import { lastLoaded } from './last-loaded.js';
import { type ReportedModel, reportedModel } from '../report/index.js';
import { readResume } from './resume.js';
import type { Stretch } from './stretches.js';
import type { ServedModels, ServedOutputs } from './taken.js';
import { propertyOf, type SurroundPart, surroundPart, writePage } from './surrounds.js';

/** What the modes give a child to do. */
export type ForestTask =
  | Task<'forest', ForestInput>
  | Task<'forest questions', ForestInput>
  | Task<'forest part', { readonly request: ForestInput; readonly stretch: Stretch }>
  | Task<'forest end', { readonly request: ForestInput; readonly states: readonly PartState[] }>
  | Extract<Task<'forest_enumeration', EnumerationInput>, { kind: 'check' }>
  | Task<'enumeration records', EnumerationInput>
  | Task<
      'enumeration end',
      { readonly request: EnumerationInput; readonly model: ReportedModel; readonly whole: SurroundPart }
    >
  | Task<'enumeration part', { readonly request: EnumerationInput; readonly stretch: Stretch; readonly place: Place }>;

/** How much a request asks, and of what run it is. */
export interface Counted {
  readonly count: number;
  readonly run: RunDigests;
}

/** The child's side of the next task. */
export const nextConversation = (): Conversation => new Conversation((task, ask) => runTask(task as ForestTask, ask));

async function runTask(task: ForestTask, ask: Asker): Promise<unknown> {
  const begun = performance.now();
  const files = filesOf(ask);
  if (task.kind === 'check') return checkRequest(task, files);
  const ctx = remoteContext(task.job, ask);
  switch (task.mode) {
    case 'forest questions': {
      const { audit, run } = await lastLoaded(task.request, files);
      return { count: casesOf(audit).length, run } satisfies Counted;
    }
    case 'forest': {
      const loaded = await lastLoaded(task.request, files);
      const resumed = (await readResume(task.request.resume, loaded.run, files, readEarlierCases)) ?? NO_CASES;
      const state = await askPart(task.request, loaded, casesOf(loaded.audit), resumed, ctx, { place: 'whole', begun });
      return finish(task.request, loaded, [state], ctx);
    }
    case 'forest part': {
      const { request, stretch } = task.request;
      const loaded = await lastLoaded(request, files);
      const resumed = (await readResume(request.resume, loaded.run, files, readEarlierCases)) ?? NO_CASES;
      const cases = casesOf(loaded.audit).slice(stretch.from, stretch.to);
      return askPart(request, loaded, cases, resumed, ctx, {
        place: stretch.from === 0 ? 'first' : 'later',
        begun,
      });
    }
    case 'forest end':
      return finish(task.request.request, await lastLoaded(task.request.request, files), task.request.states, ctx);
    case 'enumeration records': {
      const { audit, run } = await lastLoaded(task.request, files);
      return { count: audit.records.length, run } satisfies Counted;
    }
    case 'enumeration end':
      return writePage(task.request.request, task.request.model, task.request.whole, ctx);
    case 'enumeration part': {
      const { request, place, stretch } = task.request;
      const loaded = await lastLoaded(request, files);
      const earlier = await readResume(request.resume, loaded.run, files, readEarlierRecords);
      return {
        ...(await surroundPart(request, loaded, stretch, earlier ?? new Map(), ctx, { place, begun })),
        model: reportedModel(loaded.audit.model),
      };
    }
  }
}

/** Reads all that a request carries, and says what its models are to be asked for. */
async function checkRequest(
  { mode, request }: Extract<ForestTask, { kind: 'check' }>,
  open: OpenFile,
): Promise<ServedModels> {
  switch (mode) {
    case 'forest': {
      const { run, audit, compare } = await lastLoaded(request, open);
      await readResume(request.resume, run, open, readEarlierCases);
      return { model: servedOutputs(audit.model), ...(compare !== null && { compare_model: servedOutputs(compare) }) };
    }
    case 'forest_enumeration': {
      const loaded = await lastLoaded(request, open);
      propertyOf(loaded);
      await readResume(request.resume, loaded.run, open, readEarlierRecords);
      return { model: servedOutputs(loaded.audit.model) };
    }
    default:
      throw new TypeError(`no request is checked for ${mode}`);
  }
}

const servedOutputs = ({ forest: { source, outputs } }: ReadModel): ServedOutputs =>
  source.format === 'onnx' ? (outputs ?? {}) : null;
