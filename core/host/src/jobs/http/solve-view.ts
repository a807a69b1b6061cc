import type { JobRecord } from '../store/job-record.js';
import type { Solve } from './solve-schema.js';

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
    summary: summaryView(job.summary),
    result: result ?? null,
    result_bytes: job.resultBytes,
    result_artifact_id: job.resultArtefactId,
    result_expires_at: iso(job.expiresAt),
    error: job.error,
    artifacts: { count: job.artefactCount },
    links: {
      self: `/v1/solves/${job.id}`,
      result: resultLink(job),
      events: `/v1/solves/${job.id}/events`,
      artifacts: `/v1/solves/${job.id}/artifacts`,
    },
  };
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

function summaryView(summary: JobRecord['summary']): Solve['summary'] {
  if (summary === null) return null;
  const { answer, slug = null, tool = null, rules = [], counts = {} } = summary;
  return { answer, slug, tool, rules: [...rules], counts: { ...counts } };
}

function resultLink({ id, status, resultArtefactId }: JobRecord): string | null {
  if (status !== 'succeeded') return null;
  return resultArtefactId === null ? `/v1/solves/${id}?include=result` : `/v1/artifacts/${resultArtefactId}`;
}

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
