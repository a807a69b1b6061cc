import type { StoragePart } from '../storage/part.js';
import { IdempotencyKey } from './entities/idempotency-key.js';
import { JobEvent } from './entities/job-event.js';
import { Job } from './entities/job.js';
import { M002Jobs } from './migrations/002-jobs.js';
import { M006JobSummaries } from './migrations/006-job-summaries.js';
import { M007JobParts } from './migrations/007-job-parts.js';
import { M033JobTraces } from './migrations/033-job-traces.js';
import { M035UndispatchedJobs } from './migrations/035-undispatched-jobs.js';

/** Jobs, their events, idempotency keys. */
export const jobStorage: StoragePart = {
  schema: 'core',
  entities: [Job, JobEvent, IdempotencyKey],
  migrations: [
    { name: 'core/002_jobs', class: M002Jobs },
    { name: 'core/006_job_summaries', class: M006JobSummaries },
    { name: 'core/007_job_parts', class: M007JobParts },
    { name: 'core/033_job_traces', class: M033JobTraces },
    { name: 'core/035_undispatched_jobs', class: M035UndispatchedJobs },
  ],
};
