import {
  type ArtefactWriter,
  defineMode,
  definePart,
  type PrepareContext,
  type SolveContext,
} from '@ostiary/plugin-api';
import { runInChild } from '@ostiary/policy-modes';
import { z } from 'zod';
import type { EnumeratedRecord, Portrait } from '../audit/index.js';
import { CARDS, enumeratedJson, type ReportedModel } from '../report/index.js';
import {
  type EnumerationInput,
  type EnumerationOutput,
  EnumerationRequest,
  EnumerationResult,
} from '../request/index.js';
import { VERSION } from '../audit/index.js';
import { partHelper } from './part.js';
import { auditor } from './solver.js';
import { PAGE_FILE, SURROUND_FILES, type SurroundPart, type SurroundState } from './surrounds.js';
import { stretchesOf } from './stretches.js';
import { mustBeTaken, type ServedModels } from './taken.js';
import type { ForestTask } from './tasks.js';
import { runtime } from '../replay/index.js';
import { withinTime } from './within-time.js';

/** Records that one worker is given at a time, at least. */
const STRETCH = 20;

interface ModelledPart extends SurroundPart {
  readonly model: ReportedModel;
}

/** Some of the records of a job, in a child on any worker. */
const enumerationPart = definePart({
  whole: EnumerationRequest,
  request: z.strictObject({ from: z.int().min(0), to: z.int().min(0) }),
  result: z.custom<ModelledPart>((value) => typeof value === 'object' && value !== null),
  solve: (stretch, asked, ctx) => {
    const request = withinTime(asked, ctx);
    const { jobId, accountId, attempt, submittedAt } = ctx;
    const job = { jobId, accountId, attempt, now: submittedAt };
    const task = { kind: 'solve', mode: 'enumeration part', request: { request, stretch }, job } satisfies ForestTask;
    return runInChild<ModelledPart>(task, auditor.id, ctx, partHelper(ctx));
  },
});

export const enumerationMode = defineMode({
  name: 'forest_enumeration',
  title: 'Enumerate what violates around records',
  grant: 'forest_enumeration',
  request: EnumerationRequest,
  result: EnumerationResult,
  limits: { inlineBytes: 2 * 1024 * 1024, seconds: 3_600 },
  artefacts: [...SURROUND_FILES, PAGE_FILE].map(({ kind }) => kind),
  solvers: [auditor.id, runtime.id],
  summary: ({ records, boxes }) => ({
    answer: records.some(({ status }) => status === 'partial') ? 'partial' : 'complete',
    counts: { records: records.length, boxes },
  }),
  prepare: prepareEnumeration,
  part: enumerationPart,
  solve: solveEnumeration,
});

async function prepareEnumeration(
  asked: EnumerationInput,
  ctx: Pick<PrepareContext, 'input' | 'language' | 'solver'>,
): Promise<EnumerationInput> {
  const task = { kind: 'check', mode: 'forest_enumeration', request: asked } satisfies ForestTask;
  await mustBeTaken(asked, await runInChild<ServedModels>(task, auditor.id, ctx, null), ctx);
  return { ...asked, language: asked.language ?? ctx.language };
}

/** Enumerates around all records, some at a time on whatever workers are free; their lines stand in the order of the records. */
async function solveEnumeration(asked: EnumerationInput, ctx: SolveContext): Promise<EnumerationOutput> {
  const request = withinTime(asked, ctx);
  const { jobId, accountId, attempt, submittedAt } = ctx;
  const job = { jobId, accountId, attempt, now: submittedAt };
  const child = <T>(task: ForestTask): Promise<T> => runInChild<T>(task, auditor.id, ctx, ctx);
  const end = async ({ states, portraits }: SurroundPart, model: ReportedModel): Promise<EnumerationOutput> => {
    const whole = { states, portraits };
    await child<void>({ kind: 'solve', mode: 'enumeration end', request: { request, model, whole }, job });
    return resultOf(states, model, request);
  };
  const records = await child<number>({ kind: 'solve', mode: 'enumeration records', request, job });
  if (records <= STRETCH) {
    const stretch = { from: 0, to: records };
    const whole = await child<ModelledPart>({
      kind: 'solve',
      mode: 'enumeration part',
      request: { request, stretch },
      job,
    });
    return end(whole, whole.model);
  }
  const stretches = stretchesOf(records, STRETCH);
  const writers: ArtefactWriter[] = [];
  for (const file of SURROUND_FILES) writers.push(await ctx.artefact(file));
  const parts: SurroundPart[] = [];
  let model: ReportedModel | undefined;
  const progress = { phase: 'records', total: records, unit: 'records' };
  for await (const part of ctx.parts(enumerationPart, stretches, progress)) {
    for (const [at, { kind }] of SURROUND_FILES.entries())
      for await (const chunk of await part.open(kind)) await writers[at]?.write(chunk as Uint8Array);
    parts.push(part.result);
    model = part.result.model;
  }
  for (const writer of writers) await writer.close();
  if (model === undefined) throw new Error('a job in parts has parts');
  const far = ({ nearest }: Portrait): number => nearest[0]?.distance ?? Number.POSITIVE_INFINITY;
  const all = parts.flatMap((part) => part.portraits).toSorted((one, other) => far(one) - far(other));
  const portraits = all.slice(0, CARDS);
  return end({ states: parts.flatMap(({ states }) => states), portraits }, model);
}

function resultOf(
  states: SurroundState,
  model: ReportedModel,
  { language = 'en' }: EnumerationInput,
): EnumerationOutput {
  const records = states.map((state) =>
    enumeratedJson({ ...state, list: [], open: null } satisfies EnumeratedRecord, language),
  );
  return EnumerationResult.parse({
    records,
    model,
    boxes: states.reduce((sum, { boxes }) => sum + boxes, 0),
    engine: VERSION,
  });
}
