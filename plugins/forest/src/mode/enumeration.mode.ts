import { defineMode, definePart, type PrepareContext, type SolveContext } from '@ostiary/plugin-api';
import { runInChild } from '@ostiary/policy-modes';
import { z } from 'zod';
import { type Portrait, unexpectedOf, VERSION, weightShare } from '../audit/index.js';
import { CARDS, enumeratedJson, type ReportedModel } from '../report/index.js';
import {
  type EnumerationInput,
  type EnumerationOutput,
  EnumerationRequest,
  EnumerationResult,
} from '../request/index.js';
import { JoinedFiles, joinParts } from './joined-files.js';
import { jobOf, partHelper } from './part.js';
import { RESUME_FILE } from './resume.js';
import { auditor } from './solver.js';
import { PAGE_FILE, SURROUND_FILES, type SurroundPart } from './surrounds.js';
import { stretchesOf } from './stretches.js';
import { mustBeTaken, type ServedModels } from './taken.js';
import type { Counted, ForestTask } from './tasks.js';
import { runtime } from '../replay/index.js';
import { unbegun, withinTime } from './within-time.js';

/** Records that one worker is given at a time, at least. */
const STRETCH = 20;

interface ModelledPart extends SurroundPart {
  readonly model: ReportedModel;
}

/** Some of the records of a job, in a child on any worker; null where there is no time to begin. */
const enumerationPart = definePart({
  whole: EnumerationRequest,
  request: z.strictObject({ from: z.int().min(0), to: z.int().min(0) }),
  result: z.custom<ModelledPart | null>((value) => typeof value === 'object'),
  solve: async (stretch, asked, ctx) => {
    const request = withinTime(asked, ctx);
    if (request.options.seconds <= 0) return null;
    const asks = { request, stretch, place: stretch.from === 0 ? 'first' : 'later' } as const;
    const task = { kind: 'solve', mode: 'enumeration part', request: asks, job: jobOf(ctx) } satisfies ForestTask;
    return runInChild<ModelledPart>(task, auditor.id, ctx, partHelper(ctx));
  },
});

export const enumerationMode = defineMode({
  name: 'forest_enumeration',
  title: 'Enumerate violations around records',
  grant: 'forest_enumeration',
  request: EnumerationRequest,
  result: EnumerationResult,
  limits: { inlineBytes: 2 * 1024 * 1024, seconds: 3_600 },
  artefacts: [...SURROUND_FILES, PAGE_FILE, RESUME_FILE].map(({ kind }) => kind),
  solvers: [auditor.id, runtime.id],
  summary: ({ records, boxes, unexpected }) => ({
    answer: records.some(({ status }) => status === 'partial') ? 'partial' : 'complete',
    counts: { records: records.length, boxes, unexpected },
  }),
  prepare: prepareEnumeration,
  part: enumerationPart,
  solve: solveEnumeration,
});

async function prepareEnumeration(
  asked: EnumerationInput,
  ctx: Pick<PrepareContext, 'accountId' | 'input' | 'language' | 'solver'>,
): Promise<EnumerationInput> {
  const task = { kind: 'check', mode: 'forest_enumeration', request: asked } satisfies ForestTask;
  await mustBeTaken(asked, await runInChild<ServedModels>(task, auditor.id, ctx, null), ctx);
  return { ...asked, language: asked.language ?? ctx.language };
}

/** Enumerates around all records, some at a time on whatever workers are free; their lines stand in the order of the records. */
async function solveEnumeration(asked: EnumerationInput, ctx: SolveContext): Promise<EnumerationOutput> {
  const request = withinTime(asked, ctx);
  const job = jobOf(ctx);
  const child = <T>(task: ForestTask): Promise<T> => runInChild<T>(task, auditor.id, ctx, ctx);
  const end = async (whole: SurroundPart, model: ReportedModel): Promise<EnumerationOutput> => {
    await child<void>({ kind: 'solve', mode: 'enumeration end', request: { request, model, whole }, job });
    const failed = whole.states.filter(({ status }) => status === 'internal_error').length;
    if (failed > 0) ctx.log.error({ records: failed }, 'records of an enumeration ended in an internal error');
    return resultOf(whole, model, request);
  };
  const { count, run } = await child<Counted>({ kind: 'solve', mode: 'enumeration records', request, job });
  if (count <= STRETCH) {
    const asks = { request, stretch: { from: 0, to: count }, place: 'whole' } as const;
    const { model, ...whole } = await child<ModelledPart>({
      kind: 'solve',
      mode: 'enumeration part',
      request: asks,
      job,
    });
    return end(whole, model);
  }
  const stretches = stretchesOf(count, STRETCH);
  const files = await JoinedFiles.begin(ctx, SURROUND_FILES, { mode: 'forest_enumeration', run });
  const parts = await joinParts(
    stretches,
    ctx.parts(enumerationPart, stretches, { phase: 'records', total: count, unit: 'records' }),
    files,
    (stretch) => {
      const asks = { request: unbegun(request), stretch, place: stretch.from === 0 ? 'first' : 'later' } as const;
      const task = { kind: 'solve', mode: 'enumeration part', request: asks, job } satisfies ForestTask;
      return runInChild<ModelledPart>(task, auditor.id, ctx, { ...ctx, artefact: files.artefact });
    },
  );
  const [first] = parts;
  if (first === undefined) throw new Error('a job in parts has parts');
  const open = parts.reduce((sum, part) => sum + part.open, 0);
  await files.close(open);
  const far = ({ nearest }: Portrait): number => nearest[0]?.distance ?? Number.POSITIVE_INFINITY;
  const all = parts.flatMap((part) => part.portraits).toSorted((one, other) => far(one) - far(other));
  return end({ states: parts.flatMap(({ states }) => states), portraits: all.slice(0, CARDS), open }, first.model);
}

function resultOf(
  { states, open }: SurroundPart,
  model: ReportedModel,
  { language = 'en' }: EnumerationInput,
): EnumerationOutput {
  const records = states.map((state) => enumeratedJson(state, language));
  const { compared, unexpected, unexpected_share } = unexpectedOf(states);
  return EnumerationResult.parse({
    records,
    model,
    boxes: states.reduce((sum, { boxes }) => sum + boxes, 0),
    compared,
    unexpected,
    unexpected_share,
    found_share: weightShare(
      states.filter(({ boxes }) => boxes > 0),
      states,
    ),
    engine: VERSION,
    open,
  });
}
