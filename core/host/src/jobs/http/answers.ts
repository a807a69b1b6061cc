import type { RouteAnswer } from '@ostiary/plugin-api';
import { z } from 'zod';

/** Any text: what an id of the wrong form means is for the operation to say. */
export const JobParams = z.object({ id: z.string().describe('Id of the job.') });

export const NO_SUCH_JOB: RouteAnswer = {
  status: 404,
  when: "The job is unknown, the id malformed, or the job another account's.",
  slugs: ['not_found'],
};

const JOB_ID = /^slv_[0-9A-HJKMNP-TV-Z]{26}$/;

/** Whether the text has the form of a job's id. */
export function isJobId(id: string): boolean {
  return JOB_ID.test(id);
}
