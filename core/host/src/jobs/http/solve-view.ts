import { z } from 'zod';
import { SolveResultSlot } from './mode-slots.js';
import type { JobRecord } from '../store/job-record.js';
import { JOB_STATUSES } from '../transitions.js';

const time = z.iso.datetime({ precision: 3 });

/** The job as the API shows it. */
export const Solve = z
  .object({
    object: z.literal('solve'),
    id: z.string().describe('Id of the job: `slv_` and a ULID.'),
    mode: z.string().describe('The mode of the request.'),
    profile: z.string().nullable().describe('The execution profile asked for; null: the default one.'),
    status: z
      .enum(JOB_STATUSES)
      .describe(
        '`succeeded` means the question was answered, also when the answer is unwelcome or `unknown`; `failed` is the fault of the service and is not charged; `expired` is the deadline.',
      ),
    label: z.string().nullable().describe('Label given with the request.'),
    metadata: z.record(z.string(), z.string()).describe('Metadata given with the request.'),
    created_at: time,
    started_at: time.nullable().describe('When the present attempt began.'),
    finished_at: time.nullable(),
    deadline_at: time.describe('When the job expires if it has not ended.'),
    cancel_requested_at: time.nullable().describe('When a running job was asked to stop.'),
    attempt: z.int().min(1).describe('Rises when a worker was lost and the job began anew.'),
    queue: z
      .object({
        position: z.int().min(1).describe('Place among the queued jobs of the account, counted up to 1,000.'),
      })
      .nullable()
      .describe('Only while queued, and not in lists.'),
    progress: z
      .object({
        phase: z.string(),
        done: z.number(),
        total: z.number().nullable(),
        unit: z.string().nullable(),
        eta_ms: z.number().nullable().describe('Expected time to the end, from the pace so far.'),
      })
      .nullable(),
    request: z.object({
      digest: z.string().describe('Keyed digest of the request: equal for equal requests of the account.'),
    }),
    usage: z.object({
      units_reserved: z.int().min(0),
      units_charged: z.int().min(0).nullable().describe('Null until the job has ended.'),
      wall_ms: z.int().min(0).nullable().describe('From start to end of the last attempt.'),
    }),
    result: SolveResultSlot,
    result_bytes: z.int().min(0).nullable().describe('Size of the result as JSON.'),
    result_artifact_id: z
      .string()
      .nullable()
      .describe('Where the result is when it is too large to be answered inline (over 4 MiB).'),
    result_expires_at: time.nullable().describe('When the ended job is purged.'),
    error: z
      .object({ slug: z.string(), detail: z.string(), retryable: z.boolean() })
      .nullable()
      .describe(
        'Why the job failed: `internal`, `worker_lost`, `secret_unavailable`, `engine_unavailable`, `solver_crashed`, `solver_memory` or `solver_time` (the budget of its profile was used up), or a problem of the mode.',
      ),
    artifacts: z.object({ count: z.int().min(0) }),
    links: z.object({ self: z.string(), events: z.string(), artifacts: z.string() }),
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

interface Shown {
  /** Parsed result, when it is to be inline. */
  readonly result?: unknown;
  readonly position?: number | null;
  readonly now: Date;
}

/** Shows a job. */
export function solveView(job: JobRecord, { result, position, now }: Shown): Solve {
  return {
    object: 'solve',
    id: job.id,
    mode: job.mode,
    profile: job.profile,
    status: job.status,
    label: job.label,
    metadata: job.metadata,
    created_at: job.createdAt.toISOString(),
    started_at: iso(job.startedAt),
    finished_at: iso(job.finishedAt),
    deadline_at: job.deadlineAt.toISOString(),
    cancel_requested_at: iso(job.cancelRequestedAt),
    attempt: job.attempt,
    queue: position === undefined || position === null ? null : { position },
    progress: progressView(job, now),
    request: { digest: job.requestDigest },
    usage: {
      units_reserved: job.units,
      units_charged: job.unitsCharged,
      wall_ms:
        job.startedAt === null || job.finishedAt === null ? null : job.finishedAt.getTime() - job.startedAt.getTime(),
    },
    result: result ?? null,
    result_bytes: job.resultBytes,
    result_artifact_id: job.resultArtefactId,
    result_expires_at: iso(job.expiresAt),
    error: job.error,
    artifacts: { count: job.artefactCount },
    links: {
      self: `/v1/solves/${job.id}`,
      events: `/v1/solves/${job.id}/events`,
      artifacts: `/v1/solves/${job.id}/artifacts`,
    },
  };
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

function progressView(job: JobRecord, now: Date): Solve['progress'] {
  if (job.progress === null) return null;
  const { phase, done, total, unit } = job.progress;
  const running = job.status === 'running' && job.startedAt !== null && total !== null && done > 0 && total >= done;
  const elapsed = running ? Math.max(0, now.getTime() - (job.startedAt?.getTime() ?? 0)) : 0;
  return {
    phase,
    done,
    total,
    unit: unit ?? null,
    eta_ms: running ? Math.round((elapsed * (total - done)) / done) : null,
  };
}
