import { z } from 'zod';
import { SolveResultSlot } from './mode-slots.js';
import { JOB_STATUSES } from '../transitions.js';

const time = z.iso.datetime({ precision: 3 });

export const SolveStatus = z.enum(JOB_STATUSES).meta({
  id: 'SolveStatus',
  description:
    'State of a job. `succeeded` means the question was answered, also when the answer is unwelcome or `unknown`; `failed` is the fault of the service and is not charged; `expired` is the deadline.',
});

const SolveQueue = z
  .object({
    position: z.int().min(1).describe('Place among the queued jobs of the account, counted up to 1,000.'),
  })
  .meta({ id: 'SolveQueue', description: 'Where a queued job is; not in lists.' });

const SolveProgress = z
  .object({
    phase: z.string().describe('What the job is doing.'),
    done: z.number().describe('How much of it is done.'),
    total: z.number().nullable().describe('How much there is to do; null when nobody knows.'),
    unit: z.string().nullable().describe('What is counted.'),
    eta_ms: z.number().nullable().describe('Expected time to the end, from the pace so far.'),
  })
  .meta({ id: 'SolveProgress', description: 'How far a job is.' });

const SolveRequestFacts = z
  .object({ digest: z.string().describe('Keyed digest of the request: equal for equal requests of the account.') })
  .meta({ id: 'SolveRequestFacts', description: 'What is told of the request of a job.' });

const SolveUsage = z
  .object({
    units_reserved: z.int().min(0).describe('Units held at the submission.'),
    units_charged: z.int().min(0).nullable().describe('Null until the job has ended.'),
    wall_ms: z.int().min(0).nullable().describe('From start to end of the last attempt.'),
  })
  .meta({ id: 'SolveUsage', description: 'What a job costs.' });

const SolveError = z
  .object({
    slug: z
      .string()
      .describe(
        '`internal`, `worker_lost`, `secret_unavailable`, `storage_full`, `engine_unavailable`, `solver_crashed`, `solver_memory` or `solver_time` (the budget of its profile was used up), or a problem of the mode.',
      ),
    detail: z.string().describe('What happened.'),
    retryable: z.boolean().describe('Whether the same request may succeed later.'),
  })
  .meta({ id: 'SolveError', description: 'Why a job failed.' });

const SolveSummary = z
  .object({
    answer: z.string().nullable().describe('The answer in a word of the mode; null where there is no single one.'),
    slug: z.string().nullable().describe('Why, as a word that never changes.'),
    tool: z.string().nullable().describe('The tool the answer is about.'),
    rules: z.array(z.string()).describe('Ids of the first rules that decided.'),
    counts: z
      .record(z.string(), z.number())
      .describe('Where there is no single answer: how many there are of each kind.'),
  })
  .meta({ id: 'SolveSummary', description: 'The answer of a job in short.' });

const SolveArtifacts = z
  .object({ count: z.int().min(0).describe('How many.') })
  .meta({ id: 'SolveArtifacts', description: 'The files a job made.' });

const SolveLinks = z
  .object({
    self: z.string().describe('The job.'),
    result: z
      .string()
      .nullable()
      .describe('The job with its result inline, or the artefact with a result too large for that; null without one.'),
    events: z.string().describe('Its event stream.'),
    artifacts: z.string().describe('The list of its artefacts.'),
  })
  .meta({ id: 'SolveLinks', description: 'Paths to a job and to what belongs to it.' });

/** The job as the API shows it. */
export const Solve = z
  .object({
    object: z.literal('solve'),
    id: z.string().describe('Id of the job: `slv_` and a ULID.'),
    mode: z.string().describe('The mode of the request.'),
    profile: z.string().nullable().describe('The execution profile it runs under; null: the default one.'),
    status: SolveStatus,
    label: z.string().nullable().describe('Label given with the request.'),
    metadata: z.record(z.string(), z.string()).describe('Metadata given with the request.'),
    created_at: time,
    started_at: time.nullable().describe('When the present attempt began.'),
    finished_at: time.nullable(),
    deadline_at: time.describe('When the job expires if it has not ended.'),
    cancel_requested_at: time.nullable().describe('When a running job was asked to stop.'),
    attempt: z.int().min(1).describe('Rises when a worker was lost and the job began anew.'),
    queue: SolveQueue.nullable(),
    progress: SolveProgress.nullable(),
    request: SolveRequestFacts,
    usage: SolveUsage,
    summary: SolveSummary.nullable().describe(
      'The answer in short, in lists too; null until the job has succeeded, and of a mode that gives none.',
    ),
    result: SolveResultSlot,
    result_bytes: z.int().min(0).nullable().describe('Size of the result as JSON.'),
    result_artifact_id: z
      .string()
      .nullable()
      .describe('Where the result is when it is too large to be answered inline (over 4 MiB).'),
    result_expires_at: time.nullable().describe('When the ended job is purged.'),
    error: SolveError.nullable().describe('Why the job failed; null when it did not.'),
    artifacts: SolveArtifacts,
    links: SolveLinks,
  })
  .meta({ id: 'Solve', description: 'A job.' });
export type Solve = z.output<typeof Solve>;

export const SolveList = z
  .object({
    object: z.literal('list'),
    data: z.array(Solve),
    has_more: z.boolean(),
    next_cursor: z.string().nullable().describe('Send it as `cursor` to get the next page.'),
  })
  .meta({ id: 'SolveList', description: 'Jobs, newest first.' });
