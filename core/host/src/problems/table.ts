import { defineProblems } from '@ostiary/plugin-api';
import { ACCESS_PROBLEMS } from './table-access.js';
import { JOB_PROBLEMS } from './table-jobs.js';
import { REQUEST_PROBLEMS } from './table-requests.js';
import { UPLOAD_PROBLEMS } from './table-uploads.js';

/** Every problem the host itself answers with, by slug. Plugins bring their own. */
export const HOST_PROBLEMS = defineProblems({
  ...ACCESS_PROBLEMS,
  ...REQUEST_PROBLEMS,
  ...JOB_PROBLEMS,
  ...UPLOAD_PROBLEMS,
});
