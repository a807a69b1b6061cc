import type { StoragePart } from '../storage/part.js';
import { IdempotencyKey } from './entities/idempotency-key.js';
import { JobEvent } from './entities/job-event.js';
import { Job } from './entities/job.js';
import { M002Jobs } from './migrations/002-jobs.js';
import { M006JobSummaries } from './migrations/006-job-summaries.js';

/** Jobs, their events, idempotency keys. */
export const jobStorage: StoragePart = {
  schema: 'core',
  entities: [Job, JobEvent, IdempotencyKey],
  migrations: [
    { name: 'core/002_jobs', class: M002Jobs },
    { name: 'core/006_job_summaries', class: M006JobSummaries },
  ],
};
