import type { JobError } from '@ostiary/plugin-api';

/** A part of a job has failed: so has the job, with the part's error. */
export class PartFailed extends Error {
  constructor(
    readonly part: number,
    readonly error: JobError,
  ) {
    super(`part ${part} failed: ${error.slug}`);
    this.name = 'PartFailed';
  }
}
