import { defineEntity, p } from '@mikro-orm/core';
import type { JobStatus } from '../transitions.js';

const JobEventSchema = defineEntity({
  name: 'JobEvent',
  schema: 'core',
  tableName: 'job_events',
  properties: {
    jobId: p.text().primary(),
    accountId: p.text(),
    /** From 1, rising by one with each event of the job. */
    seq: p.integer().primary(),
    type: p.text(),
    /** The job's state once this had happened. */
    status: p.text().$type<JobStatus>(),
    at: p.datetime(3),
    data: p.json<Record<string, unknown>>().nullable(),
  },
});

/** Something that happened to a job, in the order it happened. */
export class JobEvent extends JobEventSchema.class {}
JobEventSchema.setClass(JobEvent);
